import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, collected, eventLine, feedEvents, feedItems, heldBy, itemLine } from '../../../../../test/cob.ts'
import { moneyBoard, remindCouriers } from '../../contract/board.ts'
import { declareHandIn } from '../../contract/deposits.ts'
import {
  changeAmount,
  deliveryInfo,
  findItem,
  grantItem,
  holdItem,
  holdItems,
  itemHistory,
  listItems,
  refundItem,
  releaseItem,
  releaseItems,
} from '../../contract/items.ts'

let test: TestApp
let world: CobWorld
const today = localDate(new Date())
const by = (as: string) => ({ as, clientId: 'PP_COB' as const, headers: { 'idempotency-key': crypto.randomUUID() } })

beforeAll(async () => {
  test = await testApp()
  world = await cobWorld(test)
})
afterAll(async () => {
  expect(await verifyLedger(test.runtime.db)).toEqual([])
  await test.close()
})

const seen = async (id: string, as = 'ketoan') => {
  const { data, message } = await test.call(findItem, { id }, by(as))
  if (!data) throw new Error(message)
  return data
}
const decide = (requestId: string | undefined, as = 'kiemsoat') =>
  test.call(decideRequest, { id: requestId ?? '0', version: 0, decision: 'APPROVE' as const }, { ...by(as), clientId: 'O2O_CRM' })

/** An item that is out with a postman. */
async function out(courier = 'BT-HN', amount = '350000') {
  const line = itemLine({ codAmount: amount })
  await feedItems(test, world.feeder, [line])
  await feedEvents(test, world.feeder, [eventLine({ item: line.code, kind: 'OUT_FOR_DELIVERY', courier, unit: '010101' })])
  const { id } = await test.runtime.db.selectFrom('cob.item').select('id').where('code', '=', line.code).executeTakeFirstOrThrow()
  return { id, code: line.code }
}

describe('the list', () => {
  it('finds items by what people know, with sums, whether they are counted or kept', async () => {
    const [one, two] = await collected(test, world, [
      { amount: '100000', keyAccount: 'KHL-01', item: { receiver: { name: 'Phạm Đình Giang', phone: '0988000111' } } },
      { amount: '200000', courier: 'BT-HCM', item: { deliveryUnit: '790101' } },
    ])
    const found = async (filter: object) => {
      const { data, message } = await test.list(listItems, { filter }, by('ketoan'))
      if (!data) throw new Error(message)
      return data
    }
    expect((await found({ code: one?.code.toLowerCase() })).result).toMatchObject([
      { code: one?.code, moneyState: 'COLLECTED', courierCode: 'BT-HN', keyAccountCode: 'KHL-01' },
    ])
    expect((await found({ party: 'dinh giang' })).result.map(({ code }) => code)).toEqual([one?.code])
    expect((await found({ party: '0988000111' })).totalRecord).toBe(1)
    expect((await found({ courierId: world.hcm.id })).result.map(({ code }) => code)).toEqual([two?.code])
    expect((await found({ due: 'OVERDUE' })).totalRecord).toBe(0)
    for (let folded = 0; folded < 2; folded++) {
      const { totalRecord, sums } = await found({ from: addDays(today, -1), to: today, moneyState: ['COLLECTED'] })
      expect({ totalRecord, sums }).toEqual({ totalRecord: 2, sums: { codAmount: '300000.00', collectedAmount: '300000.00', handedInAmount: '0.00' } })
      await test.runtime.database.owner.query('select cob.fold_item_deltas()')
    }
    const { rows } = await test.runtime.database.owner.query('select * from cob.item_sum_faults()')
    expect(rows).toEqual([])
  })

  it('shows a province its own, and to a partner telephone numbers masked', async () => {
    const [hanoi] = await collected(test, world, [{}])
    const { data } = await test.list(listItems, { filter: { code: hanoi?.code ?? '' } }, by('tinh79'))
    expect(data?.totalRecord ?? 0).toBe(0)
    expect((await test.call(findItem, { id: hanoi?.id ?? '' }, by('tinh79'))).status).not.toBe(200)
    const info = await test.call(deliveryInfo, { id: hanoi?.id ?? '' }, by('ketoan'))
    expect(info.data).toMatchObject({ receiverPhone: '0912345678', unitName: expect.any(String) })
  })
})

