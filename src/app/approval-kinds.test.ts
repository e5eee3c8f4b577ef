import { expect, it } from 'vitest'
import { approvalKinds } from './approval-kinds.ts'
import { serverModules } from './modules.ts'
import { slipKinds } from './slip-kinds.ts'

it('of the portal are those of the server, so that none is shown by its key', () => {
  const { labels } = serverModules.find(({ name }) => name === 'approvals') ?? {}
  expect(Object.fromEntries(approvalKinds.map(({ name, title }) => [name, title.vi]))).toEqual(labels?.vi.enums?.kind)
})

it('and so are the kinds of slips that counters pay', () => {
  const { labelParts } = serverModules.find(({ name }) => name === 'cash') ?? {}
  expect(Object.fromEntries(slipKinds.map(({ kind, title }) => [kind, title.vi]))).toEqual(labelParts?.counter?.vi.enums?.sourceKind)
})
