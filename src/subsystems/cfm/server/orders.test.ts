/** What people see of money orders and do with them: both offices, masked numbers, receivers told, wrong secrets forgotten, slips printed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printCounterSlip } from '#core/cash/contract/counter/slip.ts'
import { downloadDocument } from '#core/cash/contract/documents.ts'
import { cashPosition } from '#core/cash/contract/position/position.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { BINH, type CounterWorld, counterWorld, LAN, PAID, payout, transfer } from '../../../../test/counter.ts'
import { listLargeCash, revealLargeCash } from '../contract/large-cash.ts'
import { findOrder, listOrders, revealIdentity, tellReceiver, unlockOrder } from '../contract/orders.ts'
import { unknownAtCounter } from './close-check.ts'

const clock = testClock()
const ADMIN = { as: 'admin', clientId: 'PP_CFM' } as const
/** Of the province of Hanoi and everything below it. */
const PROVINCE = { as: 'tinh01', clientId: 'PP_CFM' } as const
let it: TestApp
let world: CounterWorld

beforeAll(async () => {
  it = await testApp({ clock })
  await it.runtime.pool.query(`
    insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account in ('tinh01', 'admin') on conflict do nothing;
    insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN' on conflict do nothing`)
  world = await counterWorld(it)
  await world.openShift(world.hcm)
  await world.send(transfer(world.hcm, { amount: '50000000' }))
})
afterAll(() => it.close())

async function sent(counter = world.hanoi, change: object = {}) {
  const reply = await world.send(transfer(counter, change))
  const { data } = await it.call(findOrder, { code: reply.data?.transactionCode ?? '' }, ADMIN)
  if (!data) throw new Error('no order')
  return { id: data.id, code: data.code, version: data.version, secret: reply.data?.told?.secret ?? '', transactionId: data.slips[0]?.transactionId ?? '' }
}
const codesSeen = async (who: typeof ADMIN | typeof PROVINCE) => (await it.list(listOrders, { pageSize: 100 }, who)).data?.result.map(({ code }) => code) ?? []
async function lock(code: string, secret: string) {
  const wrong = secret === '00000000' ? '11111111' : '00000000'
  for (let at = 0; at < 5; at++) await world.send(payout(world.hcm, code, { secret: wrong }))
}

describe('who sees an order', () => {
  test('the office that sent it, and the one that pays it from its claim on', async () => {
    const own = await sent()
    const other = await sent(world.hcm)
    expect(await codesSeen(PROVINCE)).toContain(own.code)
    expect(await codesSeen(PROVINCE)).not.toContain(other.code)
    expect(await it.call(findOrder, { id: other.id }, PROVINCE)).toMatchObject({ status: 404 })
    await world.send(payout(world.hanoi, other.code, PAID))
    expect(await codesSeen(PROVINCE)).toContain(other.code)
    const { data } = await it.call(findOrder, { id: other.id }, PROVINCE)
    expect(data).toMatchObject({
      status: 'PAID',
      sends: false,
      slips: [
        { type: 'TRANSFER', visible: false },
        { type: 'PAYOUT', visible: true },
      ],
    })
    expect(data?.journals).toHaveLength(2)
    expect(data?.timeline.map(({ step }) => step)).toEqual(['SENT', 'CLAIMED', 'PAID'])
  })

  test('no answer holds an identity number in full; showing it takes a right and a reason, and is written down', async () => {
    const { id, code } = await sent(world.hanoi, { receiver: { name: BINH.name, identityNumber: BINH.identityNumber } })
    await world.send(payout(world.hcm, code, { ...PAID, payee: BINH }))
    const shown = JSON.stringify([await it.call(findOrder, { id }, ADMIN), await it.list(listOrders, { pageSize: 100 }, ADMIN)])
    expect(shown).toContain('••••••••2345')
    for (const number of [LAN.identityNumber, BINH.identityNumber]) expect(shown).not.toContain(number)
    expect(await it.call(revealIdentity, { id, reason: ' ' }, ADMIN)).toMatchObject({ status: 422 })
    expect((await it.call(revealIdentity, { id, reason: 'Đối chiếu khiếu nại' }, ADMIN)).data).toEqual({
      senderIdentityNumber: LAN.identityNumber,
      receiverIdentityNumber: BINH.identityNumber,
      payeeIdentityNumber: BINH.identityNumber,
    })
    const { rows } = await it.runtime.pool.query(
      "select actor, after from platform.audit_entry where subject_type = 'cash.money_order' and subject_id = $1 and after->>'reason' is not null",
      [id],
    )
    expect(rows).toEqual([{ actor: 'user:admin', after: { code, reason: 'Đối chiếu khiếu nại' } }])
  })
})

