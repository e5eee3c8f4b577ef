/** Lines of payout lists at the counter: paid in the portal and by the counter channel, once, from the account of their list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmClaim, findPayables, releaseClaim } from '#core/cash/contract/counter/pay.ts'
import { startCount } from '#core/cash/contract/counts.ts'
import { cashPosition } from '#core/cash/contract/position/position.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { listLines } from '#core/payouts/contract/lines.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { testClock } from '../../../../../test/app.ts'
import { type PayingPlace, type PayingWorld, payingWorld } from '../../../../../test/paying.ts'
import { balances } from '../../../../../test/payments.ts'
import type { Person } from '../../../../../test/payouts.ts'
import { lineCode } from '../../contract/payouts.ts'
import { unknownAtCounter } from '../close-check.ts'

let world: PayingWorld
const clock = testClock()
const CFM = { clientId: 'PP_CFM_NEW' } as const
let here: PayingPlace
let there: PayingPlace

beforeAll(async () => {
  world = await payingWorld({ clock })
  ;({ here, there } = world)
})
afterAll(async () => {
  expect(await verifyLedger(world.runtime.db)).toEqual([])
  await world.close()
})

const owner = () => world.owner()
const list = (people: readonly Person[]) => world.payable(people)
const claim = (...args: Parameters<PayingWorld['claimAt']>) => world.claimAt(...args)
const command = (account: string) => world.command(account)
const statusOf = (id: string) => world.statusOf(id)
/** The account of a list equals what it has not paid. */
async function unpaid(listId: string) {
  const { account, unpaid: lines } = await world.sides(listId)
  expect(account).toBe(lines)
  return account
}
const report = (...args: Parameters<PayingWorld['report']>) => world.report(...args)
const send = (body: object) => world.send(body)
const outcomeOf = (ref: string, status: string) => world.outcomeOf(ref, status)
const PAID = { outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' } }

describe('in the portal', () => {
  test('found by identity number, claimed, confirmed: the money leaves the account of the list', async () => {
    const person = world.person(500_000)
    const { id, lines } = await list([person, world.person(300_000)])
    const [line] = lines
    const { data } = await world.call(findPayables, { text: String(person.identityNumber) }, { as: here.account, ...CFM })
    expect(data?.found).toMatchObject([
      { kind: 'PAYOUT_LINE', code: lineCode(line?.id ?? ''), name: person.name, amount: '500000.00', hindrance: null, needsSecret: false },
    ])
    const before = await balances(world.runtime)
    const held = await claim(line?.id ?? '', person)
    expect(held.data, JSON.stringify(held)).toMatchObject({ result: 'CLAIMED' })
    expect(await statusOf(line?.id ?? '')).toBe('CLAIMED')
    expect(await unpaid(id)).toBe(800_000)
    expect((await world.call(confirmClaim, { id: held.data?.claim?.id ?? '' }, command(here.account))).status).toBe(200)
    expect(await statusOf(line?.id ?? '')).toBe('PAID')
    expect(await unpaid(id)).toBe(300_000)
    const after = await balances(world.runtime)
    expect(Number(after[`CASH-${here.till}`]) - Number(before[`CASH-${here.till}`])).toBe(-500_000)
    expect((await world.detail(id)).status).toBe('PAYING')
    const again = await claim(line?.id ?? '', person)
    expect(again).toMatchObject({ status: 409, code: 'PYL-039', message: expect.stringContaining(world.point.name) })
    expect(again.message).toMatch(/\d\d:\d\d/)
  })

  test('64 at the same time, half of them by the channel of another office: one holds it', async () => {
    const person = world.person(100_000)
    const { lines } = await list([person])
    const id = lines[0]?.id ?? ''
    const replies = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        if (n % 2) return (await claim(id, person)).data?.result === 'CLAIMED'
        return (await send(report(id, person, {}, n % 4 ? here : there))).status === 200
      }),
    )
    expect(replies.filter(Boolean)).toHaveLength(1)
    const { rows } = await world.runtime.pool.query('select count(*)::int as n from cash.slip where source_id = $1', [lineCode(id)])
    expect(rows[0].n).toBe(1)
  })

  test('given up it is free; neither confirmed nor given up it is unknown and never free', async () => {
    const person = world.person(100_000)
    const { id: listId, lines } = await list([person])
    const id = lines[0]?.id ?? ''
    const first = (await claim(id, person)).data?.claim?.id ?? ''
    await world.call(releaseClaim, { id: first }, command(here.account))
    expect(await statusOf(id)).toBe('UNPAID')
    const second = (await claim(id, person)).data?.claim?.id ?? ''
    await world.ageIn(4)
    expect(await statusOf(id)).toBe('CLAIMED')
    await world.ageIn(6)
    expect(await statusOf(id)).toBe('UNKNOWN')
    expect(await world.call(confirmClaim, { id: second }, command(here.account))).toMatchObject({ status: 409, code: 'CSH-630' })
    await world.ageIn(400 * 24 * 60)
    expect(await statusOf(id)).toBe('UNKNOWN')
    expect(await claim(id, person)).toMatchObject({ status: 409, code: 'PYL-075' })
    expect(await unpaid(listId)).toBe(100_000)
  })

  test('found by the words of a name, at the point that pays it alone', async () => {
    const person = world.person(100_000, {
      name: 'Đặng Thị Ánh Tuyết',
      receiverName: 'Lò Văn Pín',
      receiverIdentity: '001190000778',
      receiverPaper: '13-HSB số 14',
    })
    const { id, lines } = await list([person])
    const code = lineCode(lines[0]?.id ?? '')
    const find = async (text: string, at = here) => (await world.call(findPayables, { text }, { as: at.account, ...CFM })).data
    expect((await find('anh tuyet'))?.found.map((one) => one.code)).toEqual([code, code])
    expect((await find('Pín lò'))?.found.map((one) => one.to)).toEqual(['RECEIVER', 'AUTHORISED'])
    expect(await find('Đặng Ánh Tuyết', there)).toEqual({ found: [], more: false })
    expect(await world.call(findPayables, { text: 'Ánh' }, { as: here.account, ...CFM })).toMatchObject({ status: 422 })
    expect(await world.call(findPayables, { text: 'Ánh %_; --' }, { as: here.account, ...CFM })).toMatchObject({ status: 422 })
    await world.close_(id)
    expect(await find('anh tuyet')).toEqual({ found: [], more: false })
  })

  test('more than are shown of one name: it is said that there are further ones', async () => {
    await list(Array.from({ length: 21 }, () => world.person(1_000, { name: 'Phạm Trùng Tên' })))
    const { data } = await world.call(findPayables, { text: 'trung ten' }, { as: here.account, ...CFM })
    expect([data?.found.length, data?.more]).toEqual([20, true])
  })

  test('a closing count waits for the claim of its till, which is confirmed or given up first', async () => {
    const person = world.person(100_000)
    const { lines } = await list([person])
    const start = () => world.call(startCount, { holdingId: here.tillId, reason: 'SHIFT' }, { as: here.account, ...CFM })
    const held = (await claim(lines[0]?.id ?? '', person)).data?.claim?.id ?? ''
    expect(await start()).toMatchObject({ status: 409, code: 'CSH-637', message: expect.stringContaining(lineCode(lines[0]?.id ?? '')) })
    await world.call(confirmClaim, { id: held }, command(here.account))
    expect(await start()).toMatchObject({ status: 200 })
    const other = world.person(100_000)
    const { lines: further } = await list([other])
    expect(await claim(further[0]?.id ?? '', other)).toMatchObject({ status: 409, code: 'CSH-123' })
    await owner().query('update cash.count_session set ended_at = now() where holding_id = $1', [here.tillId])
  })

  test('what may be fetched tomorrow is due in the forecast of cash, which opens these lines', async () => {
    const [one, two, three] = [world.person(700_000), world.person(300_000), world.person(900_000)]
    const { lines } = await list([one, two, three])
    await claim(lines[2]?.id ?? '', three)
    const { data } = await world.call(cashPosition, { unitId: here.unitId }, { as: 'admin', ...CFM })
    const line = data?.forecast.lines.find(({ name }) => name === 'payouts.lines')
    const asked = new URLSearchParams(line?.path?.split('?')[1])
    expect(asked.get('unitId')).toBe(here.unitId)
    const filter = { dueTomorrow: asked.get('dueTomorrow') === 'true', unitId: asked.get('unitId') ?? '' }
    const due = await world.list(listLines, { filter, pageSize: 100 }, { as: 'admin', clientId: 'PP_CFM' })
    expect(due.data?.sums?.amount).toBe(line?.moneyOut)
    const ids = due.data?.result.map(({ id }) => id)
    expect([lines[0], lines[1], lines[2]].map((one) => ids?.includes(one?.id ?? ''))).toEqual([true, true, false])
  })

  test('one that nobody confirmed holds up the close of its day once it is older than its limit', async () => {
    const person = world.person(100_000)
    const { lines } = await list([person])
    const lost = await send(report(lines[0]?.id ?? '', person, { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } }))
    const found = async (businessDate: string, unitId = here.unitId) =>
      (await unknownAtCounter((id, kind) => `/${kind}/${id}`).check(world.runtime.db, [{ dayId: '1', unitId, businessDate }])).map(
        ({ code, severity, path }) => [...[code, severity], path?.split('/')[1]],
      )
    const expected = [(lost.data as { transactionCode: string }).transactionCode, 'BLOCK', 'PAYOUT_LINE']
    const today = localDate(clock.now())
    expect(await found(today)).not.toContainEqual(expected)
    expect(await found(addDays(today, 1))).toContainEqual(expected)
    expect(await found(addDays(today, 1), there.unitId)).not.toContainEqual(expected)
  })

  test('an authorised receiver shows the authorisation', async () => {
    const person = world.person(100_000, { receiverName: 'Lê Thị Con', receiverIdentity: '001190000777', receiverPaper: '13-HSB số 12' })
    const { lines } = await list([person])
    const id = lines[0]?.id ?? ''
    const { data } = await world.call(findPayables, { text: '001190000777' }, { as: here.account, ...CFM })
    expect(data?.found).toMatchObject([{ to: 'AUTHORISED', name: 'Lê Thị Con', paper: '13-HSB số 12' }])
    const payee = { name: 'Lê Thị Con', identityType: 'CCCD', identityNumber: '001190000777' }
    expect(await claim(id, person, { to: 'AUTHORISED', payee })).toMatchObject({ status: 422, code: 'CFM-014', errors: [{ field: 'paper' }] })
    expect(await statusOf(id)).toBe('UNPAID')
    expect((await claim(id, person, { to: 'AUTHORISED', payee, paper: '13-HSB số 12' })).data).toMatchObject({ result: 'CLAIMED' })
  })

  test.each<[string, object, string]>([
    ['somebody else’s paper', { payee: { name: 'Ai đó', identityType: 'CCCD', identityNumber: '001190009999' } }, 'CFM-009'],
    ['another amount', { amount: '90000' }, 'CFM-002'],
    ['a line that is not there', { code: 'DC000000099999' }, 'PYL-036'],
    ['an old identity card', { payee: { name: 'Ai đó', identityType: 'CCCD', identityNumber: '012345678' } }, 'CSH-606'],
  ])('%s is refused and changes nothing', async (_, change, refusal) => {
    const person = world.person(100_000)
    const { lines } = await list([person])
    expect(await claim(lines[0]?.id ?? '', person, change)).toMatchObject({ code: refusal })
    expect(await statusOf(lines[0]?.id ?? '')).toBe('UNPAID')
  })

  test('a slip of another point, one that is held, and more than the till has', async () => {
    const [person, big] = [world.person(100_000), world.person(40_000_000)]
    const { id, lines } = await list([person, big])
    const [one, two] = lines
    expect(await claim(one?.id ?? '', person, {}, there)).toMatchObject({ status: 409, code: 'PYL-041', message: expect.stringContaining(world.point.name) })
    expect(await claim(two?.id ?? '', big)).toMatchObject({ code: 'CSH-605' })
    await owner().query("update payout.line set status = 'HELD', hold_reason = 'Chờ xác minh' where id = $1", [one?.id])
    expect(await claim(one?.id ?? '', person)).toMatchObject({ status: 409, code: 'PYL-037', message: expect.stringContaining('Chờ xác minh') })
    expect(await unpaid(id)).toBe(40_100_000)
  })

  test('what went back to the payer is not paid any more', async () => {
    const person = world.person(100_000)
    const { id, lines } = await list([person])
    await world.close_(id)
    expect(await claim(lines[0]?.id ?? '', person)).toMatchObject({ status: 409, code: 'PYL-038' })
    expect(await send(report(lines[0]?.id ?? '', person))).toMatchObject({ status: 409, code: 'PYL-038' })
    expect(await unpaid(id)).toBe(0)
  })
})

