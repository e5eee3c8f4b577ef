/** What is reported of a transfer contradicts what stands: until it is settled its line stays as it is, and then the books are right and nobody is paid twice. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { checkPayout, followUpPayout } from '#core/payouts/contract/lists.ts'
import { changeLine, openVersion, payoutVersions, proposeVersion, stopLine } from '#core/payouts/contract/versions.ts'
import { claimLine } from '#core/payouts/server/public.ts'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { lineCode } from '#subsystems/cfm/contract/payouts.ts'
import { type DisbursementWorld, disbursementWorld } from '../../../../test/disbursement.ts'
import { tracedAndBooked } from '../../../../test/traced.ts'
import { confirmHold, listHolds } from '../contract/holds.ts'
import { listReturns, settleReturn } from '../contract/returns.ts'
import { endEmptied } from './emptied.ts'

let it: DisbursementWorld
beforeAll(async () => {
  it = await disbursementWorld()
})
afterEach(async () => {
  expect(await it.differences()).toEqual([])
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  const { traced, booked } = await tracedAndBooked(it.runtime, { own: true })
  expect(traced).toEqual(booked)
  await it.end()
})

const maker = () => ({ as: 'ketoan', clientId: 'PP_CFM' as const, ...it.key() })
const itemOf = async (batchId: string) => (await it.items(batchId))[0] as Awaited<ReturnType<typeof it.items>>[number]

/** A transfer of a list that the bank has answered so. */
async function sent(listId: string, fate: 'SUCCEEDED' | 'FAILED' | 'PENDING') {
  const batchId = await it.approved(listId)
  const { reference } = await itemOf(batchId)
  it.bank.simulator.decide('VCB', reference, fate)
  await it.send()
  return { batchId, reference }
}

async function contradicted(listId: string, fate: 'SUCCEEDED' | 'FAILED') {
  const one = await sent(listId, fate)
  expect(await it.outcome(one.reference, fate === 'FAILED' ? 'SUCCEEDED' : 'FAILED')).toMatchObject({ status: 409 })
  return one
}

/** An update of the list that changes its first line; submitted and decided unless its change is refused. */
async function update(listId: string, change: (ref: { id: string; version: number }) => Promise<{ status: number; code: string | number }>) {
  await it.call(openVersion, { listId, reason: 'Công văn' }, maker())
  const now = async () => {
    const [row] = (await it.call(payoutVersions, { listId }, maker())).data ?? []
    return { id: row?.id ?? '', version: row?.version ?? 0 }
  }
  const changed = await change(await now())
  if (changed.status !== 200) return changed
  await it.call(proposeVersion, { ...(await now()), reason: 'Trình' }, maker())
  return { decide: async () => it.decideOn('payout.version', (await now()).id, 'kiemsoat') }
}
const toCash = async (listId: string, ref: { id: string; version: number }) => {
  const line = await it.line(listId)
  const input = { ...ref, lineId: line.id, name: line.name, amount: line.amount, unitId: it.point.id, method: 'CASH' as const }
  return it.call(changeLine, input, maker())
}
const claim = async (listId: string) => {
  const { id } = await it.line(listId)
  return it.runtime.db.transaction().execute(async (tx) => (await claimLine(tx, [it.claim(id)])).get(id)?.definition.code)
}

/** What the bank reports as come back, as it stands in the list. */
async function back(reference: string) {
  expect(await it.giveBack(reference, '100000')).toMatchObject({ status: 200 })
  const row = (await it.search(listReturns, { filter: { text: reference } }, { as: 'admin', ...it.CRM })).data?.result[0]
  if (!row) throw new Error('not listed')
  return row
}
const match = ({ id, version }: { id: string; version: number }, itemReference: string) =>
  it.call(settleReturn, { id, version, decision: 'MATCH', itemReference, reason: 'Đã đối chiếu' }, { as: 'ketoan', ...it.CRM, ...it.key() })

