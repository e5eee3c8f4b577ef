import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, collected, eventLine, feedEvents, feedItems, itemLine } from '../../../../../test/cob.ts'
import { changeCourier, closeCourier, courierOptions, createCourier, findCourier, listCouriers, lockCourier, unlockCourier } from '../../contract/couriers.ts'

const AS = { as: 'ketoan', clientId: 'PP_COB' } as const

let test: TestApp
let world: CobWorld
beforeAll(async () => {
  test = await testApp()
  world = await cobWorld(test)
})
afterAll(() => test?.close())

let serial = 0
const create = (more: Partial<Parameters<typeof test.call<typeof createCourier>>[1]> = {}) => {
  serial += 1
  const input = { code: `BT-${serial}`, name: 'Phạm Văn Đạp', unitId: world.hanoi.unitId, ...more }
  return test.call(createCourier, input, { ...AS, headers: { 'idempotency-key': randomUUID() } })
}
const found = async (id: string) => (await test.call(findCourier, { id }, AS)).data
const refOf = async (id: string) => ({ id, version: (await found(id))?.version ?? -1 })
const events = async (lines: readonly object[]) => (await feedEvents(test, world.feeder, lines)).results.map(({ status, code }) => code ?? status)

describe('a postman', () => {
  it('has an account of what he holds', async () => {
    const made = await create({ code: 'bt-moi', route: 'T05', phone: '0901', ceiling: '1000000' })
    const id = made.data?.id ?? ''
    expect(await found(id)).toMatchObject({
      ...{ code: 'BT-MOI', accountCode: '11311.COD.BT-MOI', held: '0.00', ceiling: '1000000.00', ceilingState: 'WITHIN', status: 'ACTIVE' },
      unitName: expect.any(String),
    })
    await collected(test, world, [{ courier: 'BT-MOI', amount: '850000' }])
    expect(await found(id)).toMatchObject({ held: '850000.00', ceilingState: 'NEAR' })
    await collected(test, world, [{ courier: 'BT-MOI', amount: '200000' }])
    const { data } = await test.list(listCouriers, { filter: { ceilingState: ['OVER'] } }, AS)
    expect(data?.result).toMatchObject([{ id, held: '1050000.00', ceilingState: 'OVER' }])
  })

  it('has a code that no other has, and a unit that works', async () => {
    expect(await create({ code: 'BT-HN' })).toMatchObject({ status: 409, errors: [{ field: 'code', code: 'COB-012' }] })
    expect(await create({ unitId: '999999' })).toMatchObject({ status: 422, errors: [{ field: 'unitId', code: 'COB-013' }] })
    expect((await create({ code: 'có dấu' })).status).toBe(422)
    expect((await create({ ceiling: '-1' })).status).toBe(422)
  })

  it('is changed at the version that was seen', async () => {
    const { id = '', version = -1 } = (await create()).data ?? {}
    const terms = { name: 'Đổi tên', phone: '0999', route: 'T9', ceiling: null, ceilingPolicy: 'BLOCK' as const }
    expect((await test.call(changeCourier, { id, version, ...terms }, AS)).status).toBe(200)
    expect(await found(id)).toMatchObject({ name: 'Đổi tên', phone: '0999', route: 'T9', ceiling: null, ceilingPolicy: 'BLOCK' })
    expect((await test.call(changeCourier, { id, version, ...terms }, AS)).status).toBe(409)
  })

  it('that is locked is handed nothing more, but what he has collected counts', async () => {
    const { id = '' } = (await create({ code: 'BT-KHOA' })).data ?? {}
    expect((await test.call(lockCourier, { ...(await refOf(id)), reason: 'Nghỉ việc' }, AS)).status).toBe(200)
    const line = itemLine()
    await feedItems(test, world.feeder, [line])
    const out = eventLine({ item: line.code, kind: 'OUT_FOR_DELIVERY', courier: 'BT-KHOA' })
    expect(await events([out, eventLine({ item: line.code, courier: 'BT-KHOA' })])).toEqual(['COB-009', 'created'])
    expect((await test.call(unlockCourier, await refOf(id), AS)).status).toBe(200)
    expect(await events([out])).toEqual(['created'])
    // It was told of when he was free to get it: whatever becomes of him, it is repeated.
    await test.call(lockCourier, { ...(await refOf(id)), reason: 'Nghỉ việc' }, AS)
    expect(await events([out])).toEqual(['repeated'])
  })

  it('that holds the most that he may is handed nothing more where that blocks, and is where it warns', async () => {
    const ceiling = '500000'
    await create({ code: 'BT-CHAN', ceiling, ceilingPolicy: 'BLOCK' })
    await create({ code: 'BT-BAO', ceiling, ceilingPolicy: 'WARN' })
    const line = itemLine()
    await feedItems(test, world.feeder, [line])
    const out = (courier: string) => eventLine({ item: line.code, kind: 'OUT_FOR_DELIVERY', courier })
    expect(await events([out('BT-CHAN')])).toEqual(['created'])
    await collected(test, world, [
      { courier: 'BT-CHAN', amount: ceiling },
      { courier: 'BT-BAO', amount: ceiling },
    ])
    expect(await events([out('BT-CHAN'), out('BT-BAO')])).toEqual(['COB-008', 'created'])
  })

  it('is closed when he holds nothing, carries nothing and nothing of his waits; then he is told of no more', async () => {
    const { id = '' } = (await create({ code: 'BT-DONG' })).data ?? {}
    const close = async () => test.call(closeCourier, { ...(await refOf(id)), reason: 'Chuyển công tác' }, AS)
    const line = itemLine()
    await events([eventLine({ item: line.code, courier: 'BT-DONG' })])
    expect(await close()).toMatchObject({ status: 409, code: 'COB-014', message: expect.stringContaining(line.code) })
    await feedItems(test, world.feeder, [line])
    expect(await close()).toMatchObject({ status: 409, code: 'COB-014', message: expect.stringContaining('còn giữ tiền') })
    // An earlier collection by somebody else takes the money off him.
    await events([eventLine({ item: line.code, courier: 'BT-HN', at: new Date(Date.now() - 600_000).toISOString() })])
    expect((await close()).status).toBe(200)
    expect(await found(id)).toMatchObject({ status: 'CLOSED', held: '0.00', stepNote: 'Chuyển công tác' })
    expect(await events([eventLine({ item: line.code, courier: 'BT-DONG' })])).toEqual(['COB-002'])
  })

  it('is found by code or name by those who select, unless he is closed', async () => {
    const options = async (input: Parameters<typeof test.call<typeof courierOptions>>[1]) =>
      (await test.call(courierOptions, input, AS)).data?.map(({ code }) => code)
    expect(await options({ text: 'tuyen' })).toEqual(['BT-HN'])
    expect(await options({ text: 'bt-dong' })).toEqual([])
    expect(await options({ codes: ['BT-DONG'] })).toEqual(['BT-DONG'])
    expect(await options({ ids: [world.hcm.id] })).toEqual(['BT-HCM'])
  })
})
