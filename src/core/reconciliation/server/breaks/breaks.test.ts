/** Breaks: what they say, whom they are given to, what becomes of them by one person or two. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/dates.ts'
import { type BreakWorld, breakWorld } from '../../../../../test/breaks.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { BREAK } from './records.ts'

let world: BreakWorld
let own: BreakWorld['desk']['breaks']
beforeAll(async () => {
  world = await breakWorld()
  own = world.desk.breaks
})
afterAll(() => world.it.close())

const amountBreak = (ours: number, theirs: number, more = {}) => ({ kind: 'AMOUNT' as const, ours: [{ amount: ours }], theirs: [{ amount: theirs }], ...more })
const resolve = async (ids: readonly string[], resolution: string, more: Record<string, string> = {}) =>
  (await world.call(own.resolve, { rows: await world.rows(ids), resolution: resolution as 'MATCH', reason: 'Theo biên bản đối chiếu', ...more })).data

describe('a break says what differs', () => {
  test('in one sentence of either language, with both values and the difference', async () => {
    const { id } = await world.session([
      amountBreak(1_000_000, 900_000, { reference: 'HD-01', field: 'amount', oursValue: '1000000.00', theirsValue: '900000.00' }),
      { kind: 'MISSING_OURS', reference: 'HD-02', theirs: [{ amount: 250_000 }] },
      { kind: 'MISSING_THEIRS', reference: 'HD-03', ours: [{ amount: 320_000 }] },
      {
        kind: 'DATE',
        reference: 'HD-04',
        field: 'day',
        oursValue: '2026-11-19',
        theirsValue: '2026-11-21',
        ours: [{ amount: 5_000 }],
        theirs: [{ amount: 5_000 }],
        atRisk: 5_000,
      },
      {
        kind: 'STATUS',
        reference: 'HD-05',
        field: 'status',
        oursValue: 'UNKNOWN',
        theirsValue: 'SUCCEEDED',
        ours: [{ amount: 70_000, money: false, status: 'UNKNOWN' }],
        theirs: [{ amount: 70_000 }],
      },
      { kind: 'DUPLICATE', reference: 'HD-06', ours: [{ amount: 40_000 }], theirs: [{ amount: 40_000 }, { amount: 40_000 }] },
      { kind: 'AMBIGUOUS', reference: 'HD-07', ours: [{ amount: 9_000 }, { amount: 9_000 }], theirs: [{ amount: 9_000 }, { amount: 9_000 }], atRisk: 18_000 },
    ])
    const read = async (language: 'vi' | 'en') => {
      const { data } = await world.it.list(own.list, { filter: { sessionId: id }, sort: { field: 'reference', direction: 'asc' } }, { as: 'ketoan', language })
      return data
    }
    const vi = await read('vi')
    expect(vi?.result.map(({ explanation }) => explanation)).toEqual([
      'Số tiền của HD-01 khác nhau: bên ta ghi 1.000.000 đồng, đối tác ghi 900.000 đồng; bên ta nhiều hơn 100.000 đồng.',
      expect.stringMatching(
        /^Đối tác ghi 250\.000 đồng ngày \d\d\/\d\d\/\d{4} \(tham chiếu HD-02, 1 dòng\), bên ta không có giao dịch tương ứng; chênh 250\.000 đồng\.$/,
      ),
      expect.stringMatching(/^Bên ta ghi 320\.000 đồng .*sao kê của đối tác không có; chênh 320\.000 đồng\.$/),
      'Ngày của HD-04 khác nhau: bên ta ghi 19/11/2026, đối tác ghi 21/11/2026, cách nhau 2 ngày; số tiền 5.000 đồng.',
      'Trạng thái của HD-05 khác nhau: bên ta ghi “Chưa rõ kết quả” (0 đồng), đối tác ghi “Thành công” (70.000 đồng); chênh 70.000 đồng.',
      'Các dòng giống hệt nhau (HD-06) có số lượng khác nhau: bên ta 1 dòng, 40.000 đồng; đối tác 2 dòng, 80.000 đồng; đối tác nhiều hơn 40.000 đồng.',
      expect.stringContaining('Có nhiều cách khớp cho HD-07: 2 dòng của ta và 2 dòng của đối tác, mỗi bên 18.000 đồng'),
    ])
    const en = await read('en')
    expect(en?.result[0]).toMatchObject({
      field: 'Amount',
      explanation: 'The amounts of HD-01 differ: ours is VND 1,000,000, theirs VND 900,000; ours is more by VND 100,000.',
    })
    expect(en?.result.every(({ explanation }) => !/[{}]/.test(explanation))).toBe(true)
    expect(vi?.sums).toEqual({ oursSum: '1383000.00', theirsSum: '1323000.00', difference: '60000.00', atRisk: '803000.00' })
  })

  test('with the minus of the screens where money went out: a hyphen would read as a dash', async () => {
    const { id } = await world.session([{ kind: 'MISSING_THEIRS', reference: 'HT-01', ours: [{ amount: -320_000 }] }])
    const { data } = await world.it.list(own.list, { filter: { sessionId: id } }, { as: 'ketoan', language: 'vi' })
    expect(data?.result[0]?.explanation).toMatch(/^Bên ta ghi \u2212320\.000 đồng .*; chênh 320\.000 đồng\.$/)
  })

  test('is severe by its amount or by its working days, and filters say the same', async () => {
    const old = addDays(world.today, -40)
    const { id, breaks } = await world.session([
      amountBreak(60_000_000, 0),
      amountBreak(6_000_000, 0),
      amountBreak(1_000, 0),
      amountBreak(2_000, 0, { day: old }),
    ])
    const list = async (filter: object) =>
      (await world.it.list(own.list, { filter: { sessionId: id, ...filter }, sort: { field: 'atRisk', direction: 'desc' } }, { as: 'ketoan' })).data?.result ??
      []
    expect((await list({})).map(({ severity }) => severity)).toEqual(['HIGH', 'MEDIUM', 'HIGH', 'LOW'])
    expect((await list({ severity: 'HIGH' })).map((row) => row.id)).toEqual([breaks[0], breaks[3]])
    expect((await list({ severity: 'LOW' })).map((row) => row.id)).toEqual([breaks[2]])
    expect((await list({ bucket: 'OVER_7' })).map((row) => row.id)).toEqual([breaks[3]])
    expect((await list({ bucket: 'D0_1' })).map((row) => row.id)).toEqual([breaks[0], breaks[1], breaks[2]])
    expect((await list({ bucket: 'OVER_7' }))[0]?.age).toBeGreaterThan(20)
  })
})

describe('a break is given', () => {
  test('to somebody who handles breaks, with a due day; it waits among theirs', async () => {
    const { breaks } = await world.session([amountBreak(10, 9), amountBreak(20, 9)])
    const people = (await world.call(own.people, {})).data ?? []
    const me = people.find(({ account }) => account === 'ketoan')
    expect(me).toBeDefined()
    expect((await world.call(own.assign, { rows: await world.rows(breaks), assigneeId: me?.id, dueOn: world.today })).data).toMatchObject({
      done: 2,
      refused: 0,
    })
    const mine = await world.it.list(own.list, { filter: { mine: true } }, { as: 'ketoan' })
    expect(mine.data?.result.map(({ id, dueOn, assigneeName }) => ({ id, dueOn, assigneeName })).toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(
      breaks.map((id) => ({ id, dueOn: world.today, assigneeName: me?.name })),
    )
    expect((await world.it.list(own.list, { filter: { mine: true } }, { as: 'kiemsoat' })).data?.totalRecord).toBe(0)
    await world.call(own.assign, { rows: await world.rows([breaks[0] as string]) })
    expect(await world.breakNow(breaks[0] as string)).toMatchObject({ assignee_id: null, due_on: null })
  })

  test('to nobody who may not handle it', async () => {
    const { breaks } = await world.session([amountBreak(10, 9)])
    const stranger = await world.db.selectFrom('iam.person').select('id').where('account', '=', 'gdv').executeTakeFirst()
    const { data } = await world.call(own.assign, { rows: await world.rows(breaks), assigneeId: stranger?.id ?? '999999' })
    expect(data?.results[0]).toMatchObject({ code: breakErrors.assignee.code })
  })
})

describe('several breaks', () => {
  test('are offered what one of them at least can have, and nothing for those that are not open', async () => {
    const { breaks } = await world.session([
      { kind: 'MISSING_OURS', theirs: [{ amount: 4_000 }] },
      amountBreak(900_000, 890_000),
      { kind: 'DATE', ours: [{ amount: 5_000 }], theirs: [{ amount: 5_000 }] },
    ])
    const [missing, dear, late] = breaks as [string, string, string]
    const possible = async (...ids: string[]) => (await world.call(own.possible, { ids })).data
    expect(await possible(missing)).toEqual(['WRITE_OFF', 'ADJUST', 'CREATE', 'CARRY', 'DISPUTE'])
    expect(await possible(late)).toEqual(['MATCH', 'CARRY', 'DISPUTE'])
    expect(await possible(missing, late)).toEqual(['MATCH', 'WRITE_OFF', 'ADJUST', 'CREATE', 'CARRY', 'DISPUTE'])
    expect((await world.call(own.possible, { ids: [missing, late] }, 'tinh01')).data).toEqual([])
    for (const id of [missing, dear, late]) expect(await possible(id)).toEqual((await world.call(own.detail, { id })).data?.actions)
    await resolve([missing, dear], 'DISPUTE')
    expect(await possible(missing, dear)).toEqual([])
  })
})

describe('one person', () => {
  test('carries breaks forward: their lines wait for the next session, and reopening takes them back', async () => {
    const { id, breaks } = await world.session([{ kind: 'MISSING_THEIRS', ours: [{ amount: 500_000 }] }, amountBreak(100, 90)])
    expect(await resolve([breaks[0] as string], 'CARRY')).toMatchObject({ done: 1 })
    expect(await world.breakNow(breaks[0] as string)).toMatchObject({ status: 'RESOLVED', resolution: 'CARRY', resolved_by: 'ketoan' })
    expect(await world.db.selectFrom('reconciliation.waiting').select(['side', 'no', 'why']).where('session_id', '=', id).execute()).toEqual([
      { side: 'O', no: 1, why: 'CARRIED' },
    ])
    expect(await world.sessionNow(id)).toMatchObject({
      breaks: 2,
      breaks_open: 1,
      waiting_ours: 1,
      waiting_ours_sum: '500000.00',
      broken_ours: 1,
      at_risk: '10.00',
    })
    const [row] = await world.rows([breaks[0] as string])
    expect((await world.call(own.reopen, { id: row?.id ?? '', version: row?.version ?? 0, reason: 'Chưa chuyển' })).status).toBe(200)
    expect(await world.sessionNow(id)).toMatchObject({ breaks_open: 2, waiting_ours: 0, broken_ours: 2, broken_ours_sum: '500100.00' })
    expect(await world.breakNow(breaks[0] as string)).toMatchObject({ status: 'OPEN', resolution: null, resolved_by: null })
  })

  test('cannot carry what is older than the configuration allows, nor what a later session has taken over', async () => {
    const { id, breaks } = await world.session([
      { kind: 'MISSING_THEIRS', ours: [{ amount: 1 }], day: addDays(world.today, -40) },
      { kind: 'MISSING_THEIRS', ours: [{ amount: 2 }] },
    ])
    expect(await resolve([breaks[0] as string], 'CARRY')).toMatchObject({ refused: 1, results: [{ code: breakErrors.carryOver.code }] })
    await resolve([breaks[1] as string], 'CARRY')
    await world.db.updateTable('reconciliation.waiting').set({ taken_by_session_id: id }).where('session_id', '=', id).execute()
    const [row] = await world.rows([breaks[1] as string])
    expect(await world.call(own.reopen, { id: row?.id ?? '', version: row?.version ?? 0, reason: 'Mở lại' })).toMatchObject({
      status: 409,
      code: breakErrors.carriedOn.code,
    })
  })

  test('disputes, and the letter to the partner is a PDF', async () => {
    const { id, breaks } = await world.session([amountBreak(7_000, 6_500, { reference: 'TS-1' })])
    expect(await world.download(own.letter, { sessionId: id })).toMatchObject({ status: 422 })
    expect(await resolve(breaks, 'DISPUTE')).toMatchObject({ done: 1 })
    const { status, content } = await world.download(own.letter, { sessionId: id })
    expect([status, content.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const { data } = await world.it.list(world.desk.sessions.lines, { filter: { sessionId: id, side: 'OURS', state: ['DECIDED'] } }, { as: 'ketoan' })
    expect(data?.result.map(({ state }) => state)).toEqual(['DECIDED'])
    expect((await world.call(own.detail, { id: breaks[0] as string })).data?.lines.map(({ state }) => state)).toEqual(['DECIDED', 'DECIDED'])
  })

  test('changes nothing of a session that is confirmed', async () => {
    const { id, breaks } = await world.session([amountBreak(5, 4)])
    await resolve(breaks, 'DISPUTE')
    await world.db.updateTable('reconciliation.session').set({ status: 'CONFIRMED' }).where('id', '=', id).execute()
    const [row] = await world.rows(breaks)
    expect(await world.call(own.reopen, { id: row?.id ?? '', version: row?.version ?? 0, reason: 'Mở lại' })).toMatchObject({
      code: breakErrors.sessionOver.code,
    })
  })
})

describe('two people', () => {
  test('write off within the limit of the configuration, and it counts against the limit of the role that approves', async () => {
    const { id, breaks } = await world.session([amountBreak(100_000, 90_000), amountBreak(300_000, 150_000), amountBreak(8, 8), amountBreak(50_000, 20_000)])
    const [small, large, even, second] = breaks as [string, string, string, string]
    expect((await resolve([large], 'WRITE_OFF'))?.results[0]).toMatchObject({ code: breakErrors.overWriteOff.code })
    expect((await resolve([even], 'WRITE_OFF'))?.results[0]).toMatchObject({ code: breakErrors.noDifference.code })
    expect(await resolve([small, second], 'WRITE_OFF')).toMatchObject({ done: 2 })
    expect(await world.breakNow(small)).toMatchObject({ status: 'PROPOSED', resolution: 'WRITE_OFF' })
    await world.it.runtime.database.owner.query(`
      insert into limits.role_limit (role_id, kind, amount, updated_by)
      select h.role_id, 'WRITE_OFF', 30000, 'admin' from iam.held_role h join iam.user_account u on u.id = h.user_id where u.account = 'kiemsoat' on conflict do nothing`)
    expect((await world.decide(await world.pendingOf(BREAK, small))).status).toBe(200)
    // 10,000 is used, 20,000 is left, 30,000 is asked for.
    expect(await world.decide(await world.pendingOf(BREAK, second))).toMatchObject({ status: 409, code: 'LIM-001' })
    expect(await world.breakNow(second)).toMatchObject({ status: 'PROPOSED' })
    await world.it.runtime.database.owner.query("delete from limits.role_limit where kind = 'WRITE_OFF'")
    expect((await world.decide(await world.pendingOf(BREAK, second), 'REJECT')).status).toBe(200)
    expect(await world.breakNow(second)).toMatchObject({ status: 'OPEN', resolution: null, reason: '' })
    expect(await world.breakNow(small)).toMatchObject({ status: 'RESOLVED', resolved_by: 'kiemsoat' })
    expect(await world.sessionNow(id)).toMatchObject({ breaks: 4, breaks_open: 3 })
  })

  test('match what is outside the tolerance: a forced match with its difference, undone by reopening', async () => {
    const { id, breaks } = await world.session([amountBreak(100_000, 99_000)])
    await resolve(breaks, 'MATCH')
    expect((await world.decide(await world.pendingOf(BREAK, breaks[0] as string))).status).toBe(200)
    const pairs = await world.db.selectFrom('reconciliation.pair').select(['ours_no', 'theirs_no', 'method']).where('session_id', '=', id).execute()
    expect(pairs).toEqual([{ ours_no: 1, theirs_no: 1, method: 'F' }])
    expect(await world.db.selectFrom('reconciliation.match').select(['difference', 'made_by', 'agreed_by']).where('session_id', '=', id).execute()).toEqual([
      { difference: '1000.00', made_by: 'ketoan', agreed_by: 'kiemsoat' },
    ])
    expect(await world.sessionNow(id)).toMatchObject({ matched_ours: 1, matched_theirs: 1, broken_ours: 0, breaks_open: 0 })
    const [row] = await world.rows(breaks)
    expect((await world.call(own.reopen, { id: row?.id ?? '', version: row?.version ?? 0, reason: 'Khớp nhầm' })).status).toBe(200)
    expect(await world.sessionNow(id)).toMatchObject({ matched_ours: 0, broken_ours: 1, breaks_open: 1 })
    expect(await world.db.selectFrom('reconciliation.pair').select('match_no').where('session_id', '=', id).execute()).toEqual([])
  })

  test('match no more apart than may be written off: the limit of the configuration, and that of the role that approves', async () => {
    const { breaks } = await world.session([amountBreak(900_000, 100_000), amountBreak(100_000, 60_000), amountBreak(100_000, 90_000)])
    const [large, middle, small] = breaks as [string, string, string]
    expect((await resolve([large], 'MATCH'))?.results[0]).toMatchObject({ code: breakErrors.overWriteOff.code })
    expect((await world.call(own.detail, { id: large })).data?.actions).not.toContain('MATCH')
    expect(await resolve([middle, small], 'MATCH')).toMatchObject({ done: 2 })
    await world.it.runtime.database.owner.query(`
      insert into limits.role_limit (role_id, kind, amount, updated_by)
      select h.role_id, 'WRITE_OFF', (select 30000 + coalesce(sum(amount), 0) from limits.used x where x.kind = 'WRITE_OFF'), 'admin'
        from iam.held_role h join iam.user_account u on u.id = h.user_id where u.account = 'kiemsoat' on conflict do nothing`)
    expect((await world.decide(await world.pendingOf(BREAK, small))).status).toBe(200)
    // 10,000 is used, 20,000 is left, 40,000 is asked for.
    expect(await world.decide(await world.pendingOf(BREAK, middle))).toMatchObject({ status: 409, code: 'LIM-001' })
    expect(await world.breakNow(middle)).toMatchObject({ status: 'PROPOSED' })
    await world.it.runtime.database.owner.query("delete from limits.role_limit where kind = 'WRITE_OFF'")
  })

  test('cannot match a break of one side', async () => {
    const { breaks } = await world.session([{ kind: 'MISSING_OURS', theirs: [{ amount: 4_000 }] }])
    expect((await resolve(breaks, 'MATCH'))?.results[0]).toMatchObject({ code: breakErrors.bothSides.code })
    const { data } = await world.call(own.detail, { id: breaks[0] as string })
    expect(data?.actions).not.toContain('MATCH')
    expect(data?.actions).toEqual(expect.arrayContaining(['WRITE_OFF', 'ADJUST', 'CARRY', 'DISPUTE']))
    expect(data?.lines).toMatchObject([{ side: 'THEIRS', amount: '4000.00', state: 'BREAK' }])
  })

  test('resolve a break once, however many approve at the same moment', async () => {
    const { id, breaks } = await world.session([amountBreak(100_000, 99_000)])
    await resolve(breaks, 'MATCH')
    const request = await world.pendingOf(BREAK, breaks[0] as string)
    const answers = await Promise.all(Array.from({ length: 16 }, () => world.decide(request)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    expect(await world.db.selectFrom('reconciliation.pair').select('match_no').where('session_id', '=', id).execute()).toHaveLength(1)
    const resolved = await world.db
      .selectFrom('reconciliation.event')
      .select('what')
      .where('session_id', '=', id)
      .where('what', '=', 'BREAK_RESOLVED')
      .execute()
    expect(resolved).toHaveLength(1)
  })

  test('decide on a break as it was proposed: nobody else takes it into hand meanwhile, which would void the proposal', async () => {
    const { breaks } = await world.session([amountBreak(100, 99)])
    await resolve(breaks, 'ADJUST')
    const { data } = await world.call(own.assign, { rows: await world.rows(breaks), dueOn: world.today })
    expect(data).toMatchObject({ refused: 1, results: [{ code: 'SYS-410' }] })
    expect((await world.decide(await world.pendingOf(BREAK, breaks[0] as string))).status).toBe(200)
  })

  test('never the same person twice', async () => {
    const { breaks } = await world.session([amountBreak(100, 99)])
    await resolve(breaks, 'ADJUST')
    expect(await world.decide(await world.pendingOf(BREAK, breaks[0] as string), 'APPROVE', 'ketoan')).toMatchObject({ status: 403 })
  })
})