describe('a hold', () => {
  it('takes what was payable back, stops it from being payable, and gives it back when released', async () => {
    const [item] = await collected(test, world, [{}])
    const id = item?.id ?? ''
    await test.runtime.database.owner.query(
      "update cob.item set handed_in_amount = collected_amount, money_state = 'PAYABLE', handed_in_at = now() where id = $1",
      [id],
    )
    const before = await seen(id)
    expect(await test.call(holdItem, { id, version: before.version, holdReason: 'NONSENSE' }, by('ketoan'))).toMatchObject({ status: 422, code: 'COB-501' })
    const held = await test.call(holdItem, { id, version: before.version, holdReason: 'SENDER_CLAIM', holdNote: 'Khiếu nại 12' }, by('ketoan'))
    expect(held.status).toBe(200)
    expect(await seen(id)).toMatchObject({ moneyState: 'HANDED_IN', held: true, holdReason: 'Người gửi khiếu nại', heldAmount: '350000.00' })
    // A late event folds the item anew: it stays held.
    await feedEvents(test, world.feeder, [eventLine({ item: item?.code ?? '', kind: 'ARRIVED', unit: '010101', at: '2026-01-01T08:00:00+07:00' })])
    const still = await seen(id)
    expect(still).toMatchObject({ moneyState: 'HANDED_IN', held: true })
    expect(await test.call(holdItem, { id, version: still.version, holdReason: 'OTHER' }, by('ketoan'))).toMatchObject({ status: 409, code: 'COB-502' })
    expect((await test.call(releaseItem, { id, version: still.version, reason: 'Đã giải quyết' }, by('ketoan'))).status).toBe(200)
    expect(await seen(id)).toMatchObject({ moneyState: 'PAYABLE', held: false })
    await test.runtime.database.owner.query("update cob.item set handed_in_amount = 0, money_state = 'COLLECTED', handed_in_at = null where id = $1", [id])
  })

  it('of several refuses those that are held already, and does the others', async () => {
    const made = await collected(test, world, [{}, {}])
    const rows = await Promise.all(made.map(async ({ id }) => ({ id, version: (await seen(id)).version })))
    expect((await test.call(holdItems, { holdReason: 'OTHER', rows: rows.slice(0, 1) }, by('ketoan'))).data).toMatchObject({ done: 1 })
    const again = await Promise.all(made.map(async ({ id }) => ({ id, version: (await seen(id)).version })))
    expect((await test.call(holdItems, { holdReason: 'OTHER', rows: again }, by('ketoan'))).data).toMatchObject({ done: 1, refused: 1 })
    const last = await Promise.all(made.map(async ({ id }) => ({ id, version: (await seen(id)).version })))
    expect((await test.call(releaseItems, { reason: 'Xong', rows: last }, by('ketoan'))).data).toMatchObject({ done: 2, refused: 0 })
  })
})