describe('by the counter channel', () => {
  test('a claim and its outcome pay once; what was paid twice is owed by whoever paid it', async () => {
    const person = world.person(200_000)
    const { id: listId, lines } = await list([person])
    const id = lines[0]?.id ?? ''
    const first = report(id, person)
    expect(await send(first)).toMatchObject({ status: 200, data: { status: 'INITIATED' } })
    expect(await outcomeOf(first.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('PAID')
    expect(await unpaid(listId)).toBe(0)
    expect(await send(report(id, person))).toMatchObject({ status: 409, code: 'PYL-039' })
    const before = await balances(world.runtime)
    expect(await send(report(id, person, PAID, there))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    const after = await balances(world.runtime)
    expect(Number(after['1388.PAYOUT']) - Number(before['1388.PAYOUT'] ?? 0)).toBe(200_000)
    expect(await unpaid(listId)).toBe(0)
  })

  test('a fact is never refused: at another point, and of an unknown result that holds the line', async () => {
    const person = world.person(200_000)
    const { id: listId, lines } = await list([person])
    const id = lines[0]?.id ?? ''
    const lost = report(id, person, { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } }, there)
    expect(await send(lost)).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('UNKNOWN')
    expect(await claim(id, person)).toMatchObject({ status: 409, code: 'PYL-075' })
    expect(await outcomeOf(lost.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('PAID')
    expect(await unpaid(listId)).toBe(0)
  })

  test('what the account of the list refuses lies in suspense', async () => {
    const person = world.person(200_000)
    const { id: listId, lines } = await list([person])
    await owner().query("update ledger.account set status = 'LOCKED' where id = (select account_id from payout.list where id = $1)", [listId])
    expect(await send(report(lines[0]?.id ?? '', person, PAID))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    expect(await statusOf(lines[0]?.id ?? '')).toBe('PAID')
    const { rows } = await world.runtime.pool.query("select reason, side, amount from payment.suspense where service = 'PAYOUT'")
    expect(rows).toEqual([{ reason: 'INACTIVE', side: 'D', amount: '200000.00' }])
  })
})
