import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts'
import { resultOf, setupDocument, type TestLine, testSession, testSetup } from '../../../../../test/matching.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { closeCarried, dryRun, matchSession, proposeRules, recount, refreshCounters } from './match.ts'

const DAY = '2026-11-20'
const TODAY = '2026-12-01'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const ours = (no: number, amount: number, more: Partial<TestLine> = {}): TestLine => ({ side: 'O', no, amount, day: DAY, ...more })
const theirs = (no: number, amount: number, more: Partial<TestLine> = {}): TestLine => ({ side: 'T', no, amount, day: DAY, ...more })
const byReference = setupDocument([{ keys: ['REFERENCE'] }])

const match = (id: string, document: SetupDocument = byReference) => database.db.transaction().execute((tx) => matchSession(tx, id, document, TODAY))
const shown = async (id: string) => {
  const { matches, breaks } = await resultOf(database.db, id)
  return [
    ...matches.map(({ no, lines, method }) => `${no} ${lines} ${method}`),
    ...breaks.map(({ kind, status, lines }) => `${kind} ${status} ${lines.join(' ')}`),
  ]
}

/** As the workbench matches by hand: the next number, and the lines leave the breaks that they stood in. */
async function matchByHand(id: string, day: string, pairs: readonly [number, number][]): Promise<void> {
  for (const [oursNo, theirsNo] of pairs)
    await database.db.transaction().execute(async (tx) => {
      await sql`delete from reconciliation.break b using reconciliation.break_line l where l.break_id = b.id and b.session_id = ${id}
        and (l.side = 'O' and l.no = ${oursNo} or l.side = 'T' and l.no = ${theirsNo})`.execute(tx)
      await sql`
        with made as (
          insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method)
          select ${day}, ${id}, 1 + coalesce(max(match_no), 0), ${oursNo}, ${theirsNo}, 0, 'M' from reconciliation.pair where session_id = ${id} returning match_no
        )
        insert into reconciliation.match (session_id, no, difference, made_by, made_at)
        select ${id}, match_no, (select sum(case side when 'O' then amount else -amount end) * 0.01 from reconciliation.line
            where session_id = ${id} and (side = 'O' and no = ${oursNo} or side = 'T' and no = ${theirsNo})), 'ketoan', now() from made`.execute(tx)
      await refreshCounters(tx, id)
    })
}

it('what people have decided stays as it is, and its lines take no part', async () => {
  const { db } = database
  const id = await testSession(db, await testSetup(db, byReference), DAY, DAY, [
    ...[ours(1, 100, { reference: 'A' }), theirs(1, 100, { reference: 'A' }), ours(2, 50), theirs(2, 40)],
    ...[
      ours(3, 70, { reference: 'C' }),
      theirs(3, 60, { reference: 'C' }),
      ours(4, 30, { reference: 'D' }),
      ours(5, 20, { reference: 'E' }),
      theirs(5, 20, { reference: 'E' }),
    ],
  ])
  await match(id)
  await matchByHand(id, DAY, [[2, 2]])
  expect(await shown(id)).toEqual(['1 O1=T1 A', '2 O5=T5 A', '3 O2=T2 M', 'AMOUNT OPEN O3 T3', 'MISSING_THEIRS OPEN O4'])
  await sql`update reconciliation.break set status = 'RESOLVED', resolution = 'WRITE_OFF', resolved_at = now() where session_id = ${id} and kind = 'AMOUNT'`.execute(
    db,
  )
  await sql`update reconciliation.line set reference = 'D' where session_id = ${id} and side = 'T' and no = 3`.execute(db)
  // A further line of ours matches now: automatic numbers pass over the one that was given by hand.
  await sql`insert into reconciliation.line (period, session_id, side, no, money, day, amount, reference) values (${DAY}, ${id}, 'T', 6, true, ${DAY}, 3000, 'D'),
    (${DAY}, ${id}, 'O', 6, true, ${DAY}, 900, 'F'), (${DAY}, ${id}, 'T', 7, true, ${DAY}, 900, 'F')`.execute(db)
  await match(id)
  expect(await shown(id)).toEqual(['1 O1=T1 A', '2 O4=T6 A', '3 O2=T2 M', '4 O5=T5 A', '5 O6=T7 A', 'AMOUNT RESOLVED O3 T3'])
  const { session } = await resultOf(db, id)
  expect([session.breaks, session.breaks_open, session.at_risk]).toEqual([1, 0, '0.00'])
})

it('a break that is found again keeps its people, its number and its notes', async () => {
  const { db } = database
  const id = await testSession(db, await testSetup(db, byReference), DAY, DAY, [
    ours(1, 100),
    ours(2, 50, { reference: 'B' }),
    theirs(2, 40, { reference: 'B' }),
  ])
  await match(id)
  const first = (await resultOf(db, id)).breaks
  await sql`update reconciliation.break set note = 'đã hỏi', due_on = '2026-12-05' where session_id = ${id}`.execute(db)
  await sql`update reconciliation.line set amount = 4100 where session_id = ${id} and side = 'T'`.execute(db)
  await match(id)
  const { rows } = await sql<{ id: string; note: string }>`select id, note from reconciliation.break where session_id = ${id} order by id`.execute(db)
  expect(rows[0]).toEqual({ id: first[0]?.id, note: 'đã hỏi' })
  expect(rows).toHaveLength(2)
  expect(rows[1]?.note).toBe('')
})