describe('a transfer that failed and is reported as made', () => {
  test('settled as made has paid its line: the money has left with it, and nothing is paid or settled again', async () => {
    const listId = await it.list([it.payee(100_000)])
    const bank = await it.balanceOf('1388.VCB')
    const { batchId, reference } = await contradicted(listId, 'FAILED')
    expect(bank - (await it.balanceOf('1388.VCB'))).toBe(0)
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(bank - (await it.balanceOf('1388.VCB'))).toBe(100_000)
    expect(await itemOf(batchId)).toMatchObject({ status: 'PAID', step_note: expect.stringContaining('MADE_AFTER_ALL') })
    expect((await it.line(listId)).status).toBe('PAID')
    expect(await it.make(listId)).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    for (const decision of ['RELEASE', 'KEEP'] as const) expect(await it.settle(reference, decision)).toMatchObject({ status: 409, code: 'OUT-016' })
    expect(bank - (await it.balanceOf('1388.VCB'))).toBe(100_000)
    expect((await it.close_(listId)).status).toBe(200)
  })

  test('is not settled as made while more is owed than it was of; its line is put right by an update of the amount alone', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    await it.receive(it.world.partnerId, '20000')
    const owes = (amount: string) =>
      update(listId, async (ref) => {
        const { id: lineId, name, bank_bin, account_number, account_name } = await it.line(listId)
        const account = { bankBin: bank_bin ?? '', accountNumber: account_number ?? '', accountName: account_name ?? '' }
        return it.call(changeLine, { ...ref, lineId, name, amount, unitId: it.point.id, method: 'ACCOUNT' as const, ...account }, maker())
      })
    const raised = await owes('120000')
    expect('decide' in raised && (await raised.decide())).toMatchObject({ status: 200 })
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 409, code: 'DSB-024' })
    expect((await it.line(listId)).status).toBe('UNPAID')
    const right = await owes('100000')
    expect('decide' in right && (await right.decide())).toMatchObject({ status: 200 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect((await it.line(listId)).status).toBe('PAID')
  })

  test('settled as failed is owed as before', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await contradicted(listId, 'FAILED')
    expect(await it.settle(reference, 'RELEASE')).toMatchObject({ status: 200 })
    const second = await sent(listId, 'SUCCEEDED')
    expect(await itemOf(second.batchId)).toMatchObject({ status: 'PAID' })
    expect((await it.line(listId)).status).toBe('PAID')
  })

  test('cancels another one that was agreed to and has not left', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    const second = await it.approved(listId)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await itemOf(second)).toMatchObject({ status: 'CANCELLED' })
    expect(await it.batch(second)).toMatchObject({ status: 'DONE' })
    await it.send()
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${(await itemOf(second)).reference}`)
  })

  test('ends a batch that was to pay the same and had not been agreed to', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    const second = await it.prepared(listId)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await it.batch(second)).toMatchObject({ status: 'CANCELLED', endedBecause: 'NOBODY_LEFT', stepNote: '' })
  })

  test('ends a batch that waits for its approver once nobody is left in it, and its source may have another', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    const second = await it.prepared(listId)
    expect(await it.submit(second)).toMatchObject({ status: 200 })
    await endEmptied(it.runtime)
    expect(await it.batch(second)).toMatchObject({ status: 'SUBMITTED' })
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await it.batch(second)).toMatchObject({ status: 'SUBMITTED' })
    await endEmptied(it.runtime)
    expect(await it.batch(second)).toMatchObject({ status: 'CANCELLED', endedBecause: 'NOBODY_LEFT', pendingRequestId: null })
    expect(await it.make(listId)).toMatchObject({ status: 409, code: 'DSB-003' })
  })

  test('and comes back is matched by people, to its line where that was paid by it', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { batchId, reference } = await contradicted(listId, 'FAILED')
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    const row = await back(reference)
    expect(row?.status).toBe('WAITING')
    expect(await match(row, reference)).toMatchObject({ status: 200 })
    expect(await it.decideOn('disbursement.returned', row.id)).toMatchObject({ status: 200 })
    expect(await itemOf(batchId)).toMatchObject({ status: 'RETURNED' })
    expect((await it.line(listId)).status).toBe('HELD')
  })

  test('after its list was closed and comes back goes to nobody by itself, and is not matched', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    expect((await it.close_(listId)).status).toBe(200)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    const row = await back(reference)
    expect(row?.status).toBe('WAITING')
    expect(await match(row, reference)).toMatchObject({ status: 409, code: 'DSB-025', message: expect.stringContaining('1388.DISB') })
  })

  test('is not settled as made while another one is under way; once that has paid too, the person owes it', async () => {
    const listId = await it.list([it.payee(100_000)])
    const owed = await it.balanceOf('1388.DISB')
    const { batchId, reference } = await sent(listId, 'FAILED')
    const second = await sent(listId, 'PENDING')
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 409, code: 'PYL-054' })
    expect(await it.outcome(second.reference, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await itemOf(batchId)).toMatchObject({ status: 'FAILED' })
    expect(await itemOf(second.batchId)).toMatchObject({ status: 'PAID' })
    expect((await it.balanceOf('1388.DISB')) - owed).toBe(100_000)
  })

  test('after its list was closed is owed by its payer, and no follow-up pays it again', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    const owed = await it.balanceOf('1388.DISB')
    expect((await it.close_(listId)).status).toBe(200)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect((await it.balanceOf('1388.DISB')) - owed).toBe(100_000)
    const { version } = await it.detail(listId)
    const today = localDate(it.clock.now())
    const again = await it.call(followUpPayout, { id: listId, version, payFrom: today, payUntil: addDays(today, 5) }, maker())
    expect(again).toMatchObject({ status: 409, code: 'PYL-028' })
  })
})

/** An approved list of what a closed one did not pay. */
async function followed(listId: string): Promise<string> {
  const { data, message } = await it.world.followUp(listId)
  if (!data) throw new Error(message)
  for (const { kind } of (await it.detail(data.id)).warnings) await it.world.acknowledge(data.id, kind)
  expect((await it.world.step(checkPayout, data.id)).status).toBe(200)
  await it.world.submit(data.id)
  expect((await it.world.decide(data.id)).status).toBe(200)
  return data.id
}

describe('a transfer of a line that others repeat', () => {
  test('made after all when the list that repeats it was closed too is followed up by none of them', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    expect((await it.close_(listId)).status).toBe(200)
    const second = await followed(listId)
    expect((await it.close_(second)).status).toBe(200)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await it.world.followUp(second)).toMatchObject({ status: 409, code: 'PYL-028' })
  })

  test('that was withdrawn since holds the line that took its place, and once made after all has paid that', async () => {
    const listId = await it.list([it.payee(100_000)])
    expect((await it.close_(listId)).status).toBe(200)
    const [second, owed] = [await followed(listId), await it.balanceOf('1388.DISB')]
    const { reference } = await sent(second, 'FAILED')
    const lineId = (await it.line(second)).id
    const withdrawn = await update(second, (ref) => it.call(stopLine, { ...ref, lineId, kind: 'WITHDRAW' as const, reason: 'Rút' }, maker()))
    expect('decide' in withdrawn && (await withdrawn.decide())).toMatchObject({ status: 200 })
    const third = await followed(listId)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.make(third)).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await update(third, (ref) => toCash(third, ref))).toMatchObject({ status: 409, code: 'PYL-053' })
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect((await it.line(third)).status).toBe('PAID')
    expect((await it.balanceOf('1388.DISB')) - owed).toBe(0)
  })

  test('in dispute keeps that of the other from being handed over again where it could not leave before; the money of that is back', async () => {
    const listId = await it.list([it.payee(100_000)])
    const { reference } = await sent(listId, 'FAILED')
    expect((await it.close_(listId)).status).toBe(200)
    const second = await followed(listId)
    const batchId = await it.approved(second)
    const nothingLeft = { verdict: 'UNKNOWN', fault: 'CIRCUIT_OPEN', sent: false, code: null, partnerReference: null, message: '', raw: '' } as const
    await it.send(it.senderOf({ payout: async () => ({ ...nothingLeft, exchangeId: '0', at: it.clock.now() }) }))
    expect(await itemOf(batchId)).toMatchObject({ status: 'SENT', call_at: null })
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    await it.runtime.database.owner.query("update disbursement.item set due_at = due_at - interval '10 minutes' where batch_id = $1", [batchId])
    await it.send()
    const item = await itemOf(batchId)
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${item.reference}`)
    expect(item).toMatchObject({ status: 'FAILED', code: 'NOT_SENT', message: expect.stringContaining(reference) })
    expect((await it.line(second)).status).toBe('UNPAID')
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect((await it.line(second)).status).toBe('PAID')
  })

  test('is on the money trace once the list that repeats it is approved, not before', async () => {
    const listId = await it.list([it.payee(100_000)])
    expect((await it.close_(listId)).status).toBe(200)
    const { data } = await it.world.followUp(listId)
    const draft = data?.id ?? ''
    const reference = lineCode((await it.line(listId)).id)
    const traced = async () => {
      const { data: found } = await it.call(traceMoney, { reference }, { as: 'ketoan', ...it.CRM })
      return found?.life?.records.map(({ code }) => code) ?? []
    }
    const repeats = lineCode((await it.line(draft)).id)
    expect(await traced()).toContain(reference)
    expect(await traced()).not.toContain(repeats)
    expect(await traced()).not.toContain((await it.detail(draft)).code)
    for (const { kind } of (await it.detail(draft)).warnings) await it.world.acknowledge(draft, kind)
    await it.world.step(checkPayout, draft)
    await it.world.submit(draft)
    expect((await it.world.decide(draft)).status).toBe(200)
    expect(await traced()).toContain(repeats)
  })
})

