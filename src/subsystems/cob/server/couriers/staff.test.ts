/** A postman who is one of the staff: who may be linked, and what that person then learns and may not do. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditOf, findAuditEntry } from '#core/audit/contract/audit.ts'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { all, type DepositWorld, depositTill, depositWorld } from '../../../../../test/cod-deposits.ts'
import { remindCouriers } from '../../contract/board.ts'
import { changeCourier, closeCourier, courierStaff, createCourier, findCourier, listCouriers } from '../../contract/couriers.ts'
import { HAND_INS_ROUTE } from '../../contract/deposit-paths.ts'
import { countHandIn, declareHandIn, handInCode, listHandIns } from '../../contract/deposits.ts'

let test: TestApp
let world: DepositWorld
/** Whoever signs in as giaodichvien. */
let teller: string
const by = (as: string) => ({ as, clientId: 'PP_COB' as const, headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  test = await testApp()
  world = await depositWorld(test)
  teller = (await depositTill(test, world)).staffId
})
afterAll(() => test?.close())

let serial = 0
/** A member of staff of office 010101, or of another one. */
async function person(unit = '010101', status = 'ACTIVE'): Promise<string> {
  serial += 1
  const { rows } = await test.runtime.database.owner.query(
    'insert into organisation.staff (code, full_name, unit_id, status) select $1, $2, u.id, $3 from organisation.unit u where u.code = $4 returning id',
    [`NV-BT-${serial}`, `Bưu tá số ${serial}`, status, unit],
  )
  return rows[0].id
}
const create = (staffId: string | null, as = 'ketoan') => {
  serial += 1
  return test.call(createCourier, { code: `BT-NV-${serial}`, name: 'Phạm Văn Đạp', unitId: world.unitId, staffId }, by(as))
}
const found = async (id: string) => {
  const { data, message } = await test.call(findCourier, { id }, by('ketoan'))
  if (!data) throw new Error(message)
  return data
}
const made = async (staffId: string | null) => found((await create(staffId)).data?.id ?? '')
async function link(id: string, staffId: string | null, as = 'ketoan') {
  const { version, name, phone, route, ceiling, ceilingPolicy } = await found(id)
  return test.call(changeCourier, { id, version, name, phone, route, ceiling, ceilingPolicy, staffId }, by(as))
}
const refused = (code: string, status: number) => ({ status, errors: [{ field: 'staffId', code }] })

describe('the person behind a postman', () => {
  it('is linked when he is added or later, shown with the name, and unlinked', async () => {
    const staffId = await person()
    const linked = await made(staffId)
    expect(linked).toMatchObject({ staffId, staffName: `Bưu tá số ${serial - 1}` })
    const { data } = await test.list(listCouriers, { filter: { text: linked.code } }, by('ketoan'))
    expect(data?.result).toMatchObject([{ staffId, staffName: linked.staffName }])
    expect((await link(linked.id, null)).status).toBe(200)
    expect(await found(linked.id)).toMatchObject({ staffId: null, staffName: null })
    const other = await made(null)
    expect((await link(other.id, staffId)).status).toBe(200)
    expect(await found(other.id)).toMatchObject({ staffId })
    const [unlinked] = (await test.call(auditOf, { subjectType: 'cob.courier', subjectId: linked.id }, by('admin'))).data ?? []
    const { data: entry } = await test.call(findAuditEntry, { id: unlinked?.id ?? '' }, by('admin'))
    expect(entry?.changes).toMatchObject([{ field: 'staffId', name: 'Nhân viên', before: linked.staffName, after: null, writtenBefore: staffId }])
  })

  it('works, within the scope of who links', async () => {
    const far = await person('790101')
    const { id } = await made(null)
    expect(await create('999999')).toMatchObject(refused('COB-015', 422))
    expect(await link(id, '999999')).toMatchObject(refused('COB-015', 422))
    expect(await create(await person('010101', 'LOCKED'))).toMatchObject(refused('COB-015', 422))
    expect(await create(far, 'giaodichvien')).toMatchObject(refused('COB-015', 422))
    expect(await link(id, far, 'giaodichvien')).toMatchObject(refused('COB-015', 422))
    expect(await found(id)).toMatchObject({ staffId: null, version: 0 })
    expect((await link(id, far)).status).toBe(200)
    // Whoever does not see that person may change the rest.
    expect((await link(id, far, 'giaodichvien')).status).toBe(200)
    expect(await found(id)).toMatchObject({ staffId: far })
  })

  it('is one postman only, also when two are linked at once, until that one is closed', async () => {
    const staffId = await person()
    const first = await made(staffId)
    const second = await made(null)
    const taken = { ...refused('COB-016', 409), message: expect.stringContaining(first.code) }
    expect(await create(staffId)).toMatchObject(taken)
    expect(await link(second.id, staffId)).toMatchObject(taken)
    expect((await test.call(closeCourier, { id: first.id, version: first.version, reason: 'Chuyển tuyến' }, by('ketoan'))).status).toBe(200)
    expect(await link(first.id, staffId)).toMatchObject({ status: 409, code: 'SYS-410' })
    const third = await made(null)
    const replies = await Promise.all([link(second.id, staffId), link(third.id, staffId), create(staffId), create(staffId)])
    expect(replies.map(({ status, errors }) => errors?.[0]?.code ?? status).sort()).toEqual([200, 'COB-016', 'COB-016', 'COB-016'])
  })

  it('is told to who was slower than somebody else', async () => {
    const { id, name, ceilingPolicy } = await made(null)
    const staffId = await person()
    await link(id, staffId)
    expect(await test.call(changeCourier, { id, version: 0, name, ceilingPolicy }, by('ketoan'))).toMatchObject({ status: 409, data: { current: { staffId } } })
  })

  it('is found by code or name among those who work', async () => {
    const [here, far, left] = [await person(), await person('790101'), await person('010101', 'CLOSED')]
    const names = async (input: Parameters<typeof test.call<typeof courierStaff>>[1], as: string) =>
      (await test.call(courierStaff, input, by(as))).data?.map(({ id }) => id)
    const last = String(serial)
    expect(await names({ text: `nv-bt-${Number(last) - 2}` }, 'giaodichvien')).toEqual([here])
    expect(await names({ text: `buu ta so ${Number(last) - 1}` }, 'giaodichvien')).toEqual([])
    expect(await names({ text: `buu ta so ${Number(last) - 1}` }, 'ketoan')).toEqual([far])
    expect(await names({ text: `nv-bt-${last}` }, 'ketoan')).toEqual([])
    expect(await names({ ids: [left] }, 'ketoan')).toEqual([left])
  })
})

