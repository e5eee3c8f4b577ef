/** kill -9 of a process that settles sessions: each is settled with all its journals, or not at all. `npm run test:faults` does it 200 times. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestRuntime, testRuntime } from '../../../../../test/app.ts'
import { setupDocument } from '../../../../../test/matching.ts'
import { gatewayWorld } from '../../../../../test/payments.ts'
import type { SettlingReply } from '../../../../../test/settling-process.ts'

const KILLS = process.env.FAULTS === 'full' ? 200 : 2
/** Sessions that a process is given; it is killed before it has come to their end. */
const GIVEN = 3
const ROOT = join(import.meta.dirname, '../../../../..')

let runtime: TestRuntime
let approver: string
beforeAll(async () => {
  runtime = await testRuntime()
  approver = (await runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', 'kiemsoat').executeTakeFirstOrThrow()).id
})
afterAll(() => runtime.database.drop())

/** Confirmed sessions of days in a row, each with what matched, a write-off and an adjustment: three journals. */
async function confirmed(partnerId: string, count: number): Promise<string[]> {
  const document = JSON.stringify(setupDocument([{ keys: ['REFERENCE'] }]))
  const first = addDays(localDate(new Date()), -count)
  const { rows } = await sql<{ id: string }>`
    with head as (select id from organisation.unit where parent_id is null), setup as (
      insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'QR-VCB', 'Đối soát QR', 'QR', ${partnerId}, id, id, 'test', now(), 'test', now() from head returning id
    ), revision as (
      insert into reconciliation.revision (setup_id, number, document, edited_at, created_by, created_at, updated_by, updated_at)
      select id, 1, ${document}::jsonb, now(), 'test', now(), 'test', now() from setup returning id, setup_id
    )
    insert into reconciliation.session (code, setup_id, revision_id, plug, partner_id, from_day, to_day, status, ours_as_of, ours_lines, ours_sum, theirs_lines, theirs_sum,
      matched_ours, matched_theirs, matched_ours_sum, matched_theirs_sum, breaks, broken_ours, broken_theirs, broken_ours_sum, broken_theirs_sum,
      unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    select 'DS' || n, r.setup_id, r.id, 'QR', ${partnerId}, ${first}::date + n, ${first}::date + n, 'CONFIRMED', now(), 3, 1600, 3, 1500, 1, 1, 1000, 1000, 2, 2, 2, 600, 500,
      h.id, h.id, 'test', now(), 'test', now() from revision r, head h, generate_series(0, ${count}::int - 1) n returning id`.execute(runtime.db)
  await sql`
    insert into reconciliation.break (session_id, kind, reference, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines, status, resolution, resolved_at, unit_id, head_unit_id, updated_by, updated_at)
    select s.id, 'AMOUNT', 'R', s.from_day, b.ours, b.theirs, 100, 1, 1, 'RESOLVED', b.resolution, now(), s.unit_id, s.head_unit_id, 'test', now()
    from reconciliation.session s, (values (500, 500, 'ADJUST'), (100, 0, 'WRITE_OFF')) b (ours, theirs, resolution)`.execute(runtime.db)
  return rows.map(({ id }) => id)
}

/** Lets a process settle sessions and kills it at a moment; answers those that it had said were done. */
async function killedAt(ids: readonly string[], moment: (reply: SettlingReply) => boolean): Promise<string[]> {
  const env = { ...process.env, DATABASE_URL: runtime.database.connectionString }
  const child = fork(join(ROOT, 'test/settling-process.ts'), [approver, ...ids], { env })
  const done: string[] = []
  child.on('message', (reply: SettlingReply) => {
    if (reply.state === 'DONE') done.push(reply.id)
    if (moment(reply)) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  return done
}

it('leaves of every session all of its journals and its state, or nothing', { timeout: 60_000 * KILLS }, async () => {
  const world = await gatewayWorld(runtime)
  const ids = await confirmed(world.vcb.partnerId, KILLS * GIVEN)
  const said: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const given = ids.slice(kill * GIVEN, (kill + 1) * GIVEN)
    const victim = given[1 + (kill % (GIVEN - 1))]
    // Everything is written and not yet committed, or committed and not yet said.
    const state = kill % 2 === 0 ? 'WRITTEN' : 'DONE'
    said.push(...(await killedAt(given, (reply) => reply.id === victim && reply.state === state)))
  }
  const { rows } = await sql<{ id: string; status: string; settled: boolean; kinds: string | null }>`
    select s.id, s.status, s.settled_at is not null as settled,
      (select string_agg(j.kind, ' ' order by j.id) from ledger.journal j where j.source_type = 'reconciliation.session' and j.source_id = s.id::text) as kinds
    from reconciliation.session s order by s.id`.execute(runtime.db)
  const WHOLE = ['SETTLED', true, 'RECON_SETTLED RECON_WRITE_OFF RECON_ADJUSTED']
  const NOTHING = ['CONFIRMED', false, null]
  for (const { status, settled, kinds } of rows) expect([WHOLE, NOTHING]).toContainEqual([status, settled, kinds])
  const settled = rows.filter(({ status }) => status === 'SETTLED').map(({ id }) => id)
  expect(settled).toEqual(expect.arrayContaining(said))
  // Some were cut off, or the kills have shown nothing.
  expect(settled.length).toBeLessThan(rows.length)
  expect(said.length).toBeGreaterThan(0)
  expect(await verifyLedger(runtime.db)).toEqual([])
})