describe('telling the receiver', () => {
  test('who, how and when is kept; once', async () => {
    const { id, version } = await sent()
    const today = localDate(clock.now())
    expect(await it.call(tellReceiver, { id, version, how: 'PHONE', toldOn: today, note: 'Gặp con gái' }, PROVINCE)).toMatchObject({ status: 200 })
    const { data } = await it.call(findOrder, { id }, ADMIN)
    expect(data).toMatchObject({ status: 'NOTIFIED', toldOn: today, toldHow: 'PHONE', toldBy: 'tinh01', telling: null })
    expect(data?.timeline.at(-1)).toMatchObject({ step: 'NOTIFIED', note: 'Gặp con gái' })
    expect(await it.call(tellReceiver, { id, version: data?.version ?? 0, how: 'PHONE', toldOn: today }, ADMIN)).toMatchObject({ status: 409, code: 'SYS-410' })
  })

  test('not before it was sent, and not tomorrow', async () => {
    const { id, version } = await sent()
    const today = localDate(clock.now())
    for (const toldOn of [addDays(today, -1), addDays(today, 1)])
      expect(await it.call(tellReceiver, { id, version, how: 'VISIT', toldOn }, ADMIN)).toMatchObject({
        status: 422,
        code: 'CFM-011',
        errors: [{ field: 'toldOn' }],
      })
  })

  test('whoever was not told within the working day stands in the list of those', async () => {
    const { id, code } = await sent()
    const inList = async (telling: 'WAITING' | 'LATE') =>
      (await it.list(listOrders, { filter: { telling: [telling] }, pageSize: 100 }, ADMIN)).data?.result.map((row) => row.code) ?? []
    expect(await inList('WAITING')).toContain(code)
    expect(await inList('LATE')).not.toContain(code)
    await it.runtime.database.owner.query('update cash.money_order set tell_by = $1 where id = $2', [addDays(localDate(clock.now()), -1), id])
    expect(await inList('WAITING')).not.toContain(code)
    expect(await inList('LATE')).toContain(code)
  })
})

test('what has to be given back by tomorrow is what the forecast of cash says, and the list that it opens', async () => {
  const { id } = await sent()
  await it.runtime.database.owner.query('update cash.money_order set return_on = $1 where id = $2', [addDays(localDate(clock.now()), 1), id])
  const { data } = await it.call(cashPosition, { unitId: world.hanoi.unitId }, ADMIN)
  const line = data?.forecast.lines.find(({ name }) => name === 'cfm.returns')
  const asked = new URLSearchParams(line?.path?.split('?')[1])
  expect(asked.get('dueBack')).toBe('true')
  const filter = { dueBack: true, fromUnitId: asked.get('fromUnitId') ?? '' }
  const rows = (await it.list(listOrders, { filter, pageSize: 100 }, ADMIN)).data?.result ?? []
  expect(rows.map((row) => row.id)).toContain(id)
  expect(sumMoney(rows.map(({ returnAmount }) => returnAmount))).toBe(line?.moneyOut)
})