describe('a change of the amount', () => {
  it('counts once somebody else agrees, and marks an item that was out, for good', async () => {
    const { id, code } = await out()
    const ask = async (codAmount: string) =>
      test.call(changeAmount, { id, version: (await seen(id)).version, codAmount, reason: 'Người gửi giảm giá' }, by('ketoan'))
    expect(await ask('350000')).toMatchObject({ status: 422, code: 'COB-507' })
    expect(await ask('50000001')).toMatchObject({ status: 422, code: 'COB-515' })
    const asked = await ask('300000')
    expect(asked.status).toBe(200)
    expect(await seen(id)).toMatchObject({ codAmount: '350000.00', pendingRequestId: asked.data?.requestId })
    // What happens meanwhile does not end the request.
    await feedEvents(test, world.feeder, [eventLine({ item: code, kind: 'FAILED_DELIVERY', courier: 'BT-HN' })])
    expect((await decide(asked.data?.requestId, 'ketoan')).status).not.toBe(200)
    expect((await decide(asked.data?.requestId)).status).toBe(200)
    expect(await seen(id)).toMatchObject({
      codAmount: '300000.00',
      marks: ['AMOUNT_CHANGED'],
      amountChanges: [{ before: '350000.00', after: '300000.00', afterOut: true }],
    })
    expect(
      await feedEvents(test, world.feeder, [eventLine({ item: code, kind: 'DELIVERED', courier: 'BT-HN' }), eventLine({ item: code, amount: '300000' })]),
    ).toMatchObject({ created: 2 })
    expect(await seen(id)).toMatchObject({ moneyState: 'COLLECTED', marks: ['AMOUNT_CHANGED'] })
    expect(await ask('200000')).toMatchObject({ status: 409, code: 'COB-506' })
  })

  it('is refused once it is delivered, also where the request came before', async () => {
    const { id, code } = await out()
    const asked = await test.call(changeAmount, { id, version: (await seen(id)).version, codAmount: '1000', reason: 'Giảm giá' }, by('ketoan'))
    await feedEvents(test, world.feeder, [eventLine({ item: code, kind: 'DELIVERED', courier: 'BT-HN' })])
    expect(await decide(asked.data?.requestId)).toMatchObject({ status: 409, code: 'COB-505' })
    expect(await seen(id)).toMatchObject({ codAmount: '350000.00', amountChanges: [] })
  })
})

describe('a refund', () => {
  const ask = async (id: string) => test.call(refundItem, { id, version: (await seen(id)).version, reason: 'Người nhận từ chối hàng' }, by('ketoan'))

  it('gives back what the postman still has whole: the journal is reversed, nothing is owed, and later events change nothing', async () => {
    const before = await heldBy(test.runtime, world.hanoi)
    const [item] = await collected(test, world, [{ delivered: false, amount: '123000' }])
    const id = item?.id ?? ''
    const asked = await ask(id)
    expect(asked.status).toBe(200)
    expect((await decide(asked.data?.requestId)).status).toBe(200)
    expect(await heldBy(test.runtime, world.hanoi)).toEqual(before)
    const refunded = await seen(id)
    expect(refunded).toMatchObject({ moneyState: 'WAIVED', holderKind: 'RECEIVER', leftAmount: '0.00', daysHeld: null })
    expect(refunded.positions.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['COLLECT 123000.00', 'ADJUST -123000.00'])
    expect(refunded.journals.map(({ kind }) => kind)).toEqual(['COD_COLLECTED', 'COD_REFUNDED'])
    await feedEvents(test, world.feeder, [eventLine({ item: item?.code ?? '', kind: 'RETURNED', unit: '010101' })])
    expect(await seen(id)).toMatchObject({ moneyState: 'WAIVED', deliveryState: 'RETURNED' })
    expect(await heldBy(test.runtime, world.hanoi)).toEqual(before)
    expect(await ask(id)).toMatchObject({ status: 409, code: 'COB-508' })
    // Nothing of it is left to be handed in.
    const [item2] = await collected(test, world, [{ amount: '300000' }])
    const form = { courierId: world.hanoi.id, items: [item?.code ?? ''] }
    expect(await test.call(declareHandIn, form as never, { ...by('ketoan'), headers: { 'idempotency-key': crypto.randomUUID() } })).toMatchObject({
      errors: [{ field: 'items', code: 'COB-107' }],
    })
    expect(await seen(item2?.id ?? '')).toMatchObject({ moneyState: 'COLLECTED' })
  })

  it('is refused for a delivered item, for one that is being handed in, and for one of which some is handed in', async () => {
    const [delivered, free] = await collected(test, world, [{}, { delivered: false }])
    expect(await ask(delivered?.id ?? '')).toMatchObject({ status: 409, code: 'COB-509' })
    const owner = test.runtime.database.owner
    await owner.query("insert into cob.claim (item_id, paper, at) values ($1, 'BK000000001', now())", [free?.id])
    expect(await ask(free?.id ?? '')).toMatchObject({ status: 409, code: 'COB-510' })
    await owner.query('delete from cob.claim where item_id = $1', [free?.id])
    await owner.query("update cob.item set handed_in_amount = 1000, money_state = 'PARTIAL' where id = $1", [free?.id])
    expect(await ask(free?.id ?? '')).toMatchObject({ status: 409, code: 'COB-508' })
    await owner.query("update cob.item set handed_in_amount = 0, money_state = 'COLLECTED' where id = $1", [free?.id])
  })
})

