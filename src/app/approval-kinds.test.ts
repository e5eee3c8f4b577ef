import { expect, it } from 'vitest'
import { approvalKinds } from './approval-kinds.ts'
import { serverModules } from './modules.ts'

it('of the portal are those of the server, so that none is shown by its key', () => {
  const { labels } = serverModules.find(({ name }) => name === 'approvals') ?? {}
  expect(Object.fromEntries(approvalKinds.map(({ name, title }) => [name, title.vi]))).toEqual(labels?.vi.enums?.kind)
})
