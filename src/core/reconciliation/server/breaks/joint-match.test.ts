/** Lines of several breaks matched with each other: proposed by one person, agreed to by another, and undone by reopening any of the breaks. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withdrawRequest } from '#core/approvals/contract/request.ts'
import { type BreakOfTest, type BreakWorld, breakWorld } from '../../../../../test/breaks.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import type { SessionLine } from '../../contract/lines.ts'
import { BREAK } from './records.ts'

let world: BreakWorld
let own: BreakWorld['desk']['breaks']
beforeAll(async () => {
  world = await breakWorld()
  own = world.desk.breaks
})
afterAll(() => world.it.close())

const ours = (reference: string, ...amounts: number[]): BreakOfTest => ({ kind: 'MISSING_THEIRS', reference, ours: amounts.map((amount) => ({ amount })) })
const theirs = (reference: string, ...amounts: number[]): BreakOfTest => ({ kind: 'MISSING_OURS', reference, theirs: amounts.map((amount) => ({ amount })) })

interface Lines {
  ours: number[]
  theirs: number[]
}
const propose = async (id: string, lines: Lines, as = 'ketoan') =>
  world.call(own.match, { id, version: (await world.sessionNow(id)).version, ...lines, reason: 'Cùng một khoản', note: 'Theo biên bản' }, as)
const stateOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => world.breakNow(id)))).map(({ status, resolution }) => `${status} ${resolution ?? '-'}`)
const pairsOf = (id: string) => world.db.selectFrom('reconciliation.pair').select(['ours_no', 'theirs_no', 'method']).where('session_id', '=', id).execute()
const pastOf = async (id: string) => {
  const { data } = await world.call(world.desk.sessions.history, { id })
  return data?.map(({ what, text }) => `${what} ${text}`)
}

describe('lines of several breaks', () => {
  test('wait for a second person together, are matched with their difference, and are open again once one of their breaks is', async () => {
    const { id, breaks } = await world.session([ours('A1', 60_000), ours('A2', 45_000), theirs('B1', 100_000)])
    const [small, , large] = breaks as [string, string, string]
    expect((await world.call(own.together, { id, ours: [2, 1], theirs: [1] })).data).toEqual({
      ...{ breaks: 3, ours: [1, 2], theirs: [1], oursSum: '105000.00', theirsSum: '100000.00', difference: '5000.00', problem: null },
    })
    const asked = await propose(id, { ours: [1, 2], theirs: [1] })
    expect(asked).toMatchObject({ status: 200, data: { id } })
    expect(await stateOf(breaks)).toEqual(Array(3).fill('PROPOSED MATCH'))
    const lines = async (state?: readonly SessionLine['state'][]) => {
      const filter = { sessionId: id, side: 'OURS' as const, ...(state ? { state: [...state] } : {}) }
      return (await world.it.list(world.desk.sessions.lines, { filter }, { as: 'ketoan' })).data?.result.map((line) => line.state)
    }
    expect(await lines()).toEqual(['PROPOSED', 'PROPOSED'])
    expect([await lines(['PROPOSED']), await lines(['BREAK', 'DECIDED'])]).toEqual([['PROPOSED', 'PROPOSED'], []])
    const request = await world.pendingOf(BREAK, large)
    const listed = await world.it.list(own.list, { filter: { sessionId: id } }, { as: 'ketoan' })
    expect(listed.data?.result.map(({ pendingRequestId }) => pendingRequestId)).toEqual([request, request, request])
    expect(await world.db.selectFrom('approvals.request').select(['money_impact', 'after']).where('id', '=', request).executeTakeFirstOrThrow()).toMatchObject({
      money_impact: '105000.00',
      after: { breaks: '3', oursSum: '105000.00', theirsSum: '100000.00', difference: '5000.00', note: 'Theo biên bản' },
    })
    expect((await world.decide(request)).status).toBe(200)
    expect(await stateOf(breaks)).toEqual(Array(3).fill('RESOLVED MATCH'))
    expect(await pairsOf(id)).toEqual([
      { ours_no: 1, theirs_no: 1, method: 'F' },
      { ours_no: 2, theirs_no: null, method: 'F' },
    ])
    expect(await world.db.selectFrom('reconciliation.match').select(['difference', 'made_by', 'agreed_by']).where('session_id', '=', id).execute()).toEqual([
      { difference: '5000.00', made_by: 'ketoan', agreed_by: 'kiemsoat' },
    ])
    expect(await world.sessionNow(id)).toMatchObject({ matched_ours: 2, matched_theirs: 1, broken_ours: 0, broken_theirs: 0, breaks_open: 0 })
    expect(await pastOf(id)).toEqual([
      'MATCH_AGREED Lần khớp 1: dòng của ta A1, A2; dòng của đối tác B1; chênh lệch 5.000. Cùng một khoản',
      'MATCH_PROPOSED Dòng của ta A1, A2; dòng của đối tác B1; chênh lệch 5.000. Cùng một khoản',
    ])
    const [row] = await world.rows([small])
    expect((await world.call(own.reopen, { id: small, version: row?.version ?? 0, reason: 'Khớp nhầm' })).status).toBe(200)
    expect(await stateOf(breaks)).toEqual(Array(3).fill('OPEN -'))
    expect(await pairsOf(id)).toEqual([])
    expect(await world.sessionNow(id)).toMatchObject({ matched_ours: 0, broken_ours: 2, broken_theirs: 1, breaks_open: 3 })
  })

  test('are open again, each of them, when nobody agrees', async () => {
    const { id, breaks } = await world.session([ours('C1', 70_000), theirs('D1', 71_000)])
    expect((await propose(id, { ours: [1], theirs: [1] })).status).toBe(200)
    const request = await world.pendingOf(BREAK, breaks[1] as string)
    expect(await world.decide(request, 'APPROVE', 'ketoan')).toMatchObject({ status: 403 })
    expect((await world.decide(request, 'REJECT')).status).toBe(200)
    expect(await stateOf(breaks)).toEqual(['OPEN -', 'OPEN -'])
    expect(await world.sessionNow(id)).toMatchObject({ matched_ours: 0, breaks_open: 2 })
    expect((await propose(id, { ours: [1], theirs: [1] })).status).toBe(200)
  })

  test('are agreed to once, however many approve at the same moment', async () => {
    const { id, breaks } = await world.session([ours('E1', 70_000), theirs('F1', 71_000)])
    await propose(id, { ours: [1], theirs: [1] })
    const request = await world.pendingOf(BREAK, breaks[1] as string)
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.decide(request)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(await pairsOf(id)).toHaveLength(1)
  })

  test('are all lines of their breaks, but for those without money; the larger side says who decides', async () => {
    const { id, breaks } = await world.session([
      { kind: 'DUPLICATE', reference: 'G1', ours: [{ amount: 30_000 }, { amount: 30_000 }, { amount: 30_000, money: false }] },
      theirs('H1', 61_000),
    ])
    const { data } = await world.call(own.together, { id, ours: [1], theirs: [1] })
    expect(data).toMatchObject({ breaks: 2, ours: [1, 2], theirs: [1], difference: '-1000.00', problem: null })
    expect((await propose(id, { ours: [1, 2], theirs: [1] })).status).toBe(200)
    const request = await world.pendingOf(BREAK, breaks[1] as string)
    const { money_impact } = await world.db.selectFrom('approvals.request').select('money_impact').where('id', '=', request).executeTakeFirstOrThrow()
    expect(money_impact).toBe('61000.00')
    expect((await world.decide(request)).status).toBe(200)
    expect(await stateOf(breaks)).toEqual(Array(2).fill('RESOLVED MATCH'))
    const [, named] = await world.rows(breaks)
    expect((await world.call(own.reopen, { id: named?.id ?? '', version: named?.version ?? 0, reason: 'Khớp nhầm' })).status).toBe(200)
    expect(await stateOf(breaks)).toEqual(Array(2).fill('OPEN -'))
  })

  test('are many: the sums and all lines of a hundred breaks and more', async () => {
    const many = Array.from({ length: 150 }, (_, at) => ours(`Z${at}`, 1_000))
    const { id, breaks } = await world.session([...many, theirs('ZZ', 151_000)])
    const numbers = Array.from({ length: 150 }, (_, at) => at + 1)
    expect((await world.call(own.together, { id, ours: numbers, theirs: [1] })).data).toMatchObject({ breaks: 151, difference: '-1000.00', problem: null })
    expect((await propose(id, { ours: numbers, theirs: [1] })).status).toBe(200)
    expect((await world.decide(await world.pendingOf(BREAK, breaks[150] as string))).status).toBe(200)
    expect(await world.sessionNow(id)).toMatchObject({ matched_ours: 150, matched_theirs: 1, breaks_open: 0 })
  })

  test('are left to the second person: nobody decides on one of them alone, and the one who asked may take the request back', async () => {
    const { id, breaks } = await world.session([ours('S1', 30_000), theirs('T1', 31_000)])
    await propose(id, { ours: [1], theirs: [1] })
    for (const resolution of ['CARRY', 'DISPUTE'] as const) {
      const { data } = await world.call(own.resolve, { rows: await world.rows(breaks), resolution, reason: 'Chờ đối tác trả lời' })
      expect(data?.results.map(({ code }) => code)).toEqual(['SYS-410', 'SYS-410'])
    }
    expect(await stateOf(breaks)).toEqual(Array(2).fill('PROPOSED MATCH'))
    const cancelled = await world.call(world.desk.sessions.cancel, { id, version: (await world.sessionNow(id)).version, reason: 'Lập nhầm phiên' })
    expect(cancelled).toMatchObject({ code: reconciliationErrors.breakProposed.code })
    expect(await world.sessionNow(id)).toMatchObject({ status: 'REVIEWING' })
    const request = await world.pendingOf(BREAK, breaks[1] as string)
    const { version } = await world.db.selectFrom('approvals.request').select('version').where('id', '=', request).executeTakeFirstOrThrow()
    expect((await world.call(withdrawRequest, { id: request, version })).status).toBe(200)
    expect(await stateOf(breaks)).toEqual(Array(2).fill('OPEN -'))
  })

  test('count what they differ by against what whoever agrees may write off', async () => {
    const { id, breaks } = await world.session([ours('U1', 90_000), theirs('V1', 60_000)])
    await propose(id, { ours: [1], theirs: [1] })
    const { owner } = world.it.runtime.database
    await owner.query(`
      insert into limits.role_limit (role_id, kind, amount, updated_by)
      select h.role_id, 'WRITE_OFF', (select 29999 + coalesce(sum(amount), 0) from limits.used x where x.kind = 'WRITE_OFF'), 'admin'
        from iam.held_role h join iam.user_account u on u.id = h.user_id where u.account = 'kiemsoat' on conflict do nothing`)
    const request = await world.pendingOf(BREAK, breaks[0] as string)
    expect(await world.decide(request)).toMatchObject({ status: 409, code: 'LIM-001' })
    expect(await stateOf(breaks)).toEqual(Array(2).fill('PROPOSED MATCH'))
    await owner.query("delete from limits.role_limit where kind = 'WRITE_OFF'")
    expect((await world.decide(request)).status).toBe(200)
  })
})

describe('nothing is proposed', () => {
  const refused = async (made: readonly BreakOfTest[], lines: Lines, code: string, first = async (_breaks: readonly string[]) => {}) => {
    const { id, breaks } = await world.session(made)
    await first(breaks)
    const before = await stateOf(breaks)
    expect(await propose(id, lines)).toMatchObject({ code })
    expect(await stateOf(breaks)).toEqual(before)
    return { id, breaks }
  }

  test('of one break, or of a part of one', async () => {
    await refused([{ kind: 'AMOUNT', ours: [{ amount: 5 }], theirs: [{ amount: 6 }] }], { ours: [1], theirs: [1] }, breakErrors.oneBreak.code)
    await refused([ours('I1', 5_000, 6_000), theirs('J1', 5_500)], { ours: [1], theirs: [1] }, breakErrors.breakInPart.code)
  })

  test('of a line that waits for its day: it is in no break that could be held for the second person', async () => {
    const { id, breaks } = await world.session([ours('Q1', 30_000), theirs('R1', 52_000)])
    const { from_day: period, to_day: day } = await world.sessionNow(id)
    await world.db.transaction().execute(async (tx) => {
      await sql`insert into reconciliation.line (period, session_id, side, no, money, day, amount, reference) values (${period}, ${id}, 'O', 9, true, ${day}, 2000000, 'Q9')`.execute(
        tx,
      )
      await sql`insert into reconciliation.waiting (session_id, side, no, why, due_on) values (${id}, 'O', 9, 'EXPECTED', ${world.today})`.execute(tx)
    })
    expect(await propose(id, { ours: [1, 9], theirs: [1] })).toMatchObject({ code: breakErrors.lineWaits.code })
    expect((await world.call(own.together, { id, ours: [1, 9], theirs: [1] }, 'ketoan', 'en')).data?.problem).toMatch(/^Ours: line 9 still waits for its day/)
    expect(await stateOf(breaks)).toEqual(['OPEN -', 'OPEN -'])
  })

  test('that would write off more than the configuration allows, which is not offered either', async () => {
    const { breaks } = await refused([ours('K1', 900_000), theirs('L1', 100_000)], { ours: [1], theirs: [1] }, breakErrors.overWriteOff.code)
    const { session_id: id } = await world.breakNow(breaks[0] as string)
    const { data } = await world.call(own.together, { id, ours: [1], theirs: [1] })
    expect(data).toMatchObject({ difference: '800000.00', problem: expect.stringMatching(/^Số tiền 800\.000 đồng vượt mức xoá bỏ/) })
  })

  test('of lines that somebody decides on, that are matched, or that there are not', async () => {
    const pair = () => [ours('M1', 5_000), theirs('N1', 5_500)]
    const dispute = async ([first]: readonly string[]) => {
      await world.call(own.resolve, { rows: await world.rows([first as string]), resolution: 'DISPUTE', reason: 'Chờ đối tác trả lời' })
    }
    await refused(pair(), { ours: [1], theirs: [1] }, reconciliationErrors.lineProposed.code, dispute)
    await refused(pair(), { ours: [1], theirs: [7] }, reconciliationErrors.lineUnknown.code)
    await refused(pair(), { ours: [1, 1], theirs: [1] }, reconciliationErrors.lineTwice.code)
  })

  test('by somebody who may not ask, of a session that is confirmed, or that has changed since', async () => {
    const { id } = await world.session([ours('O1', 5_000), theirs('P1', 5_500)])
    expect(await propose(id, { ours: [1], theirs: [1] }, 'kiemsoat')).toMatchObject({ status: 403 })
    expect(await world.call(own.match, { id, version: 999, ours: [1], theirs: [1], reason: 'Cùng một khoản' })).toMatchObject({ code: 'SYS-409' })
    await world.db.updateTable('reconciliation.session').set({ task: 'MATCH' }).where('id', '=', id).execute()
    expect(await propose(id, { ours: [1], theirs: [1] })).toMatchObject({ code: reconciliationErrors.busy.code })
    await world.db.updateTable('reconciliation.session').set({ task: null }).where('id', '=', id).execute()
    expect(await propose(id, { ours: [1], theirs: [1] }, 'tinh01')).toMatchObject({ status: 403 })
    await world.db.updateTable('reconciliation.session').set({ status: 'CONFIRMED' }).where('id', '=', id).execute()
    expect(await propose(id, { ours: [1], theirs: [1] })).toMatchObject({ code: 'SYS-410' })
  })
})