test('a payment whose outcome nobody knows holds up the days of its office once it is older than its limit', async () => {
  const lost = { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất kết nối' } }
  const { data } = await world.send(transfer(world.hanoi, lost))
  const today = localDate(clock.now())
  const found = async (businessDate: string, unitId = world.hanoi.unitId) =>
    (await unknownAtCounter((id) => `/x?id=${id}`).check(it.runtime.db, [{ dayId: '1', unitId, businessDate }])).map(({ code, severity }) => [code, severity])
  expect(await found(today)).not.toContainEqual([data?.transactionCode, 'BLOCK'])
  expect(await found(addDays(today, 1))).toContainEqual([data?.transactionCode, 'BLOCK'])
  expect(await found(addDays(today, 1), world.hcm.unitId)).toEqual([])
})

describe('unlocking', () => {
  test('at the office that sent it, with a reason; then the secret pays', async () => {
    const { id, code, secret } = await sent()
    await lock(code, secret)
    const { data: locked } = await it.call(findOrder, { id }, ADMIN)
    expect(locked).toMatchObject({ locked: true, wrongTries: 5 })
    expect(await it.call(unlockOrder, { id, version: locked?.version ?? 0, reason: 'Người gửi xuất trình CCCD' }, PROVINCE)).toMatchObject({ status: 200 })
    const { data } = await it.call(findOrder, { id }, ADMIN)
    expect(data).toMatchObject({ locked: false, wrongTries: 0 })
    expect(data?.timeline.slice(-2)).toMatchObject([{ step: 'LOCKED' }, { step: 'UNLOCKED', note: 'Người gửi xuất trình CCCD' }])
    expect(await it.call(unlockOrder, { id, version: data?.version ?? 0, reason: 'Lần nữa' }, ADMIN)).toMatchObject({ status: 409, code: 'CFM-012' })
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 200 })
  })

  test('not at the office that pays', async () => {
    const { id, code, secret } = await sent(world.hcm)
    await world.openShift(world.hanoi)
    const claim = payout(world.hanoi, code, { secret })
    await world.send(claim)
    clock.advance(60_000)
    await world.outcome(claim.externalRef, 'FAILED')
    await lock(code, secret)
    const { data } = await it.call(findOrder, { id }, PROVINCE)
    expect(data).toMatchObject({ locked: true, sends: false })
    expect(await it.call(unlockOrder, { id, version: data?.version ?? 0, reason: 'Thử' }, PROVINCE)).toMatchObject({ status: 409, code: 'CFM-013' })
  })
})

test('large cash is listed without identity numbers and found by a whole one only; showing it takes a reason and is written down', async () => {
  const today = localDate(clock.now())
  await it.runtime.database.owner.query(
    `insert into cash.person_day (identity_number, business_date, person_name, taken_in, slips) values ('034567890123', $1, 'Phạm Thị Lớn', 400000000, 3), ('034567899999', $1, 'Lê Vừa', 399999999, 1)`,
    [today],
  )
  const rows = async (text: string) => (await it.list(listLargeCash, { filter: { text, from: today, to: today } }, ADMIN)).data?.result ?? []
  const [row] = await rows('Phạm Thị Lớn')
  expect(row).toMatchObject({ identityNumber: '••••••••0123', total: '400000000.00' })
  expect(await rows('034567890123')).toHaveLength(1)
  for (const part of ['03456789012', '0123', '034567899999']) expect(await rows(part)).toEqual([])
  const id = row?.id ?? ''
  expect(await it.call(revealLargeCash, { id, reason: ' ' }, ADMIN)).toMatchObject({ status: 422 })
  expect(await it.call(revealLargeCash, { id, reason: 'Lập báo cáo' }, PROVINCE)).toMatchObject({ status: 403 })
  expect((await it.call(revealLargeCash, { id, reason: 'Lập báo cáo' }, ADMIN)).data).toEqual({ identityNumber: '034567890123' })
  const { rows: written } = await it.runtime.pool.query(
    "select actor, after from platform.audit_entry where subject_type = 'cash.person_day' and subject_id = $1",
    [id],
  )
  expect(written).toEqual([{ actor: 'user:admin', after: { personName: 'Phạm Thị Lớn', businessDate: today, reason: 'Lập báo cáo' } }])
})

describe('the slip', () => {
  test('is a numbered paper whose copies are counted, for who sees the transaction', async () => {
    const { transactionId } = await sent(world.hcm)
    const first = await it.call(printCounterSlip, { id: transactionId }, ADMIN)
    expect(first).toMatchObject({ status: 200, data: { copy: 0, number: expect.stringMatching(/^PTC/) } })
    const second = await it.call(printCounterSlip, { id: transactionId }, ADMIN)
    expect(second.data).toEqual({ ...first.data, copy: 1 })
    const pdf = await it.app.inject({
      url: `/api${downloadDocument.path}?id=${first.data?.documentId}&copy=1`,
      headers: await it.headersOf('admin', 'PP_CFM'),
    })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await it.call(printCounterSlip, { id: transactionId }, PROVINCE)).toMatchObject({ status: 404 })
  })

  test('there is none before the cash has changed hands', async () => {
    const { code, secret } = await sent()
    const claim = await world.send(payout(world.hcm, code, { secret }))
    const { rows } = await it.runtime.pool.query('select transaction_id as id from payment.transaction_key where code = $1', [claim.data?.transactionCode])
    expect(await it.call(printCounterSlip, { id: rows[0].id }, ADMIN)).toMatchObject({ status: 409, code: 'CSH-608' })
  })
})
