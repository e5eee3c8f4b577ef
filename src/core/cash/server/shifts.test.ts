import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDelegation, revokeDelegation } from '#core/approvals/contract/delegation.ts'
import { decideRequest, getRequest, requestsOf, withdrawRequest } from '#core/approvals/contract/request.ts'
import { openAccounts, post, verifyLedger } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { pagesOf } from '../../../../test/pdf.ts'
import { cancelCount, explainVariance, findCount, listCounts, printCount, startCount, submitCount } from '../contract/counts.ts'
import { downloadDocument } from '../contract/documents.ts'
import { changeHoldingStatus, createHolding, findHolding, listHoldings, setSingleHanded } from '../contract/holdings.ts'
import { findShift, myShift, openShift, printShift, takeOverShift } from '../contract/shifts.ts'
import { heldShifts } from './open-shifts.ts'
import { openHoldings, openShiftsOf, refusedShift } from './public.ts'

const clock = testClock(new Date('2026-11-23T08:00:00+07:00'))
const TELLER = 'giaodichvien'
const OK = 'API000'
let test: TestApp
let unitId: string
let staff: Record<string, string>
let bankId: string
let till: { id: string; accountId: string }
let n = 0

beforeAll(async () => {
  test = await testApp({ clock })
  const { db } = test.runtime
  unitId = (await db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()).id
  const people = await db.selectFrom('iam.user_account').select(['account', 'staff_id']).execute()
  staff = Object.fromEntries(people.map(({ account, staff_id }) => [account, staff_id ?? '']))
  bankId = await inTx(async (tx) => (await openAccounts(tx, [{ code: 'BANK-TEST', name: 'Ngân hàng', class: 'ASSET', chart: 'BANK' }]))[0] as string)
})
afterAll(() => test.close())

type Tx = Parameters<typeof openHoldings>[0]
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => test.runtime.db.transaction().execute(work)

/** Moves cash from the bank to the till; negative: back. */
const move = (amount: bigint, accountId = till.accountId) =>
  inTx((tx) =>
    post(tx, {
      businessKey: `move-${n++}`,
      kind: 'TEST',
      service: 'CASH',
      businessDate: localDate(clock.now()),
      occurredAt: clock.now(),
      description: 'Tiếp quỹ',
      sourceType: 'test',
      sourceId: '1',
      officeUnitId: unitId,
      entries: [
        { accountId, side: amount > 0n ? 'D' : 'C', amount: amount > 0n ? amount : -amount },
        { accountId: bankId, side: amount > 0n ? 'C' : 'D', amount: amount > 0n ? amount : -amount },
      ],
    }),
  )

beforeEach(async () => {
  await test.runtime.database.owner.query(`
    update cash.count_session set ended_at = now() where ended_at is null;
    update cash.shift set status = 'CLOSED', closed_at = now() where status <> 'CLOSED'`)
  till = await inTx(async (tx) => (await openHoldings(tx, [{ code: `Q${n++}`, name: 'Quầy', kind: 'TILL', unitId }]))[0] as typeof till)
  await move(1_000_000_00n)
})

const pieces = (thousands: number) => [{ denomination: 1000 as const, pieces: thousands }]

async function opened(thousands = 1000, as = TELLER) {
  const shift = await test.call(openShift, { tillId: till.id }, { as })
  if (!shift.data) throw new Error(JSON.stringify(shift))
  const { data } = await test.call(myShift, {}, { as })
  const count = await test.call(submitCount, { sessionId: data?.count?.sessionId ?? '0', lines: pieces(thousands) }, { as })
  if (!count.data) throw new Error(JSON.stringify(count))
  return { shiftId: shift.data.id, count: count.data }
}

async function counted(
  reason: 'SHIFT' | 'DAY' | 'SPOT',
  thousands: number,
  { as = TELLER, holdingId = till.id, witnessId }: { as?: string; holdingId?: string; witnessId?: string } = {},
) {
  const started = await test.call(startCount, { holdingId, reason, ...(witnessId ? { witnessId } : {}) }, { as })
  if (!started.data) return { code: started.code, data: null }
  const reply = await test.call(submitCount, { sessionId: started.data.id, lines: pieces(thousands) }, { as })
  return { code: reply.code, data: reply.data }
}

