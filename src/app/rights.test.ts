/** Every endpoint with and without its permission, and random people at random endpoints: what is refused, and what nobody may see. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePassword, click, userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { SUBSYSTEMS, type SubsystemCode } from '#kernel/applications.ts'
import { type Contract, type ListContract, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import type { Entry } from '#platform/server/http/registry.ts'
import { endpointName, isOpen } from '#platform/server/http/registry.ts'
import { LIVE_ENTRY } from '#platform/server/realtime/stream.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { repeatable } from '../../test/repeatable.ts'
import { systemRegistry } from './server.ts'

const FULL = process.env.FAULTS === 'full'
const RUNS = FULL ? 10_000 : 150
const entries = [...systemRegistry().entries.values()].filter(({ contract }) => !isOpen(contract))
const guarded = entries.filter(({ contract }) => contract.permission !== SIGNED_IN)

let app: TestApp
/** A session without a single permission, one of everything, and one whose role the tests fill as they need it. */
let nobody: Record<string, string>
let everybody: Record<string, string>
let chosen: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  await app.runtime.pool.query(`
    insert into iam.role (code, name) values ('CHOSEN', 'chosen');
    insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account in ('ketoan', 'doitac', 'admin') on conflict do nothing;
    delete from iam.user_role where user_id in (select id from iam.user_account where account in ('ketoan', 'doitac'));
    insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'ketoan' and r.code = 'CHOSEN'`)
  nobody = await app.headersOf('doitac', 'O2O_CRM')
  everybody = await app.headersOf('admin', 'O2O_CRM')
  chosen = await app.headersOf('ketoan', 'O2O_CRM')
})
afterAll(() => app.close())

/** An address of the endpoint with nothing real in it: the permission is asked for before the input is read. */
function bare({ contract }: Entry): InjectOptions {
  return { method: contract.method, url: `/api${contract.path.replace(/\{\w+\}/g, '1')}`, ...(contract.method === 'GET' ? {} : { payload: {} }) }
}

/** Input nobody can mean: what it says to somebody who may call is anything but 403 for want of the permission. */
async function codeOf(entry: Entry, headers: Record<string, string>): Promise<string> {
  const response = await app.app.inject({
    ...bare(entry),
    headers: { ...headers, ...(entry.contract.method === 'GET' ? {} : { 'content-type': 'application/x-nothing' }) },
  })
  // Who may call may be given a file.
  return String(response.headers['content-type']).startsWith('application/json') ? (response.json() as { code: string }).code : 'FILE'
}

/** The calls that would hang an inject (streams) are asked without the permission only. */
const endless = ({ contract }: Entry) => contract.path.startsWith('/live/')

/** Gives the chosen role one permission, or every one but it. */
const give = (which: '=' | '<>', uri: string) =>
  app.runtime.pool.query(
    `with gone as (delete from iam.role_permission rp using iam.role r, iam.permission p
       where rp.role_id = r.id and r.code = 'CHOSEN' and rp.permission_id = p.id and not (p.uri ${which} $1))
     insert into iam.role_permission select r.id, p.id from iam.role r, iam.permission p where r.code = 'CHOSEN' and p.uri ${which} $1 on conflict do nothing`,
    [uri],
  )

/** Applications that the accountant signs in to, one after the other; the one of the beginning would give its old session again. */
const WORKED_IN: readonly SubsystemCode[] = [
  'PP_CFM_NEW',
  'PP_CFM',
  'PP_QR',
  'PP_GL',
  'PP_REPORT',
  'PP_SDK',
  'PP_PAR',
  'PP_COB',
  'PP_EGP',
  'PP_SO',
  'PP_PARTNER',
]

