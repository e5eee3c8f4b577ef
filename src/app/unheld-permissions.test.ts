/** Permissions that no built-in role but the administrator's has: each listed with its reason, so that none comes about unseen. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'

/** Beginnings of uris, and why nobody else has them from the start; an administrator gives them to roles of their own. */
const ADMINISTRATOR_ONLY: Readonly<Record<string, string>> = {
  'category/': 'master data of the whole system',
  'general-configuration/': 'master data of the whole system',
  'product-policy/': 'fees and policies of the whole system',
  'system-config/': 'the machinery itself: parameters, jobs, mails, the audit log',
  'user-permission/': 'who may do what',
  'cash/holdings/open': 'a further vault, till or courier is decided by the head office',
  'general-ledger/chart/delete': 'the chart of accounts belongs to the whole enterprise',
  'o2o/approvals/manual-journal/approve-large': 'above the first tier by whom the enterprise names, not by every checker',
  'o2o/controls/run': 'rules run by themselves; running them by hand is for who has just changed one',
  'o2o/limits/delete': 'taking away the limit of a role lifts it altogether',
  'o2o/list-views/share': 'what is shared is seen by everybody',
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('every permission belongs to a built-in role, or is listed with the reason why it does not', async () => {
  const { rows } = await app.runtime.pool.query<{ uri: string }>(`
    select p.uri from iam.permission p where p.retired_at is null and not exists (
      select from iam.role_permission rp join iam.role r on r.id = rp.role_id where rp.permission_id = p.id and r.code <> 'SYSTEM_ADMIN')
    order by p.uri`)
  const listed = Object.keys(ADMINISTRATOR_ONLY)
  const unheld = rows.map(({ uri }) => uri)
  expect(unheld.filter((uri) => !listed.some((start) => uri.startsWith(start)))).toEqual([])
  // A reason whose permissions have found a role goes.
  expect(listed.filter((start) => !unheld.some((uri) => uri.startsWith(start)))).toEqual([])
})
