/** What keeps a line from being paid otherwise than was decided: its cash order, and reports that do not fit what it owes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payDesk, releaseClaim } from '#core/cash/contract/counter/pay.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import { changeLine, openVersion, payoutVersions, proposeVersion } from '#core/payouts/contract/versions.ts'
import { testClock } from '../../../../../test/app.ts'
import { type PayingWorld, payingWorld } from '../../../../../test/paying.ts'
import { balances } from '../../../../../test/payments.ts'
import type { Person } from '../../../../../test/payouts.ts'
import { lineCode } from '../../contract/payouts.ts'
import { paidOtherwise } from './control-rules.ts'

let world: PayingWorld
const clock = testClock()
const LIST = { as: 'ketoan', clientId: 'PP_CFM' } as const
const PAID = { outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' } }

beforeAll(async () => {
  world = await payingWorld({ clock, float: 500_000_000 })
})
afterAll(async () => {
  expect(await verifyLedger(world.runtime.db)).toEqual([])
  await world.close()
})

async function ordered(person: Person) {
  const { id, lines } = await world.payable([person])
  const line = lines[0]?.id ?? ''
  expect((await world.claimAt(line, person)).data).toMatchObject({ result: 'WAITING' })
  return { id, line }
}

/** A version of the list by which its line owes another amount. */
async function owes(listId: string, lineId: string, person: Person, amount: string): Promise<void> {
  const opened = (await world.call(openVersion, { listId, reason: 'Điều chỉnh mức hưởng' }, LIST)).data?.id ?? ''
  const version = async () => (await world.call(payoutVersions, { listId }, LIST)).data?.find(({ id }) => id === opened)?.version ?? 0
  const change = { id: opened, version: await version(), lineId, name: String(person.name), amount, unitId: world.point.id, method: 'CASH' as const }
  expect(await world.call(changeLine, change, LIST)).toMatchObject({ status: 200 })
  expect(await world.call(proposeVersion, { id: opened, version: await version(), reason: 'Điều chỉnh mức hưởng' }, LIST)).toMatchObject({ status: 200 })
  expect(await world.decideOn('payout.version', opened, 'kiemsoat')).toMatchObject({ status: 200 })
}

describe('a cash order', () => {
  test('pays the amount that was decided and no other', async () => {
    const person = world.person(60_000_000)
    const { id, line } = await ordered(person)
    await world.approveOrder(line)
    await world.receive(world.partnerId, '30000000')
    await owes(id, line, person, '90000000')
    expect(await world.claimAt(line, person, { amount: '90000000' })).toMatchObject({ status: 200, data: { result: 'WAITING' } })
    expect(await world.statusOf(line)).toBe('UNPAID')
    expect((await world.ordersOf(line)).map(({ status, amount }) => `${status} ${amount}`).toSorted()).toEqual(['EXPIRED 60000000.00', 'PENDING 90000000.00'])
  })

  test('is not needed any more once the line owes less than the limit', async () => {
    const person = world.person(60_000_000)
    const { id, line } = await ordered(person)
    await owes(id, line, person, '900000')
    expect((await world.claimAt(line, person, { amount: '900000' })).data).toMatchObject({ result: 'CLAIMED' })
    expect(await world.ordersOf(line)).toMatchObject([{ status: 'EXPIRED' }])
  })

  test('is not paid by who decided it', async () => {
    const person = world.person(60_000_000)
    const { line } = await ordered(person)
    await world.approveOrder(line)
    const other = (await world.owner().query('select id from organisation.staff where id <> $1 order by id limit 1', [world.here.staffId])).rows[0].id
    // Who decided sits at the till now, and somebody else asked.
    await world.owner().query('alter table cash.cash_order disable trigger asked_kept')
    await world
      .owner()
      .query('update cash.cash_order set teller_staff_id = $1, decided_staff_id = $2 where source_id = $3', [other, world.here.staffId, lineCode(line)])
    await world.owner().query('alter table cash.cash_order enable trigger asked_kept')
    expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'CSH-628' })
    expect(await world.statusOf(line)).toBe('UNPAID')
  })

  test('keeps in the database what was asked and decided', async () => {
    const person = world.person(60_000_000)
    const { line } = await ordered(person)
    await world.approveOrder(line)
    const change = (set: string) => world.owner().query(`update cash.cash_order set ${set} where source_id = $1`, [lineCode(line)])
    await expect(change('large = not large')).rejects.toThrow('keeps what it was asked for')
    await expect(change("person_name = 'Người khác'")).rejects.toThrow('keeps what it was asked for')
    const small = world.person(100_000)
    const { lines } = await world.payable([small])
    const held = (await world.claimAt(lines[0]?.id ?? '', small)).data?.claim?.id ?? '0'
    await expect(change(`status = 'USED', slip_id = ${held}`)).rejects.toThrow('used for what was decided')
    expect((await world.claimAt(line, person)).data).toMatchObject({ result: 'CLAIMED' })
  })
})