async function explained(id: string, as = TELLER) {
  const { data } = await test.call(findCount, { id }, { as })
  return test.call(explainVariance, { id, version: data?.version ?? -1, reasonCode: 'SHORT_CHANGE', note: 'Trả thừa khách' }, { as })
}
const decide = (id: string, decision: 'APPROVE' | 'REJECT', as = 'kiemsoat') =>
  test.call(decideRequest, { id, version: 0, decision, reason: 'Đã đối chiếu' }, { as, headers: { 'idempotency-key': crypto.randomUUID() } })

const stateOf = async (shiftId: string) => (await test.call(findShift, { id: shiftId }, { as: 'admin' })).data?.status
const balance = async (accountId = till.accountId) =>
  (await test.runtime.db.selectFrom('ledger.account').select('balance').where('id', '=', accountId).executeTakeFirstOrThrow()).balance

describe('a shift', () => {
  it('opens with a blind count and closes with an even one', async () => {
    const { shiftId, count } = await opened()
    expect(count).toMatchObject({ counted: '1000000.00', ledgerBalance: '1000000.00', variance: '0.00' })
    expect(await stateOf(shiftId)).toBe('OPEN')
    await move(200_000_00n)
    const mine = await test.call(myShift, {}, { as: TELLER })
    expect(mine.data?.shift).toMatchObject({ status: 'OPEN', businessDate: '2026-11-23', moneyIn: '200000.00', moneyOut: '0.00', balance: '1200000.00' })
    expect(mine.data?.movements).toHaveLength(1)
    expect((await counted('SHIFT', 1200)).data).toMatchObject({ variance: '0.00', shiftId })
    expect(await stateOf(shiftId)).toBe('CLOSED')
    const after = await test.call(myShift, {}, { as: TELLER })
    expect(after.data).toMatchObject({ shift: null, last: { id: shiftId } })
    expect(after.data?.tills.map(({ id }) => id)).toContain(till.id)
  })

  it('is refused a second time, at a taken till, at a locked one and at what is no till, each in its own words', async () => {
    await opened()
    const second = await inTx(async (tx) => (await openHoldings(tx, [{ code: `Q${n++}`, name: 'Quầy', kind: 'TILL', unitId }]))[0])
    expect((await test.call(openShift, { tillId: second?.id ?? '' }, { as: TELLER })).code).toBe('CSH-125')
    expect((await test.call(openShift, { tillId: till.id }, { as: 'admin' })).code).toBe('CSH-124')
    const found = await test.call(findHolding, { id: second?.id ?? '' }, { as: 'admin' })
    await test.call(changeHoldingStatus, { id: second?.id ?? '', version: found.data?.version ?? 0, status: 'LOCKED' }, { as: 'admin' })
    expect((await test.call(openShift, { tillId: second?.id ?? '' }, { as: 'admin' })).code).toBe('CSH-122')
    const vault = await test.call(createHolding, { code: `V${n++}`, name: 'Quỹ chính', kind: 'VAULT', unitId }, { as: 'admin' })
    expect(vault.code).toBe(OK)
    expect((await test.call(openShift, { tillId: vault.data?.id ?? '' }, { as: 'admin' })).code).toBe('CSH-126')
  })

  it('is at a holding whose ceiling and floor are whole đồng, and no more than there can be', async () => {
    const open = (terms: { ceiling?: string; floor?: string }) =>
      test.call(createHolding, { code: `Q${n++}`, name: 'Quầy', kind: 'TILL', unitId, ...terms }, { as: 'admin' })
    expect(await open({ ceiling: '100.55' })).toMatchObject({ status: 422, errors: [{ field: 'ceiling', code: 'moneyWhole' }] })
    expect(await open({ floor: '0.5' })).toMatchObject({ status: 422, errors: [{ field: 'floor', code: 'moneyWhole' }] })
    expect(await open({ ceiling: '1000000000001' })).toMatchObject({ status: 422, errors: [{ field: 'ceiling', code: 'moneyMost' }] })
    expect((await open({ ceiling: '1000000', floor: '0' })).code).toBe(OK)
  })

  it('has one live row a till and a teller under 64 openings at the same moment', async () => {
    const tills = await inTx((tx) =>
      openHoldings(
        tx,
        Array.from({ length: 8 }, () => ({ code: `Q${n++}`, name: 'Quầy', kind: 'TILL' as const, unitId })),
      ),
    )
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, at) => test.call(openShift, { tillId: tills[at % 8]?.id ?? '' }, { as: at % 2 ? TELLER : 'admin' })),
    )
    const live = await openShiftsOf(test.runtime.db, { unitIds: [unitId] })
    expect(live).toHaveLength(2)
    expect(new Set(live.map(({ tillId }) => tillId)).size).toBe(2)
    expect(new Set(live.map(({ tellerStaffId }) => tellerStaffId)).size).toBe(2)
    expect(replies.filter(({ data }) => data)).toHaveLength(2)
    expect(new Set(replies.filter(({ data }) => !data).map(({ code }) => code))).toEqual(
      new Set(['CSH-124', 'CSH-125'].filter((code) => replies.some((reply) => reply.code === code))),
    )
    await test.runtime.database.owner.query('update cash.count_session set ended_at = now() where ended_at is null')
  })

  it('is what a request to pay out needs: the own one, at that till, open and not being counted', async () => {
    const ask = (tillId = till.id) =>
      inTx(async (tx) => {
        const shift = (await heldShifts(tx, [staff[TELLER] ?? ''])).get(staff[TELLER] ?? '')
        const refusal = refusedShift(shift, tillId)
        if (refusal) throw refusal
        return shift
      })
    await expect(ask()).rejects.toMatchObject({ definition: { code: 'CSH-120' } })
    const { shiftId } = await opened()
    expect(await ask(till.id)).toMatchObject({ id: shiftId, accountId: till.accountId, businessDate: '2026-11-23' })
    await expect(ask('1')).rejects.toMatchObject({ definition: { code: 'CSH-121' } })
    await test.call(startCount, { holdingId: till.id, reason: 'SHIFT' }, { as: TELLER })
    await expect(ask()).rejects.toMatchObject({ definition: { code: 'CSH-123' } })
  })

  it('is closed by a supervisor and a witness when the teller does not come back', async () => {
    const { shiftId } = await opened()
    const { data: shift } = await test.call(findShift, { id: shiftId }, { as: 'admin' })
    const take = (witnessId: string, as = 'ketoan') =>
      test.call(takeOverShift, { id: shiftId, version: shift?.version ?? 0, witnessId, reason: 'Nghỉ ốm' }, { as })
    expect((await take(staff[TELLER] ?? '')).code).toBe('CSH-149')
    expect((await take(staff.ketoan ?? '')).code).toBe('CSH-149')
    expect((await take(staff.kiemsoat ?? '', TELLER)).status).toBe(403)
    expect((await take(staff.kiemsoat ?? '')).code).toBe(OK)
    const session = await test.runtime.db
      .selectFrom('cash.count_session')
      .select('id')
      .where('holding_id', '=', till.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    const count = await test.call(submitCount, { sessionId: session.id, lines: pieces(999) }, { as: 'ketoan' })
    expect(count.data?.variance).toBe('-1000.00')
    const asked = await explained(count.data?.id ?? '', 'ketoan')
    expect((await decide(asked.data?.requestId ?? '', 'APPROVE')).code).toBe('CSH-151')
    // Nor by somebody in their place.
    const today = localDate(test.runtime.clock.now())
    const lent = await test.call(createDelegation, { account: 'tinh01', from: today, to: today, reason: 'Nghỉ phép' }, { as: 'kiemsoat' })
    expect((await decide(asked.data?.requestId ?? '', 'APPROVE', 'tinh01')).code).toBe('CSH-151')
    await test.call(revokeDelegation, { id: lent.data?.id ?? '', version: lent.data?.version ?? 0 }, { as: 'kiemsoat' })
    expect((await decide(asked.data?.requestId ?? '', 'APPROVE', 'admin')).code).toBe(OK)
    expect((await test.call(findShift, { id: shiftId }, { as: 'admin' })).data).toMatchObject({ status: 'CLOSED', abandoned: true })
  })
})