describe('another postman', () => {
  it('is given an item before its money is collected, and keeps it whatever is told without a postman', async () => {
    const { id, code } = await out()
    const grant = async (courierId: string) => test.call(grantItem, { id, version: (await seen(id)).version, courierId, reason: 'Nghỉ ốm' }, by('ketoan'))
    expect(await grant(world.hanoi.id)).toMatchObject({ status: 422, code: 'COB-513' })
    expect(await grant('999999')).toMatchObject({ status: 422, code: 'COB-512' })
    expect((await grant(world.hcm.id)).status).toBe(200)
    expect(await seen(id)).toMatchObject({ courierCode: 'BT-HCM', deliveryState: 'OUT_FOR_DELIVERY' })
    await feedEvents(test, world.feeder, [eventLine({ item: code, kind: 'DELIVERED' }), eventLine({ item: code, courier: 'BT-HCM' })])
    expect(await seen(id)).toMatchObject({ courierCode: 'BT-HCM', moneyState: 'COLLECTED', holderKind: 'COURIER', holderName: 'Trần Thị Phát' })
    expect(await grant(world.hanoi.id)).toMatchObject({ status: 409, code: 'COB-511' })
    const { data } = await test.call(itemHistory, { id }, by('ketoan'))
    expect(data?.events.map(({ kind }) => kind)).toEqual(
      ['ACCEPTED', 'OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'DELIVERED', 'COLLECTED'].slice(-(data?.events.length ?? 0)),
    )
  })
})

describe('the money of an item', () => {
  it('is traced from its code', async () => {
    const [item] = await collected(test, world, [{}])
    const { data, message } = await test.call(traceMoney, { reference: item?.code ?? '' }, { ...by('ketoan'), clientId: 'O2O_CRM' })
    expect(JSON.stringify(data ?? message)).toContain(item?.code)
    expect((await seen(item?.id ?? '')).trace).toMatchObject([{ accountCode: '11311.COD.BT-HN', amount: '350000.00', until: null }])
  })
})

describe('the board', () => {
  it('shows what postmen hold as their accounts have it, by office and by postman, and reminds once an hour', async () => {
    const [hanoi, hcm] = [await heldBy(test.runtime, world.hanoi), await heldBy(test.runtime, world.hcm)]
    for (const kind of ['UNIT', 'COURIER'] as const) {
      const { data, message } = await test.call(moneyBoard, { by: kind }, by('ketoan'))
      if (!data) throw new Error(message)
      const [couriers] = data.legs
      expect(Number(couriers?.amount)).toBe(Number(hanoi.account) + Number(hcm.account))
      expect(couriers?.shown.map(({ amount }) => Number(amount)).sort()).toEqual([Number(hanoi.account), Number(hcm.account)].sort())
      expect(data.legs.map(({ leg }) => leg)).toEqual(['COURIERS', 'OFFICES', 'TRANSIT', 'SENDERS'])
    }
    const reminded = await test.call(remindCouriers, { courierIds: [world.hanoi.id] }, by('ketoan'))
    expect(reminded.data).toMatchObject({ couriers: 1, names: 'BT-HN' })
    expect((await test.call(remindCouriers, { courierIds: [world.hanoi.id] }, by('ketoan'))).data).toMatchObject({ couriers: 0, people: 0 })
    const { data } = await test.call(moneyBoard, {}, by('tinh79'))
    expect(Number(data?.legs[0]?.amount ?? 0)).toBe(Number(hcm.account))
  })
})