describe('a report that does not fit what the line owes', () => {
  const found = async (line: string) =>
    (await paidOtherwise({ list: (id) => `/${id}`, order: (id) => `/${id}` }).query(world.runtime.db, clock.now())).filter(({ subject }) => subject === line)

  test('holds the line until two people decide: nobody pays it again', async () => {
    const person = world.person(500_000)
    const { id, lines } = await world.payable([person])
    const line = lines[0]?.id ?? ''
    const before = await balances(world.runtime)
    expect(await world.send(world.report(line, person, { ...PAID, amount: '499000' }))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    const after = await balances(world.runtime)
    expect(Number(after['1388.PAYOUT']) - Number(before['1388.PAYOUT'] ?? 0)).toBe(499_000)
    expect(await world.statusOf(line)).toBe('HELD')
    expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'PYL-037', message: expect.stringContaining('499.000') })
    expect(await world.sides(id)).toEqual({ account: 500_000, unpaid: 500_000 })
    expect(await found(line)).toMatchObject([{ amount: '499000.00', link: `/${id}` }])
  })

  test('holds it too while its result is unknown', async () => {
    const person = world.person(500_000)
    const { lines } = await world.payable([person])
    const line = lines[0]?.id ?? ''
    const lost = world.report(line, person, { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' }, amount: '499000' })
    expect(await world.send(lost)).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('HELD')
  })

  test('of an attempt that failed leaves the line free', async () => {
    const person = world.person(500_000)
    const { lines } = await world.payable([person])
    const line = lines[0]?.id ?? ''
    const failed = { outcome: { status: 'FAILED', code: '09', message: 'Không giao tiền' }, amount: '499000' }
    expect(await world.send(world.report(line, person, failed))).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('UNPAID')
  })

  test('that came beside a claim holds the line when the claim is given up', async () => {
    const person = world.person(500_000)
    const { lines } = await world.payable([person])
    const line = lines[0]?.id ?? ''
    const held = await world.claimAt(line, person)
    expect(await world.send(world.report(line, person, PAID, world.there))).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('CLAIMED')
    expect(await world.call(releaseClaim, { id: held.data?.claim?.id ?? '' }, world.command(world.here.account))).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('HELD')
    expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'PYL-037' })
  })
})

test('what a counter reported as not paid and then as paid is in dispute: nobody pays, changes or closes it', async () => {
  const person = world.person(200_000)
  const { id, lines } = await world.payable([person])
  const line = lines[0]?.id ?? ''
  const lost = world.report(line, person)
  expect(await world.send(lost)).toMatchObject({ status: 200 })
  expect(await world.outcomeOf(lost.externalRef, 'FAILED')).toMatchObject({ status: 200 })
  expect(await world.statusOf(line)).toBe('UNPAID')
  expect(await world.outcomeOf(lost.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409 })
  expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'PYL-053' })
  expect(await world.close_(id)).toMatchObject({ status: 409, code: 'PYL-052' })
  // Two people have found that it was paid: it is not paid again, and may only be withdrawn.
  await world.owner().query(
    `update outcome.outcome_case set conflict_settled_at = now(), conflict_settled_by = 'kiemsoat', conflict_decision = 'KEEP', conflict_booked_at = now() where transaction_id in
      (select transaction_id from cash.slip where source_id = $1)`,
    [lineCode(line)],
  )
  expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'PYL-059' })
  expect(await world.close_(id)).toMatchObject({ status: 409, code: 'PYL-059' })
})