it('a lost line is found out', async () => {
  const { db } = database
  const id = await testSession(db, await testSetup(db, byReference), DAY, DAY, [ours(1, 100, { reference: 'A' }), theirs(1, 100, { reference: 'A' })])
  await match(id)
  await sql`delete from reconciliation.pair where session_id = ${id}`.execute(db)
  await expect(db.transaction().execute((tx) => recount({ tx, sessionId: id, period: DAY, rules: byReference }))).rejects.toThrow(
    'are lost or stand in two places',
  )
})

it('a carried line waits in the next session, and closes its break when the counterpart has come', async () => {
  const { db } = database
  const setup = await testSetup(db, byReference)
  const first = await testSession(db, setup, DAY, DAY, [ours(7, 100, { reference: 'A' })])
  await match(first)
  await sql`update reconciliation.break set status = 'RESOLVED', resolution = 'CARRY', resolved_at = now() where session_id = ${first}`.execute(db)
  await sql`insert into reconciliation.waiting (session_id, side, no, why, due_on) values (${first}, 'O', 7, 'CARRIED', '2026-12-04')`.execute(db)
  const carried = { reference: 'A', day: DAY }
  const second = await testSession(db, setup, '2026-11-21', '2026-11-21', [ours(1, 100, { ...carried, carriedFrom: first, carriedNo: 7 })])
  await match(second)
  expect((await resultOf(db, second)).waiting).toEqual([{ line: 'O1', why: 'CARRIED', dueOn: '2026-12-04' }])
  const third = await testSession(db, setup, '2026-11-22', '2026-11-22', [
    ours(4, 100, { ...carried, carriedFrom: second, carriedNo: 1 }),
    theirs(1, 100, carried),
  ])
  await match(third)
  const closedBy = async () =>
    (
      await sql<{ by: string | null; taken: string | null }>`select closed_by_session_id as by,
      (select taken_by_session_id from reconciliation.waiting where session_id = ${second}) as taken from reconciliation.break where session_id = ${first}`.execute(
        db,
      )
    ).rows[0]
  expect(await closedBy()).toEqual({ by: third, taken: third })
  await sql`delete from reconciliation.pair where session_id = ${third}`.execute(db)
  await db.transaction().execute((tx) => closeCarried(tx, third))
  expect(await closedBy()).toEqual({ by: null, taken: third })
})

it('a dry run shows what other rules would change, and changes nothing', async () => {
  const { db } = database
  const id = await testSession(db, await testSetup(db, byReference), DAY, DAY, [
    ...[ours(1, 100, { reference: 'A', documentNo: 'X' }), theirs(1, 100, { reference: 'A', documentNo: 'X' })],
    ...[ours(2, 50, { reference: 'B', documentNo: 'Y' }), theirs(2, 50, { reference: 'B' }), theirs(3, 50, { documentNo: 'Y' })],
    ...[ours(3, 30, { documentNo: 'Z' }), theirs(4, 30, { documentNo: 'Z' }), ours(4, 20, { reference: 'D' }), theirs(5, 20, { reference: 'D' })],
  ])
  await match(id)
  const before = await resultOf(db, id)
  const byDocument = setupDocument([{ name: 'Số chứng từ', keys: ['DOCUMENT_NO'] }])
  const { rows, ...counts } = await db.transaction().execute((tx) => dryRun(tx, id, byDocument, 'en'))
  expect(counts).toEqual({
    ...{ sessionId: id, sessionCode: before.session.code, lines: 9, matchedBefore: 3, matchedAfter: 3, breaksBefore: 3, breaksAfter: 3 },
    ...{ gained: 1, lost: 1, changed: 1 },
  })
  expect(rows.map(({ change, oursNo, theirsNo, explanation }) => [change, oursNo, theirsNo, explanation])).toEqual([
    ['CHANGED', 2, 3, 'Rule "Số chứng từ" matches our line 2 with their line 3 instead of line 2.'],
    ['GAINED', 3, 4, 'Rule "Số chứng từ" matches our line 3 with their line 4; today it is not matched automatically.'],
    ['LOST', 4, 5, 'No rule matches our line 4 any more; today it is matched with their line 5.'],
  ])
  expect(await resultOf(db, id)).toEqual(before)
})

it('rules are proposed from matches by hand, and tried on what no rule had matched', async () => {
  const { db } = database
  const setup = await testSetup(db, byReference)
  // Four payments a day whose texts hold our reference a day later; one of them people have matched otherwise.
  for (const day of ['2026-11-10', '2026-11-11']) {
    const lines = [1, 2, 3, 4].flatMap((no) => [
      ours(no, no * 100, { day, reference: `PAY${day.slice(8)}000${no}` }),
      theirs(no, no * 100, { day: '2026-11-12', reference: `BANK${day.slice(8)}${no}`, text: `Thanh toan PAY${day.slice(8)}000${no} cam on` }),
    ])
    const id = await testSession(db, setup, day, day, lines)
    await match(id)
    await matchByHand(id, day, [
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  }
  const [best] = await proposeRules(db, setup.setupId, 'en')
  expect(best).toMatchObject({ basis: 6, sessions: 2, proposed: 8, right: 6, precision: 75, coverage: 100 })
  expect(best?.rule).toMatchObject({ keys: ['REFERENCE_IN_TEXT'], windowDays: 2, toleranceAmount: '0.00' })
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from reconciliation.pair where session_id in (select id from reconciliation.session where setup_id = ${setup.setupId})`.execute(
    db,
  )
  expect(rows[0]?.n).toBe(6)
})
