import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { myShift, openShift } from '#core/cash/contract/shifts.ts'
import { confirmTill, handOverTill, refuseTill, tillMovementsOf } from '#core/cash/contract/treasury/till.ts'
import type { TillKind } from '#core/cash/contract/treasury/transaction.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { notes, type TreasuryWorld, treasuryWorld } from '../../../../../test/treasury.ts'
import { startCount, submitCount } from '../../contract/counts.ts'
import { findTreasury, listTreasury } from '../../contract/treasury/transactions.ts'

const TELLER = 'giaodichvien'
const KEEPER = 'thuquy'
const OTHER = 'giaodichvien2'
const FLOAT = 50_000_000

let world: TreasuryWorld
let till: { id: string; accountId: string }
let shiftId: string
let tills = 0
beforeAll(async () => {
  world = await treasuryWorld()
})
afterAll(() => world?.close())

const by = (as: string) => ({ as, clientId: 'PP_CFM_NEW' as const, headers: { 'idempotency-key': randomUUID() } })
const balance = async (holding: { accountId: string }) => {
  const { balance: text } = await world.runtime.db.selectFrom('ledger.account').select('balance').where('id', '=', holding.accountId).executeTakeFirstOrThrow()
  return Number(text)
}
const held = async () => ({ vault: await balance(world.va), till: await balance(till) })

/** Counts what the user is counting, for so much. */
async function counted(as: string, sessionId: string, amount: number) {
  const reply = await world.call(submitCount, { sessionId, lines: amount === 0 ? [] : [{ denomination: 500_000, pieces: amount / 500_000 }] }, by(as))
  expect(reply.status).toBe(200)
}

/** An empty till with the open shift of a teller. */
beforeEach(async () => {
  await world.runtime.database.owner.query(`
    update cash.count_session set ended_at = now() where ended_at is null;
    update cash.shift set status = 'CLOSED', closed_at = now() where status <> 'CLOSED'`)
  const opened = { code: `T${++tills}`, name: `Quầy ${tills}`, kind: 'TILL' as const, unitId: world.a.unitId }
  till = (await world.runtime.db.transaction().execute((tx) => openHoldings(tx, [opened])))[0] as typeof till
  const shift = await world.call(openShift, { tillId: till.id }, by(TELLER))
  shiftId = shift.data?.id as string
  const { data } = await world.call(myShift, {}, by(TELLER))
  await counted(TELLER, data?.count?.sessionId ?? '', 0)
})

const give = (kind: TillKind, amount: number, as: string, language: 'vi' | 'en' = 'vi') =>
  world.call(handOverTill, { kind, shiftId, pieces: notes(amount) }, { ...by(as), language })
const take = async (id: string, as: string) => world.call(confirmTill, { id, version: await world.version(id) }, by(as))
const refuse = async (id: string, as: string) => world.call(refuseTill, { id, version: await world.version(id), reason: 'Thiếu một tờ' }, by(as))
const shown = async (as: string) => (await world.call(tillMovementsOf, { shiftId }, by(as))).data ?? []
async function given(kind: TillKind, amount: number, as: string): Promise<string> {
  const { data } = await give(kind, amount, as)
  return data?.id as string
}