describe('cash of which two people have found that it was otherwise', () => {
  /** Two people settle what was reported of a payment as the later report has it. */
  async function keep(externalRef: string) {
    const { rows } = await world.runtime.pool.query('select id, version from outcome.outcome_case where external_ref = $1', [externalRef])
    const input = { id: rows[0].id, version: rows[0].version, decision: 'KEEP' as const, note: 'Đã hỏi điểm chi' }
    const asked = await world.call(settleConflict, input, { as: 'ketoan', clientId: 'O2O_CRM', headers: { 'idempotency-key': crypto.randomUUID() } })
    return asked.data || asked.code === 'APR-004' ? world.decideOn('outcome.outcome_case', rows[0].id) : asked
  }
  /** A line whose payment failed, and is reported as made after what happens in between. */
  async function failedThenMade(person: Person, between: (listId: string, line: string) => Promise<unknown> = async () => {}) {
    const { id, lines } = await world.payable([person, world.person(70_000)])
    const line = lines[0]?.id ?? ''
    const failed = world.report(line, person)
    await world.send(failed)
    expect(await world.outcomeOf(failed.externalRef, 'FAILED')).toMatchObject({ status: 200 })
    await between(id, line)
    expect(await world.outcomeOf(failed.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409 })
    return { id, line, ref: failed.externalRef }
  }
  const heldOf = async (ref: string) =>
    (
      await world.runtime.pool.query(
        'select a.code, s.side, s.amount from payment.suspense s join payment.transaction_key k on k.transaction_id = s.transaction_id join ledger.account a on a.id = s.account_id where k.external_ref = $1',
        [ref],
      )
    ).rows
  const till = () => `CASH-${world.here.till}`

  test('has paid its line once it was made, from the account of its list; what the till has less waits, and the list closes', async () => {
    const before = await balances(world.runtime)
    const { id, line, ref } = await failedThenMade(world.person(200_000))
    expect(await keep(ref)).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('PAID')
    expect(await world.sides(id)).toEqual({ account: 70_000, unpaid: 70_000 })
    expect(await heldOf(ref)).toEqual([{ code: till(), side: 'C', amount: '200000.00' }])
    expect((await balances(world.runtime))[till()]).toBe(before[till()])
    expect(await world.outcomeOf(ref, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await world.close_(id)).toMatchObject({ status: 200 })
  })

  test('is owed by whoever paid it where the line was paid otherwise since', async () => {
    const person = world.person(200_000)
    const before = await balances(world.runtime)
    const { id, ref } = await failedThenMade(person, async (_list, line) => world.send(world.report(line, person, PAID)))
    expect(await keep(ref)).toMatchObject({ status: 200 })
    expect(await world.sides(id)).toEqual({ account: 70_000, unpaid: 70_000 })
    expect(Number((await balances(world.runtime))['1388.PAYOUT']) - Number(before['1388.PAYOUT'] ?? 0)).toBe(200_000)
  })

  test('is not settled as made while the line owes more, until an update of the amount alone has put that right', async () => {
    const person = world.person(200_000)
    const { id, line, ref } = await failedThenMade(person, async (list, own) => {
      await world.receive(world.partnerId, '50000')
      await owes(list, own, person, '250000')
    })
    expect(await keep(ref)).toMatchObject({ status: 409, code: 'PYL-065' })
    expect(await world.statusOf(line)).toBe('UNPAID')
    await owes(id, line, person, '200000')
    expect(await keep(ref)).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('PAID')
    expect(await world.sides(id)).toEqual({ account: 70_000, unpaid: 70_000 })
  })

  test('is owed again and held once it was not handed over', async () => {
    const person = world.person(200_000)
    const { id, lines } = await world.payable([person])
    const line = lines[0]?.id ?? ''
    const made = world.report(line, person, PAID)
    expect(await world.send(made)).toMatchObject({ status: 200 })
    expect(await world.outcomeOf(made.externalRef, 'FAILED')).toMatchObject({ status: 409 })
    expect(await keep(made.externalRef)).toMatchObject({ status: 200 })
    expect(await world.statusOf(line)).toBe('HELD')
    expect(await world.sides(id)).toEqual({ account: 200_000, unpaid: 200_000 })
    expect(await heldOf(made.externalRef)).toEqual([{ code: till(), side: 'D', amount: '200000.00' }])
    expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'PYL-037' })
    // Once the hold is over, another counter pays it: the slip of the first one bars nothing.
    await world.owner().query("update payout.line set status = 'UNPAID', hold_id = null, hold_reason = '' where id = $1", [line])
    expect((await world.claimAt(line, person)).data).toMatchObject({ claim: { code: expect.any(String) } })
  })
})

test('what a counter channel has claimed is told apart at the desk, where its teller cannot end it', async () => {
  const person = world.person(300_000)
  const { lines } = await world.payable([person])
  const line = lines[0]?.id ?? ''
  expect(await world.send(world.report(line, person))).toMatchObject({ status: 200 })
  const channel = (
    await world
      .owner()
      .query(
        'select p.name from payment.transaction_key k join cash.slip s on s.transaction_id = k.transaction_id join organisation.partner p on p.id = k.partner_id where s.source_id = $1',
        [lineCode(line)],
      )
  ).rows[0].name
  const own = world.person(200_000)
  const { lines: others } = await world.payable([own])
  await world.claimAt(others[0]?.id ?? '', own)
  const { data } = await world.call(payDesk, {}, { as: world.here.account, clientId: 'PP_CFM_NEW' })
  const shown = new Map(data?.claims.map((claim) => [claim.sourceCode, claim.channel]))
  expect([shown.get(lineCode(line)), shown.get(lineCode(others[0]?.id ?? ''))]).toEqual([channel, null])
})

test('what was withdrawn from its list is refused as cancelled, by its own sentence', async () => {
  const person = world.person(300_000)
  const { lines } = await world.payable([person])
  const line = lines[0]?.id ?? ''
  await world.owner().query("update payout.line set status = 'CANCELLED' where id = $1", [line])
  expect(await world.claimAt(line, person)).toMatchObject({ status: 409, code: 'PYL-055' })
})