describe('every endpoint', () => {
  it('is refused without a session, and without its permission', async () => {
    const wrong: string[] = []
    for (const entry of guarded) {
      const anonymous = await codeOf(entry, {})
      const without = await codeOf(entry, nobody)
      if (anonymous !== '401' || without !== '403') wrong.push(`${endpointName(entry.contract)}: ${anonymous} ${without}`)
    }
    expect(wrong).toEqual([])
    expect(guarded.length).toBeGreaterThan(50)
  })

  it('is refused while somebody else’s password is in use, but for changing it and saying who is signed in; a ticket to enrol opens none', async () => {
    const open = [changePassword.path, userInfo.path, click.path]
    const { rows } = await app.runtime.pool.query<{ id: string }>("select id from iam.user_account where account = 'tinh48'")
    await app.runtime.pool.query("insert into iam.user_role select $1, id from iam.role where code = 'SYSTEM_ADMIN'", [rows[0]?.id])
    const headers = await app.headersOf('tinh48', 'PP_QR')
    await app.runtime.pool.query('update iam.credential set must_change = true where user_id = $1', [rows[0]?.id])
    const { advance, restore } = moveTime()
    try {
      advance()
      const through: string[] = []
      for (const entry of [...entries, LIVE_ENTRY]) if ((await codeOf(entry, headers)) !== 'IAM-020') through.push(entry.contract.path)
      expect(through.sort()).toEqual(open.sort())
      const ticket = { authorization: `Bearer ${randomBytes(32).toString('base64url')}` }
      const answers = new Set<string>()
      for (const entry of entries) answers.add(await codeOf(entry, ticket))
      expect([...answers]).toEqual(['AWT-001'])
    } finally {
      restore()
    }
  })

  it('is let through with its permission alone, and opened by no other', async () => {
    const wrong: string[] = []
    // A second or two for each permission add up to more than anybody may be idle.
    await app.runtime.pool.query("update iam.session set last_click_at = last_click_at + interval '1 day', expires_at = expires_at + interval '1 day'")
    const { advance, restore } = moveTime()
    try {
      for (const [at, [uri, own]] of [...Map.groupBy(guarded, ({ contract }) => contract.permission)].entries()) {
        // Each moves the clock by two seconds, and an access token is over after minutes.
        if (at % 50 === 49) chosen = await app.headersOf('ketoan', WORKED_IN[Math.floor(at / 50)])
        await give('=', uri)
        // A session is a second old at most.
        advance()
        for (const entry of own) if (!endless(entry) && (await codeOf(entry, chosen)) === '403') wrong.push(`${endpointName(entry.contract)} refuses ${uri}`)
        await give('<>', uri)
        advance()
        for (const entry of own) if ((await codeOf(entry, chosen)) !== '403') wrong.push(`${endpointName(entry.contract)} is open without ${uri}`)
      }
    } finally {
      restore()
    }
    expect(wrong).toEqual([])
  })
})

/** The clock of the app stands still, however long the test takes, and is moved on by what a session may be old. */
function moveTime() {
  const real = app.runtime.clock.now
  const start = real().getTime()
  let ahead = 0
  app.runtime.clock.now = () => new Date(start + ahead)
  return {
    advance: () => {
      ahead += 1_001
    },
    restore: () => {
      app.runtime.clock.now = real
    },
  }
}

describe('random people', () => {
  const lists = entries.filter((entry): entry is Extract<Entry, { kind: 'list' }> => entry.kind === 'list')

  it('see no row that an administrator does not see, and a page of what their own scope holds', async () => {
    const people = ['giaodichvien', 'tinh01', 'kiemsoat', 'admin']
    const headers = new Map(await Promise.all(people.map(async (account) => [account, await app.headersOf(account, 'PP_QR')] as const)))
    const ask = async (contract: ListContract, session: Record<string, string>, pageSize: 15 | 50) => {
      const response = await app.app.inject({
        method: 'POST',
        url: `/api${contract.path}`,
        headers: session,
        payload: { searchSdi: {}, pageInfo: { currentPage: 1, pageSize } },
      })
      return response.json() as { code: string; data: { totalRecord: number; result: { id?: string }[] } | null }
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...people), fc.constantFrom(...entries), fc.constantFrom(...lists), async (account, entry, list) => {
        const session = headers.get(account) ?? {}
        const permissions = await heldBy(account)
        if (!endless(entry)) {
          const code = await codeOf(entry, session)
          const may = entry.contract.permission === SIGNED_IN || permissions.has(entry.contract.permission)
          expect({ account, endpoint: endpointName(entry.contract), open: code !== '403' }).toEqual({
            account,
            endpoint: endpointName(entry.contract),
            open: may,
          })
        }
        const own = await ask(list.contract, session, 15)
        if (own.code !== 'API000') return
        const all = await ask(list.contract, everybody, 50)
        expect(own.data?.totalRecord ?? 0).toBeLessThanOrEqual(all.data?.totalRecord ?? 0)
      }),
      { numRuns: RUNS, ...repeatable },
    )
  })

  const known = new Map<string, ReadonlySet<string>>()
  async function heldBy(account: string): Promise<ReadonlySet<string>> {
    const kept = known.get(account)
    if (kept) return kept
    const { rows } = await app.runtime.pool.query<{ uri: string }>(
      'select e.uri from iam.effective_permission e join iam.user_account u on u.id = e.user_id where u.account = $1',
      [account],
    )
    const held = new Set(rows.map(({ uri }) => uri))
    known.set(account, held)
    return held
  }
})

it('no endpoint is open by accident', () => {
  expect(entries.some(({ contract }: { contract: Contract }) => contract.permission === PUBLIC)).toBe(false)
  expect(SUBSYSTEMS.length).toBe(14)
})
