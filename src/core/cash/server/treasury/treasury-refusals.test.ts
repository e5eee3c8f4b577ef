import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDate } from '#kernel/dates.ts'
import { notes, type TreasuryWorld, treasuryWorld } from '../../../../../test/treasury.ts'
import { dispatchTreasury } from '../../contract/treasury/steps.ts'
import { cancelTreasury, createTreasury } from '../../contract/treasury/transactions.ts'

let world: TreasuryWorld
beforeAll(async () => {
  world = await treasuryWorld()
})
afterAll(() => world?.close())

const draft = () => ({
  ...{ kind: 'TRANSFER' as const, fromUnitId: world.a.unitId, toUnitId: world.b.unitId },
  ...{ courierId: world.courier.id, plannedOn: localDate(world.clock.now()), purpose: 'Điều chuyển' },
})

describe('what is refused, each with its code, and changes nothing', () => {
  it('to itself, negative pieces, pieces that are not the amount', async () => {
    expect(await world.create(1_000_000, { toUnitId: world.a.unitId })).toMatchObject({ status: 422, code: 'CSH-043' })
    expect(await world.create(1_000_000, { pieces: [{ denomination: 500_000, pieces: -2 }] })).toMatchObject({ status: 422, code: 'CSH-041' })
    expect(await world.create(1_000_000, { pieces: notes(900_000) })).toMatchObject({ status: 422, code: 'CSH-042' })
    const refused = [{ field: 'amount', code: 'moneyWhole', message: 'Số tiền phải là số nguyên đồng' }]
    expect(await world.create(1_000_000, { amount: '1000000.50' })).toMatchObject({ status: 422, errors: refused })
    expect(await world.create(1_000_000, { pieces: [{ denomination: 500_000, pieces: 1.5 }] })).toMatchObject({ status: 422, code: 'CSH-145' })
    const id = await world.approved(1_000_000)
    const before = await world.held()
    expect(await world.dispatch(id, 900_000, { language: 'en' })).toMatchObject({
      status: 422,
      code: 'CSH-042',
      message: 'The denominations add up to 900,000, not to the amount of 1,000,000',
    })
    expect(await world.held()).toEqual(before)
  })

  it('a seal that was used, more than the vault holds, with holding and shortfall', async () => {
    const [one, other] = [await world.approved(1_000_000), await world.approved(1_000_000)]
    expect((await world.dispatch(one, 1_000_000, { sealNumber: 'SEAL-X' })).status).toBe(200)
    expect(await world.dispatch(other, 1_000_000, { sealNumber: 'SEAL-X' })).toMatchObject({ status: 409, code: 'CSH-047' })
    const { b } = await world.held()
    const much = b + 100_000
    const fromB = { fromUnitId: world.b.unitId, toUnitId: world.a.unitId }
    const id = await world.approved(much, fromB, { as: world.b.account })
    const reply = await world.dispatch(id, much, { as: world.b.account, language: 'en' })
    expect(reply).toMatchObject({ status: 409, code: 'CSH-045' })
    expect(reply.message).toContain('Quỹ chính VB')
    expect(reply.message).toContain('100,000 short')
    expect((await world.detail(id)).status).toBe('APPROVED')
  })

  it('the receipt by who sent, by the courier, before it was started, and while somebody else counts', async () => {
    const id = await world.dispatched(2_000_000)
    expect(await world.receive(id, 2_000_000)).toMatchObject({ status: 409, code: 'CSH-051' })
    expect(await world.start(id, { as: world.a.account })).toMatchObject({ status: 403, code: 'CSH-053' })
    const all = await world.approved(1_000_000, {}, { as: world.a.account })
    await world.keeper(world.va, 'admin')
    expect((await world.dispatch(all, 1_000_000, { as: 'admin' })).status).toBe(200)
    await world.keeper(world.va, null)
    expect((await world.start(id)).status).toBe(200)
    await world.keeper(world.vb, 'admin')
    expect(await world.start(all, { as: 'admin' })).toMatchObject({ status: 403, code: 'CSH-048' })
    expect(await world.receive(id, 2_000_000, { as: 'admin' })).toMatchObject({ status: 409, code: 'CSH-052' })
    await world.keeper(world.vb, null)
    const forge = `update cash.treasury_transaction set received_by_staff_id = dispatched_by_staff_id, received_at = now(), received_amount = amount, status = 'RECEIVED' where id = $1`
    await expect(world.runtime.database.owner.query(forge, [id])).rejects.toMatchObject({ code: '23514' })
    expect((await world.receive(id, 2_000_000)).data?.status).toBe('RECEIVED')
  })

  it('a receipt that was started is called off by somebody else of the unit, not by its counter', async () => {
    const id = await world.dispatched(2_000_000)
    expect(await world.callOff(id)).toMatchObject({ status: 409, code: 'CSH-051' })
    expect((await world.start(id)).status).toBe(200)
    expect((await world.detail(id, world.b.account)).amount).toBeNull()
    expect(await world.callOff(id, { as: world.b.account })).toMatchObject({ status: 403 })
    await world.keeper(world.vb, 'admin')
    expect(await world.start(id, { as: 'admin' })).toMatchObject({ status: 200 })
    await world.keeper(world.vb, null)
    expect(await world.callOff(id)).toMatchObject({ status: 403, code: 'CSH-063' })
    expect((await world.start(id)).status).toBe(200)
    expect((await world.callOff(id)).status).toBe(200)
    expect(await world.receive(id, 2_000_000)).toMatchObject({ status: 409, code: 'CSH-051' })
    expect(await world.detail(id, world.b.account)).toMatchObject({ status: 'DISPATCHED', receivingName: null, counting: false })
    await world.start(id)
    expect((await world.receive(id, 2_000_000)).data?.status).toBe('RECEIVED')
  })

  it('a ceiling that blocks; one that warns is shown', async () => {
    const { owner } = world.runtime.database
    const set = (policy: string, ceiling: number) =>
      owner.query('update cash.holding set ceiling_policy = $1, ceiling = $2 where id = $3', [policy, ceiling, world.vb.id])
    await set('WARN', 1)
    const id = (await world.create(1_000_000)).data?.id as string
    expect((await world.detail(id)).overCeiling).toBe(true)
    await set('BLOCK', 1)
    expect(await world.submit(id)).toMatchObject({ status: 409, code: 'CSH-046' })
    await set('WARN', 900_000_000)
    await owner.query("update cash.holding set ceiling_policy = 'BLOCK', ceiling = 500000 where id = $1", [world.courier.id])
    const ready = await world.approved(1_000_000)
    expect(await world.dispatch(ready, 1_000_000)).toMatchObject({ status: 409, code: 'CSH-046' })
    await owner.query("update cash.holding set ceiling_policy = 'WARN', ceiling = null where id = $1", [world.courier.id])
  })

  it('of two dispatches at once that fit one by one, the one that would exceed what blocks: at the courier, and at the vault they go to', async () => {
    const { owner } = world.runtime.database
    const over = async (holding: { id: string; accountId: string }) => {
      const [one, other] = [await world.approved(1_000_000), await world.approved(1_000_000)]
      await owner.query(
        `update cash.holding h set ceiling_policy = 'BLOCK', ceiling = a.balance + 1500000 + (select coalesce(sum(t.amount), 0) from cash.treasury_transaction t
           where t.to_holding_id = h.id and t.status in ('DISPATCHED', 'DISCREPANCY')) from ledger.account a where a.id = h.account_id and h.id = $1`,
        [holding.id],
      )
      const replies = await Promise.all([one, other].map((id) => world.dispatch(id, 1_000_000)))
      await owner.query("update cash.holding set ceiling_policy = 'WARN', ceiling = null where id = $1", [holding.id])
      return replies.map(({ code }) => code).toSorted()
    }
    expect(await over(world.courier)).toEqual(['API000', 'CSH-046'])
    expect(await over(world.vb)).toEqual(['API000', 'CSH-046'])
  })

  it('a unit that does not exist, at its field; more cash than there can be', async () => {
    const named = (field: string) => ({ status: 422, code: 'CSH-068', errors: [{ field, code: 'CSH-068' }] })
    expect(await world.create(1_000_000, { toUnitId: '999999999' })).toMatchObject(named('toUnitId'))
    expect(await world.create(1_000_000, { fromUnitId: '999999999' }, { as: 'admin' })).toMatchObject(named('fromUnitId'))
    const refused = [{ field: 'amount', code: 'moneyMost', message: 'The amount must be at most 1,000,000,000,000 VND' }]
    const much = world.call(createTreasury, { ...draft(), amount: '1000000000000001' }, world.options(world.a.account, 'en'))
    expect(await much).toMatchObject({ status: 422, errors: refused })
  })

  it('cancelling what is on its way, or dispatching twice', async () => {
    const id = await world.dispatched(1_000_000)
    const version = await world.version(id)
    expect((await world.call(cancelTreasury, { id, version, reason: 'Nhầm' }, world.options(world.a.account))).code).toBe('SYS-410')
    expect((await world.dispatch(id, 1_000_000)).code).toBe('SYS-410')
    const stale = { id, version: 0, pieces: notes(1_000_000), sealNumber: 'OLD' }
    expect((await world.call(dispatchTreasury, stale, world.options(world.a.account))).code).toBe('SYS-409')
  })
})
