/** Payouts to retail senders of which the counter says one thing and then another, or nothing: the ledger, the till and the item agree after each. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { findPayables, proposeResult } from '#core/cash/contract/counter/pay.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import type { ConflictDecision } from '#core/outcomes/contract/case.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { JobSchedule } from '#platform/server/module.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { eventLine, feedEvents } from '../../../../../test/cob.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { balances } from '../../../../../test/payments.ts'
import { type SenderWorld, senderWorld } from '../../../../../test/sender-payouts.ts'
import { serverModules } from '../../../../app/modules.ts'
import { findItem, refundItem, releaseItem } from '../../contract/items.ts'
import { codPayments } from '../deposits/service.ts'

let it: TestApp
let world: SenderWorld
beforeAll(async () => {
  it = await testApp()
  world = await senderWorld(it)
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  const { rows } = await it.runtime.pool.query('select * from cob.item_sum_faults()')
  expect(rows).toEqual([])
  await it.close()
})

const PAID = { outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' } }
const FAILED = { outcome: { status: 'FAILED', code: '51', message: 'Không giao' } }
const UNKNOWN = { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } }
const by = (as: string, clientId: 'O2O_CRM' | 'PP_CFM_NEW' | 'PP_COB') => ({ as, clientId, headers: { 'idempotency-key': crypto.randomUUID() } })
const row = async (text: string, values: unknown[]) => (await it.runtime.pool.query(text, values)).rows[0]

let code: string
let id: string
let amount = 500_000
let before: Record<string, string>
/** Each test has an item of its own, of an amount that no other has. */
beforeEach(async () => {
  amount += 1_000
  ;[{ code, id }] = (await world.payable([amount])) as [{ code: string; id: string }]
  before = await balances(it.runtime)
})