describe('a transfer that was made and is reported as failed', () => {
  test('settled as failed is owed again once somebody has looked at its account', async () => {
    const listId = await it.list([it.payee(100_000)])
    const bank = await it.balanceOf('1388.VCB')
    const { batchId, reference } = await contradicted(listId, 'SUCCEEDED')
    expect(await it.settle(reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await it.balanceOf('1388.VCB')).toBe(bank)
    expect(await itemOf(batchId)).toMatchObject({ status: 'RETURNED' })
    expect((await it.line(listId)).status).toBe('HELD')
    const [hold] = (await it.search(listHolds, { filter: { sourceKind: 'PAYOUT_LIST', sourceId: listId } }, { as: 'admin', ...it.CRM })).data?.result ?? []
    expect(await it.call(confirmHold, { id: hold?.id ?? '', version: hold?.version ?? 0, reason: 'Đúng tài khoản' }, maker())).toMatchObject({ status: 200 })
    await sent(listId, 'SUCCEEDED')
    expect((await it.line(listId)).status).toBe('PAID')
    expect(bank - (await it.balanceOf('1388.VCB'))).toBe(100_000)
  })
})

describe('a line in dispute', () => {
  test('is neither changed to cash nor withdrawn, and an update made before does not pass', async () => {
    const listId = await it.list([it.payee(100_000)])
    await contradicted(listId, 'FAILED')
    expect(await update(listId, (ref) => toCash(listId, ref))).toMatchObject({ status: 409, code: 'PYL-053' })
    const other = await it.list([it.payee(100_000)])
    await contradicted(other, 'FAILED')
    const lineId = (await it.line(other)).id
    const withdraw = (ref: { id: string; version: number }) => it.call(stopLine, { ...ref, lineId, kind: 'WITHDRAW' as const, reason: 'Rút' }, maker())
    expect(await update(other, withdraw)).toMatchObject({ status: 409, code: 'PYL-053' })
    const third = await it.list([it.payee(100_000)])
    const { reference } = await sent(third, 'FAILED')
    const waiting = await update(third, (ref) => toCash(third, ref))
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect('decide' in waiting && (await waiting.decide())).toMatchObject({ status: 409, code: 'PYL-053' })
    expect(await it.line(third)).toMatchObject({ method: 'ACCOUNT', status: 'UNPAID' })
  })

  test('that was changed to cash before is not paid at a counter until it is settled; made after all it is paid', async () => {
    for (const decision of ['RELEASE', 'KEEP'] as const) {
      const listId = await it.list([it.payee(100_000)])
      const { reference } = await sent(listId, 'FAILED')
      const approved = await update(listId, (ref) => toCash(listId, ref))
      expect('decide' in approved && (await approved.decide())).toMatchObject({ status: 200 })
      expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
      expect(await claim(listId)).toBe('PYL-053')
      expect(await it.settle(reference, decision)).toMatchObject({ status: 200 })
      if (decision === 'KEEP') expect((await it.line(listId)).status).toBe('PAID')
      expect(await claim(listId)).toBe(decision === 'KEEP' ? 'PYL-039' : undefined)
    }
  })
})