describe('cash between the vault and the till of a shift', () => {
  it('moves when the other has confirmed: the float to the till, and back', async () => {
    const before = await held()
    const float = await given('TILL_ISSUE', FLOAT, KEEPER)
    expect(await held()).toEqual(before)
    expect(await shown(TELLER)).toMatchObject([{ id: float, status: 'DISPATCHED', amount: '50000000.00', mayConfirm: true }])
    expect(await shown(KEEPER)).toMatchObject([{ mayConfirm: false }])
    expect((await take(float, TELLER)).status).toBe(200)
    expect(await held()).toEqual({ vault: before.vault - FLOAT, till: FLOAT })
    const back = await given('TILL_RETURN', 20_000_000, TELLER)
    expect((await take(back, KEEPER)).status).toBe(200)
    expect(await held()).toEqual({ vault: before.vault - 30_000_000, till: 30_000_000 })
    expect((await shown(KEEPER)).map(({ kind, status, mayConfirm }) => [kind, status, mayConfirm])).toEqual([
      ['TILL_ISSUE', 'RECEIVED', false],
      ['TILL_RETURN', 'RECEIVED', false],
    ])
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('is confirmed once, and by nobody but the other end', async () => {
    expect(await give('TILL_ISSUE', FLOAT, TELLER)).toMatchObject({ status: 403, code: 'CSH-048' })
    expect(await give('TILL_RETURN', FLOAT, OTHER)).toMatchObject({ status: 403, code: 'CSH-058' })
    const float = await given('TILL_ISSUE', FLOAT, KEEPER)
    expect(await take(float, KEEPER)).toMatchObject({ status: 403, code: 'CSH-048' })
    expect(await take(float, OTHER)).toMatchObject({ status: 403, code: 'CSH-058' })
    const version = await world.version(float)
    const twice = await Promise.all([1, 2].map(() => world.call(confirmTill, { id: float, version }, by(TELLER))))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await held()).till).toBe(FLOAT)
    const forge = `update cash.treasury_transaction set received_by_staff_id = dispatched_by_staff_id where id = $1`
    await expect(world.runtime.database.owner.query(forge, [float])).rejects.toMatchObject({ code: '23514' })
  })

  it('goes through the hands of who keeps the vault, and of no other', async () => {
    await world.keeper(world.va, KEEPER)
    expect(await give('TILL_ISSUE', FLOAT, OTHER)).toMatchObject({ status: 403, code: 'CSH-066' })
    await take(await given('TILL_ISSUE', FLOAT, KEEPER), TELLER)
    const back = await given('TILL_RETURN', FLOAT, TELLER)
    expect(await take(back, OTHER)).toMatchObject({ status: 403, code: 'CSH-066' })
    expect(await refuse(back, OTHER)).toMatchObject({ status: 403, code: 'CSH-066' })
    expect([(await shown(OTHER)).at(-1)?.mayConfirm, (await shown(KEEPER)).at(-1)?.mayConfirm]).toEqual([false, true])
    expect((await take(back, KEEPER)).status).toBe(200)
    await world.keeper(world.va, null)
  })

  it('that is refused or taken back was never posted, and ends there', async () => {
    const before = await held()
    const [one, other, third] = [await given('TILL_ISSUE', FLOAT, KEEPER), await given('TILL_ISSUE', FLOAT, KEEPER), await given('TILL_ISSUE', FLOAT, KEEPER)]
    expect(await refuse(one, OTHER)).toMatchObject({ status: 403, code: 'CSH-058' })
    expect((await refuse(one, TELLER)).status).toBe(200)
    expect((await refuse(other, KEEPER)).status).toBe(200)
    expect(await take(one, TELLER)).toMatchObject({ code: 'SYS-410' })
    expect(await refuse(one, TELLER)).toMatchObject({ code: 'SYS-410' })
    expect(await held()).toEqual(before)
    expect((await shown(TELLER)).map(({ status }) => status)).toEqual(['RETURNED', 'RETURNED', 'DISPATCHED'])
    await refuse(third, KEEPER)
  })

  it('is refused above what the holding has, for nothing, and outside the hours of the shift, each with its code', async () => {
    expect(await give('TILL_ISSUE', 0, KEEPER)).toMatchObject({ status: 422, code: 'VAL-001', errors: [{ field: 'pieces' }] })
    const over = await give('TILL_RETURN', 100_000, TELLER, 'en')
    expect(over).toMatchObject({ status: 409, code: 'CSH-045', message: expect.stringContaining('100,000 short') })
    const float = await given('TILL_ISSUE', FLOAT, KEEPER)
    await take(float, TELLER)
    const [some, all] = [await given('TILL_RETURN', 30_000_000, TELLER), await given('TILL_RETURN', 30_000_000, TELLER)]
    expect((await take(some, KEEPER)).status).toBe(200)
    // By now the till has less than was handed over: who takes it learns that much, not how much there is.
    expect(await take(all, KEEPER)).toMatchObject({ status: 409, code: 'CSH-060' })
    await refuse(all, TELLER)
    const session = await world.call(startCount, { holdingId: till.id, reason: 'SHIFT' }, by(TELLER))
    await counted(TELLER, session.data?.id ?? '', 20_000_000)
    expect(await give('TILL_ISSUE', FLOAT, KEEPER)).toMatchObject({ status: 409, code: 'CSH-057' })
    expect(await give('TILL_RETURN', 1_000_000, TELLER)).toMatchObject({ status: 409, code: 'CSH-057' })
    expect((await held()).till).toBe(20_000_000)
  })

  it('a unit of one person hands nothing over', async () => {
    const { owner } = world.runtime.database
    const single = (on: boolean) => owner.query('update cash.unit_state set single_handed = $1 where unit_id = $2', [on, world.a.unitId])
    await single(true)
    expect(await give('TILL_ISSUE', FLOAT, KEEPER)).toMatchObject({ status: 409, code: 'CSH-059' })
    await single(false)
  })
})

it('who counts the till sees no amount that went through it, in the shift or among treasury transactions; afterwards they do', async () => {
  const float = await given('TILL_ISSUE', FLOAT, KEEPER)
  await take(float, TELLER)
  const treasury = { as: TELLER, clientId: 'PP_CFM' as const }
  const told = async () => ({
    shift: (await shown(TELLER)).map(({ amount, pieces }) => [amount, pieces.length]),
    list: (await world.list(listTreasury, { filter: { text: (await world.detail(float)).code } }, treasury)).data?.result.map(({ amount }) => amount),
    found: (await world.list(listTreasury, { filter: { kind: ['TILL_ISSUE'], amountFrom: `${FLOAT}`, amountTo: `${FLOAT}` } }, treasury)).data?.result.some(
      ({ id }) => id === float,
    ),
    journals: (await world.call(findTreasury, { id: float }, treasury)).data?.journals.length,
  })
  const all = { shift: [['50000000.00', 1]], list: ['50000000.00'], found: true, journals: 1 }
  expect(await told()).toEqual(all)
  const session = await world.call(startCount, { holdingId: till.id, reason: 'SHIFT' }, by(TELLER))
  expect(await told()).toEqual({ shift: [], list: [null], found: false, journals: 0 })
  expect((await shown(KEEPER)).map(({ amount }) => amount)).toEqual(['50000000.00'])
  await counted(TELLER, session.data?.id ?? '', FLOAT)
  expect(await told()).toEqual(all)
})