describe('a count', () => {
  it('refuses negative, broken and repeated pieces, each in its own words, and changes nothing', async () => {
    await test.call(openShift, { tillId: till.id }, { as: TELLER })
    const { data } = await test.call(myShift, {}, { as: TELLER })
    const sessionId = data?.count?.sessionId ?? ''
    const submitted = async (lines: { denomination: 1000 | 500; pieces: number }[]) => (await test.call(submitCount, { sessionId, lines }, { as: TELLER })).code
    expect(await submitted([{ denomination: 1000, pieces: -1 }])).toBe('CSH-144')
    expect(await submitted([{ denomination: 1000, pieces: 1.5 }])).toBe('CSH-145')
    expect(await submitted([...pieces(1), ...pieces(2)])).toBe('CSH-146')
    expect((await test.call(myShift, {}, { as: TELLER })).data?.count?.sessionId).toBe(sessionId)
    expect(await submitted(pieces(1000))).toBe(OK)
    expect(await submitted(pieces(1000))).toBe('CSH-140')
  })

  it('of a shift is its teller’s, of one person at a time, and called off by somebody else only', async () => {
    await opened()
    expect((await counted('SHIFT', 1000, { as: 'admin' })).code).toBe('CSH-127')
    expect((await counted('DAY', 1000, { as: 'admin' })).code).toBe('CSH-150')
    expect((await counted('SPOT', 1000)).code).toBe('CSH-147')
    await test.call(startCount, { holdingId: till.id, reason: 'SHIFT' }, { as: TELLER })
    expect((await test.call(startCount, { holdingId: till.id, reason: 'SPOT' }, { as: 'admin' })).code).toBe('CSH-141')
    expect((await test.call(cancelCount, { holdingId: till.id, reason: 'Nhầm' }, { as: TELLER })).status).toBe(403)
    expect((await test.call(cancelCount, { holdingId: till.id, reason: 'Nhầm' }, { as: 'admin' })).code).toBe(OK)
    expect((await test.call(startCount, { holdingId: till.id, reason: 'SPOT' }, { as: 'admin' })).code).toBe(OK)
    expect((await test.call(cancelCount, { holdingId: till.id, reason: 'Nhầm' }, { as: 'admin' })).code).toBe('CSH-152')
  })

  it('is never changed: a recount is a new row and both are shown', async () => {
    const { shiftId } = await opened()
    const first = await counted('SHIFT', 990)
    const second = await counted('SHIFT', 1000)
    const { data } = await test.list(listCounts, { filter: { shiftId } }, { as: 'admin' })
    expect(data?.result.map(({ reason, variance, varianceStatus }) => [reason, variance, varianceStatus])).toEqual([
      ['SHIFT', '0.00', null],
      ['SHIFT', '-10000.00', 'SUPERSEDED'],
      ['OPEN', '0.00', null],
    ])
    expect((await test.call(findCount, { id: second.data?.id ?? '' }, { as: 'admin' })).data?.recountOfId).toBe(first.data?.id)
    expect(await stateOf(shiftId)).toBe('CLOSED')
    await expect(test.runtime.pool.query('update cash.count set note = $1', ['x'])).rejects.toThrow('kept as it was submitted')
  })

  it('by surprise is made by somebody else before the holder, and does not end the shift', async () => {
    const { shiftId } = await opened()
    const spot = await counted('SPOT', 1001, { as: 'ketoan' })
    expect(spot.data).toMatchObject({ variance: '1000.00', shiftId: null })
    expect((await test.call(findCount, { id: spot.data?.id ?? '' }, { as: 'admin' })).data).toMatchObject({ reason: 'SPOT', varianceStatus: 'OPEN' })
    expect(await stateOf(shiftId)).toBe('OPEN')
  })
})