describe('a postman who is one of the staff', () => {
  let id: string
  beforeAll(async () => {
    const { code } = await made(teller)
    id = (await test.runtime.db.selectFrom('cob.courier').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
    await world.collected(code, 'NV-A', 100_000)
    await world.collected(code, 'NV-B', 200_000)
  })
  const notices = async (part: string) =>
    (await test.call(listNotifications, {}, by('giaodichvien'))).data?.items.filter(({ text }) => text.includes(part)) ?? []
  const declared = async (item: string) => {
    const { data, message } = await test.call(declareHandIn, { courierId: id, items: [item] }, by('ketoan'))
    if (!data) throw new Error(message)
    return data
  }
  const count = async (handIn: string, oneTimeCode: string) =>
    test.call(countHandIn, { id: handIn, version: 0, amount: '100000', oneTimeCode }, by('giaodichvien'))
  const state = async () => {
    const { rows } = await test.runtime.pool.query(
      "select a.balance as till, (select max(id) from ledger.journal) as journal from ledger.account a where a.code = 'CASH-T-COD'",
    )
    return { ...rows[0], owed: await world.owed((await found(id)).code), item: await world.item('NV-A') }
  }

  it('is told of the code of what somebody else declares, which a third person is not, and does not count it', async () => {
    const handIn = await declared('NV-A')
    const [notice] = await notices(handIn.code)
    expect(notice?.text).toMatch(/kê khai lần nộp .* mã một lần/)
    const link = new URL(notice?.link ?? '', 'http://portal')
    expect(link.pathname).toBe(HAND_INS_ROUTE)
    const { data: list } = await test.list(listHandIns, { filter: { text: link.searchParams.get('text') ?? '' } }, by('giaodichvien'))
    expect(list?.result).toMatchObject([{ id: handIn.id, courierId: id, tellsCode: true }])
    const told = (await test.call(handInCode, { id: handIn.id }, by('giaodichvien'))).data?.oneTimeCode ?? ''
    expect(told).toBe((await test.call(handInCode, { id: handIn.id }, by('ketoan'))).data?.oneTimeCode)
    expect(await test.call(handInCode, { id: handIn.id }, by('admin'))).toMatchObject({ status: 404, code: 'SYS-404' })
    const before = await state()
    expect(await count(handIn.id, told)).toMatchObject({ status: 403, code: 'COB-125' })
    expect(await state()).toEqual(before)
    expect((await test.list(listHandIns, { filter: { text: handIn.code } }, by('ketoan'))).data?.result).toMatchObject([{ status: 'DECLARED', version: 0 }])
  })

  it('is reminded of what he holds', async () => {
    expect((await test.call(remindCouriers, { courierIds: [id] }, by('ketoan'))).data).toMatchObject({ couriers: 1, people: 1 })
    expect(await notices('nhắc bạn nộp 300.000 đồng')).toHaveLength(1)
  })

  it('does not cut himself loose; unlinked by somebody else he is told nothing more, and counts as any teller', async () => {
    expect(await link(id, null, 'giaodichvien')).toMatchObject(refused('COB-018', 403))
    expect(await link(id, await person(), 'giaodichvien')).toMatchObject(refused('COB-018', 403))
    expect((await link(id, teller, 'giaodichvien')).status).toBe(200)
    expect((await link(id, null)).status).toBe(200)
    const handIn = (await test.list(listHandIns, { filter: { status: ['DECLARED'] } }, by('ketoan'))).data?.result[0]?.id ?? ''
    expect(await test.call(handInCode, { id: handIn }, by('giaodichvien'))).toMatchObject({ status: 404, code: 'SYS-404' })
    const told = (await test.call(handInCode, { id: handIn }, by('ketoan'))).data?.oneTimeCode ?? ''
    expect(await count(handIn, told)).toMatchObject({ status: 200, data: { status: 'BOOKED' } })
    expect(await world.owed((await found(id)).code)).toEqual(all(20_000_000n))
    const other = await declared('NV-B')
    expect(await notices(other.code)).toEqual([])
  })
})