const TILL = () => world.counters.hanoi.accountCode
/** What has moved since the item was payable, by account; what is owed to retail senders is what their items say. */
async function moved(): Promise<Record<string, number>> {
  const now = await balances(it.runtime)
  const { ledger, items } = await world.owed()
  expect(ledger).toBe(items)
  const changes = [...new Set([...Object.keys(before), ...Object.keys(now)])].map(
    (account) => [account, Number(now[account] ?? 0) - Number(before[account] ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}
const state = () => world.state(code)
const payable = { money: 'PAYABLE', hold: null }
const paidOut = { money: 'PAID_OUT', hold: null }
const heldBack = { money: 'HANDED_IN', hold: 'PAID_OTHERWISE' }
const claimHere = () => world.claim(code, amount)
const claimThere = () => world.claim(code, amount, {}, world.there)
const claimId = async (claimed: ReturnType<typeof claimHere>) => {
  const { data, message } = await claimed
  if (!data?.claim) throw new Error(message)
  return data.claim.id
}
const hindrance = async () => (await it.call(findPayables, { text: code }, by(world.there, 'PP_CFM_NEW'))).data?.found[0]?.hindrance
/** A payout as the channel of the counter reports it; answers its reference. */
async function reported(outcome: object = {}, much = amount): Promise<string> {
  const line = world.report(code, much, outcome)
  expect(await world.counters.send(line)).toMatchObject({ status: 200 })
  return line.externalRef
}
/** What the counter says later contradicts what stands: it is refused and kept. */
const contradicted = async (ref: string, status: 'SUCCEEDED' | 'FAILED') =>
  expect(await world.counters.outcome(ref, status)).toMatchObject({ status: 409, code: 'PAY-009' })
/** Two people settle it: KEEP, what was said later is right; RELEASE, what stands is. */
async function settle(ref: string, decision: ConflictDecision): Promise<void> {
  expect(await decided(ref, decision)).toMatchObject({ status: 200 })
}
async function decided(ref: string, decision: ConflictDecision) {
  const found = await row('select id, version from outcome.outcome_case where external_ref = $1', [ref])
  const asked = await it.call(settleConflict, { ...found, decision, note: 'Đã hỏi bưu cục' }, by('ketoan', 'O2O_CRM'))
  const waits = await row(
    "select max(id) as id from approvals.request where status = 'PENDING' and subject_type = 'outcome.outcome_case' and subject_id = $1",
    [found.id],
  )
  return asked.data || asked.code === 'APR-004' ? approve(waits.id) : asked
}
const approve = (requestId: string | undefined) =>
  it.call(decideRequest, { id: requestId ?? '0', version: 0, decision: 'APPROVE', reason: 'Đồng ý' }, by('kiemsoat', 'O2O_CRM'))
const release = async () =>
  it.call(
    releaseItem,
    { id, version: (await it.call(findItem, { id }, by('ketoan', 'PP_COB'))).data?.version ?? -1, reason: 'Đã làm rõ' },
    by('ketoan', 'PP_COB'),
  )
/** Whether the deposit that has brought its money may be taken back. */
async function depositStays(): Promise<string | undefined> {
  const { id: deposit } = await row('select transaction_id as id from cob.deposit_line where item_id = $1 and amount > 0', [id])
  return it.runtime.db
    .transaction()
    .execute(async (tx) => codPayments.cancellable?.(tx, deposit))
    .then(
      () => undefined,
      (error) => error.definition?.code,
    )
}

describe('reported as paid and then as not paid', () => {
  test('moves nothing before two people have settled it; settled so, its sender is owed again once somebody has looked, and is paid once', async () => {
    const ref = await reported(PAID)
    await contradicted(ref, 'FAILED')
    expect([await state(), await moved()]).toEqual([paidOut, { '3388.COD': -amount, [TILL()]: -amount }])
    expect(await claimThere()).toMatchObject({ status: 409, code: 'COB-606' })
    await settle(ref, 'KEEP')
    expect(await state()).toEqual(heldBack)
    // What the till has more waits until people say where it belongs.
    expect(await moved()).toEqual({ [TILL()]: -amount, '3388.SUSPENSE.CODPAY': -amount })
    expect(await claimThere()).toMatchObject({ status: 409, code: 'COB-604' })
    expect(await release()).toMatchObject({ status: 200 })
    expect(await world.confirm(await claimId(claimThere()), world.there)).toMatchObject({ status: 200 })
    expect([await state(), (await moved())['3388.COD']]).toEqual([paidOut, -amount])
    expect(await claimHere()).toMatchObject({ status: 409, code: 'COB-606' })
  })

  test('stays paid where two people find that it was', async () => {
    const ref = await reported(PAID)
    await contradicted(ref, 'FAILED')
    await settle(ref, 'RELEASE')
    expect([await state(), await moved()]).toEqual([paidOut, { '3388.COD': -amount, [TILL()]: -amount }])
  })
})

describe('reported as not paid and then as paid', () => {
  const failedThenMade = async (between: () => Promise<unknown> = async () => {}) => {
    const ref = await reported()
    expect(await world.counters.outcome(ref, 'FAILED')).toMatchObject({ status: 200 })
    expect(await state()).toEqual(payable)
    await between()
    await contradicted(ref, 'SUCCEEDED')
    return ref
  }

  test('is paid by nobody, and its deposit is not taken back, before that is settled', async () => {
    const ref = await failedThenMade()
    expect(await moved()).toEqual({})
    expect(await hindrance()).toContain('mâu thuẫn')
    for (const claim of [claimHere, claimThere]) expect(await claim()).toMatchObject({ status: 409, code: 'COB-614' })
    expect(await depositStays()).toBe('COB-614')
    await settle(ref, 'RELEASE')
    expect([await hindrance(), await depositStays()]).toEqual([null, undefined])
    expect(await world.confirm(await claimId(claimThere()), world.there)).toMatchObject({ status: 200 })
    expect([await state(), (await moved())['3388.COD']]).toEqual([paidOut, -amount])
  })

  test('has been paid once two people have found so; what the till has less waits', async () => {
    const ref = await failedThenMade()
    await settle(ref, 'KEEP')
    expect([await state(), await moved()]).toEqual([paidOut, { '3388.COD': -amount, '3388.SUSPENSE.CODPAY': amount }])
    for (const claim of [claimHere, claimThere]) expect(await claim()).toMatchObject({ status: 409, code: 'COB-606' })
    expect(await depositStays()).toBe('COB-112')
  })

  test('is owed by whoever paid it where its sender was paid elsewhere since', async () => {
    const ref = await failedThenMade(async () => world.confirm(await claimId(claimThere()), world.there))
    await settle(ref, 'KEEP')
    expect([await state(), (await moved())['3388.COD'], (await moved())['1388.COD']]).toEqual([paidOut, -amount, amount])
  })

  test.each(['confirm', 'release'] as const)('is not settled as paid while another counter is paying it, only after that (%s)', async (end) => {
    let claim = ''
    const ref = await failedThenMade(async () => {
      claim = await claimId(claimThere())
    })
    expect(await decided(ref, 'KEEP')).toMatchObject({ status: 409, code: 'COB-607' })
    expect(await moved()).toEqual({})
    expect(await world[end](claim, world.there)).toMatchObject({ status: 200 })
    await settle(ref, 'KEEP')
    expect([await state(), (await moved())['3388.COD'], (await moved())['1388.COD']]).toEqual([paidOut, -amount, end === 'confirm' ? amount : undefined])
    expect(await claimHere()).toMatchObject({ status: 409, code: 'COB-606' })
  })

  test('of another amount is owed by whoever paid it, and holds the item', async () => {
    const ref = await reported(FAILED, amount - 500)
    expect(await state()).toEqual(payable)
    await contradicted(ref, 'SUCCEEDED')
    await settle(ref, 'KEEP')
    expect(await moved()).toMatchObject({ '1388.COD': amount - 500 })
    expect(await state()).toEqual(heldBack)
    expect(await claimHere()).toMatchObject({ status: 409, code: 'COB-604' })
  })
})

describe('of which nobody knows', () => {
  async function aged(claim: string): Promise<void> {
    await it.runtime.database.owner.query("update cash.slip set updated_at = now() - interval '6 minutes' where id = $1", [claim])
    const { job, input } = serverModules.flatMap(({ schedules = [] }) => schedules).find((found) => found.job.name === 'cfm.age-claims') as JobSchedule
    await it.runtime.db.transaction().execute((tx) => enqueue(tx, job, input as never))
    await runJobs(it)
  }
  async function foundOut(slip: string, made: 'PAID' | 'NOT_PAID'): Promise<void> {
    const { version } = await row('select version from cash.slip where id = $1', [slip])
    const asked = await it.call(proposeResult, { id: slip, version, made, reason: 'Đã xem camera' }, by(world.here, 'PP_CFM_NEW'))
    expect(asked).toMatchObject({ status: 200 })
    expect(await approve(asked.data?.requestId)).toMatchObject({ status: 200 })
  }

  test.each(['PAID', 'NOT_PAID'] as const)('because it was not confirmed in time is ended by two people (%s)', async (made) => {
    const claim = await claimId(claimHere())
    await aged(claim)
    expect([await state(), await moved()]).toEqual([payable, {}])
    expect(await world.confirm(claim)).toMatchObject({ status: 409, code: 'CSH-630' })
    expect(await world.release(claim)).toMatchObject({ status: 409, code: 'CSH-630' })
    expect(await claimThere()).toMatchObject({ status: 409, code: 'COB-608' })
    expect(await depositStays()).toBe('COB-612')
    await foundOut(claim, made)
    const paid = made === 'PAID'
    expect([await state(), await moved()]).toEqual(paid ? [paidOut, { '3388.COD': -amount, [TILL()]: -amount }] : [payable, {}])
    expect(await depositStays()).toBe(paid ? 'COB-112' : undefined)
    expect((await claimThere()).code).toBe(paid ? 'COB-606' : 'API000')
  })

  test('is ended by two people against what its counter says later, which then is settled by two people', async () => {
    const ref = await reported(UNKNOWN)
    const { id: slip } = await row('select s.id from cash.slip s join payment.transaction_key k using (transaction_id) where k.external_ref = $1', [ref])
    await foundOut(slip, 'NOT_PAID')
    expect(await state()).toEqual(payable)
    await contradicted(ref, 'SUCCEEDED')
    expect(await claimThere()).toMatchObject({ status: 409, code: 'COB-614' })
    await settle(ref, 'KEEP')
    expect([await state(), (await moved())['3388.COD']]).toEqual([paidOut, -amount])
    await contradicted(ref, 'SUCCEEDED')
    expect((await moved())['3388.COD']).toBe(-amount)
  })

  test('told twice by its counter is booked once', async () => {
    const ref = await reported(UNKNOWN)
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.counters.outcome(ref, 'SUCCEEDED')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect([await state(), await moved()]).toEqual([paidOut, { '3388.COD': -amount, [TILL()]: -amount }])
  })
})

describe('given up at the counter', () => {
  test('is neither confirmed nor given up again, and paid elsewhere once', async () => {
    const claim = await claimId(claimHere())
    const ends = await Promise.all([world.release(claim), world.confirm(claim), world.release(claim), world.confirm(claim)])
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(ends.filter(({ status }) => status !== 200).map(({ code: refused }) => refused))).toEqual(new Set(['CSH-632']))
    const paid = (await state()).money === 'PAID_OUT'
    expect(await moved()).toEqual(paid ? { '3388.COD': -amount, [TILL()]: -amount } : {})
    const again = await claimThere()
    expect(again.code).toBe(paid ? 'COB-606' : 'API000')
    if (again.data?.claim) expect(await world.confirm(again.data.claim.id, world.there)).toMatchObject({ status: 200 })
    expect([await state(), (await moved())['3388.COD']]).toEqual([paidOut, -amount])
  })

  test('after its item has come back, it is paid by nobody and goes back to the receiver', async () => {
    const claim = await claimId(claimHere())
    await feedEvents(it, world.cob.feeder, [
      eventLine({ item: code, kind: 'RETURNING', unit: '010101' }),
      eventLine({ item: code, kind: 'RETURNED', unit: '010101' }),
    ])
    const version = async () => (await it.call(findItem, { id }, by('ketoan', 'PP_COB'))).data?.version ?? -1
    const giveBack = async () => it.call(refundItem, { id, version: await version(), reason: 'Bưu gửi chuyển hoàn' }, by('ketoan', 'PP_COB'))
    const asked = await giveBack()
    expect(asked.status === 200 ? await approve(asked.data?.requestId) : asked).toMatchObject({ status: 409, code: 'COB-612' })
    expect(await world.release(claim)).toMatchObject({ status: 200 })
    expect([await state(), await moved()]).toEqual([{ money: 'HANDED_IN', hold: null }, {}])
    for (const at of [claimHere, claimThere]) expect(await at()).toMatchObject({ status: 409, code: 'COB-605' })
    expect(await approve((await giveBack()).data?.requestId)).toMatchObject({ status: 200 })
    expect((await state()).money).toBe('WAIVED')
    expect(await claimHere()).toMatchObject({ status: 409, code: 'COB-609' })
  })

  test('paid although its item has come back meanwhile, it is paid: the money has left', async () => {
    const claim = await claimId(claimHere())
    await feedEvents(it, world.cob.feeder, [eventLine({ item: code, kind: 'RETURNING', unit: '010101' })])
    expect(await state()).toEqual({ money: 'HANDED_IN', hold: null })
    expect(await world.confirm(claim)).toMatchObject({ status: 200 })
    expect([await state(), await moved()]).toEqual([paidOut, { '3388.COD': -amount, [TILL()]: -amount }])
  })
})