describe('a variance', () => {
  it('is explained by one, decided by another, and posted as pending shortage; the shift closes with it', async () => {
    const { shiftId } = await opened()
    const count = await counted('SHIFT', 950)
    expect(await stateOf(shiftId)).toBe('COUNTED')
    const asked = await explained(count.data?.id ?? '')
    expect(asked.code).toBe(OK)
    expect((await counted('SHIFT', 1000)).code).toBe('CSH-143')
    expect((await decide(asked.data?.requestId ?? '', 'APPROVE', TELLER)).status).toBe(403)
    expect(await balance()).toBe('1000000.00')
    expect((await decide(asked.data?.requestId ?? '', 'APPROVE')).code).toBe(OK)
    expect(await balance()).toBe('950000.00')
    expect(await stateOf(shiftId)).toBe('CLOSED')
    const pending = await test.runtime.db
      .selectFrom('ledger.account')
      .select(['balance', 'class'])
      .where('code', '=', 'SHORTAGE-010101')
      .executeTakeFirstOrThrow()
    expect(Number(pending.balance)).toBeGreaterThanOrEqual(50_000)
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it('that is refused stays open, and the next count has it again', async () => {
    const { shiftId } = await opened()
    const count = await counted('SHIFT', 1050)
    const asked = await explained(count.data?.id ?? '')
    await decide(asked.data?.requestId ?? '', 'REJECT')
    expect(await stateOf(shiftId)).toBe('COUNTED')
    const again = await counted('SHIFT', 1050)
    expect(again.data?.variance).toBe('50000.00')
    const second = await explained(again.data?.id ?? '')
    expect((await decide(second.data?.requestId ?? '', 'APPROVE')).code).toBe(OK)
    expect(await balance()).toBe('1050000.00')
    expect(await stateOf(shiftId)).toBe('CLOSED')
  })

  it('of the opening stands by itself, and holds up the closing count while it is decided', async () => {
    const { count } = await opened(998)
    expect(count.variance).toBe('-2000.00')
    const asked = await explained(count.id)
    expect((await counted('SHIFT', 998)).code).toBe('CSH-143')
    await decide(asked.data?.requestId ?? '', 'APPROVE')
    expect((await counted('SHIFT', 998)).data?.variance).toBe('0.00')
  })

  it('needs two people in the database too', async () => {
    await opened(998)
    const update = "update cash.variance set status = 'PENDING', reason_code = 'x', explained_by = 'a', decided_by = 'a' where holding_id = $1"
    await expect(test.runtime.pool.query(update, [till.id])).rejects.toThrow('variance_two_people')
  })
})

describe('a holding', () => {
  it('with money, a shift or a variance is not closed, and the refusal says what is open', async () => {
    await opened(999)
    const { data } = await test.call(findHolding, { id: till.id }, { as: 'admin' })
    const reply = await test.call(changeHoldingStatus, { id: till.id, version: data?.version ?? 0, status: 'CLOSED' }, { as: 'admin', language: 'en' })
    expect(reply.code).toBe('CSH-106')
    for (const part of ['there is cash in it', 'shift CA', 'the variance of count KQ']) expect(reply.message).toContain(part)
  })

  it('hides its figures from who counts it, and from nobody else', async () => {
    await test.call(openShift, { tillId: till.id }, { as: TELLER })
    const seen = async (as: string) => (await test.list(listHoldings, { pageSize: 100 }, { as })).data?.result.find(({ id }) => id === till.id)?.balance
    expect(await seen(TELLER)).toBeNull()
    expect(await seen('admin')).toBe('1000000.00')
    expect((await test.call(findHolding, { id: till.id }, { as: TELLER })).data).toMatchObject({ blind: true, balance: null, movements: [] })
  })

  it('of a single-handed office is vault and till, and the unit above decides', async () => {
    const { db } = test.runtime
    const office = await db.selectFrom('organisation.unit').select(['id', 'parent_id']).where('code', '=', '010102').executeTakeFirstOrThrow()
    const made = await test.call(createHolding, { code: `V${n++}`, name: 'Quỹ chính', kind: 'VAULT', unitId: office.id }, { as: 'admin' })
    const id = made.data?.id ?? ''
    expect((await test.call(setSingleHanded, { id, version: 0, singleHanded: true }, { as: 'admin' })).code).toBe(OK)
    const account = await db.selectFrom('cash.holding').select('account_id').where('id', '=', id).executeTakeFirstOrThrow()
    await move(500_000_00n, account.account_id)
    expect((await test.call(openShift, { tillId: id }, { as: 'admin' })).code).toBe(OK)
    const session = await db.selectFrom('cash.count_session').select('id').where('holding_id', '=', id).where('ended_at', 'is', null).executeTakeFirstOrThrow()
    const count = await test.call(submitCount, { sessionId: session.id, lines: pieces(499) }, { as: 'admin' })
    const asked = await explained(count.data?.id ?? '', 'admin')
    const request = await db
      .selectFrom('approvals.request')
      .select(['district_unit_id', 'office_unit_id'])
      .where('id', '=', asked.data?.requestId ?? '')
      .executeTakeFirstOrThrow()
    expect(request).toEqual({ district_unit_id: office.parent_id, office_unit_id: null })
  })

  it('of a single-handed office: who asked sees the request that the unit above decides, and takes it back; nobody else of the office sees it', async () => {
    const single = (is: boolean) => test.runtime.database.owner.query('update cash.unit_state set single_handed = $2 where unit_id = $1', [unitId, is])
    const { count } = await opened(999)
    await single(true)
    const asked = await explained(count.id)
    const request = { id: asked.data?.requestId ?? '' }
    const own = await test.call(getRequest, request, { as: TELLER })
    expect(own.data).toMatchObject({ status: 'PENDING', mayWithdraw: true, mayDecide: false })
    expect((await test.call(requestsOf, { subjectType: 'cash.count', subjectId: count.id }, { as: TELLER })).data).toMatchObject([request])
    const { rows } = await test.runtime.pool.query(
      "select account from iam.user_account where unit_id = $1 and scope_kind = 'UNIT' and account <> $2 and status = 'ACTIVE' limit 1",
      [unitId, TELLER],
    )
    for (const { account } of rows) expect((await test.call(getRequest, request, { as: account })).code).toBe('SYS-404')
    expect((await decide(request.id, 'APPROVE', TELLER)).code).toBe('APR-001')
    expect((await test.call(withdrawRequest, { ...request, version: 0 }, { as: TELLER })).code).toBe(OK)
    expect((await test.call(findCount, { id: count.id }, { as: TELLER })).data).toMatchObject({ varianceStatus: 'OPEN', pendingRequestId: null })
    await single(false)
  })

  it('names one of the reasons of the list, which every installation has', async () => {
    const { count } = await opened(999)
    const { data } = await test.call(findCount, { id: count.id }, { as: TELLER })
    const refused = await test.call(explainVariance, { id: count.id, version: data?.version ?? -1, reasonCode: 'NO_SUCH', note: 'x' }, { as: TELLER })
    expect(refused).toMatchObject({ code: 'CSH-154' })
    expect((await explained(count.id)).code).toBe(OK)
    expect((await test.call(findCount, { id: count.id }, { as: TELLER })).data?.varianceReason).toBe('Thu hoặc trả nhầm tiền cho khách')
  })

  it('counts against the limit of who decides it', async () => {
    const { pool } = test.runtime
    await pool.query(`insert into limits.role_limit (role_id, kind, amount, updated_by)
      select h.role_id, 'WRITE_OFF', 1500 + (select coalesce(sum(amount), 0) from limits.used where kind = 'WRITE_OFF' and user_id = u.id), 'admin'
      from iam.held_role h join iam.user_account u on u.id = h.user_id where u.account = 'kiemsoat'`)
    const first = await explained((await opened(999)).count.id)
    expect((await decide(first.data?.requestId ?? '', 'APPROVE')).code).toBe(OK)
    const recount = await counted('SHIFT', 998)
    const second = await explained(recount.data?.id ?? '')
    expect((await decide(second.data?.requestId ?? '', 'APPROVE', 'kiemsoat')).code).toBe('LIM-001')
    await pool.query("delete from limits.role_limit where kind = 'WRITE_OFF'")
  })
})

describe('a paper', () => {
  async function pdf(document: { documentId: string; copy: number } | null, as = TELLER) {
    const path = downloadDocument.path
    return test.app.inject({
      method: 'GET',
      url: `/api${path}`,
      query: { id: document?.documentId ?? '', copy: String(document?.copy) },
      headers: { ...(await test.headersOf(as)), 'accept-language': 'vi' },
    })
  }

  it('has a number and the figures of its first print; each further print is a counted copy, fetched by who printed it', async () => {
    const { shiftId } = await opened()
    const count = await counted('SHIFT', 1000)
    const first = await test.call(printCount, { id: count.data?.id ?? '' }, { as: TELLER })
    expect(first.data).toMatchObject({ number: expect.stringMatching(/^BBKQ261123\d{6}$/), copy: 0 })
    const second = await test.call(printCount, { id: count.data?.id ?? '' }, { as: TELLER })
    expect(second.data).toMatchObject({ number: first.data?.number, copy: 1 })
    const text = pagesOf((await pdf(second.data)).rawPayload)
      .flat()
      .join('\n')
    for (const part of ['BIÊN BẢN KIỂM KÊ QUỸ', 'Bản sao 1', first.data?.number ?? '', '1.000.000', 'Một triệu đồng', 'SHA-256']) expect(text).toContain(part)
    expect((await pdf(second.data, 'admin')).statusCode).toBe(404)
    const slip = await test.call(printShift, { id: shiftId }, { as: TELLER })
    expect(
      pagesOf((await pdf(slip.data)).rawPayload)
        .flat()
        .join('\n'),
    ).toContain('PHIẾU CA')
    await expect(test.runtime.pool.query("update cash.document set figures = '{}'")).rejects.toThrow('kept as it was issued')
  })
})
