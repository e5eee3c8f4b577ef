/** Transfers of account lines of payout lists: batches by two people, each transfer sent once, what becomes of it, and what comes back. */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { transferSources } from '#app/plugs/services.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { type DisbursementWorld, disbursementWorld } from '../../../../test/disbursement.ts'
import { tracedAndBooked } from '../../../../test/traced.ts'
import { createBatch } from '../contract/batches.ts'
import { confirmHold, listHolds } from '../contract/holds.ts'
import { resendItems } from '../contract/items.ts'
import { create } from './batches.ts'

let it: DisbursementWorld
beforeAll(async () => {
  it = await disbursementWorld()
})
afterEach(async () => {
  expect(await it.differences()).toEqual([])
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  // Whatever became of transfers: the money trace of what they pay says what the books say.
  const { traced, booked } = await tracedAndBooked(it.runtime, { own: true })
  expect(traced).toEqual(booked)
  expect(Object.keys(traced)).toContain('3388.DISB.TRANSIT')
  await it.end()
})

const by = (as: string) => ({ as, ...it.CRM, ...it.key() })
const only = async (batchId: string) => {
  const [item] = await it.items(batchId)
  if (!item) throw new Error('no item')
  return item
}
const status = async (batchId: string) => (await only(batchId)).status
/** Its last call was ten minutes ago: the clock itself stays, because sessions and signatures are measured by it. */
const later = (batchId: string) =>
  it.runtime.database.owner.query("update disbursement.item set call_at = call_at - interval '10 minutes' where batch_id = $1", [batchId])
const holdsOf = async (listId: string) =>
  (await it.search(listHolds, { filter: { sourceKind: 'PAYOUT_LIST', sourceId: listId } }, { as: 'admin', ...it.CRM })).data?.result ?? []

test('a batch is made only by who may open the record that it pays', async () => {
  const ctx = { session: { permissions: new Set([createBatch.permission]) } } as unknown as CommandContext
  const refused = { definition: errors.forbidden }
  for (const { kind } of transferSources.all)
    await expect(create({ sources: transferSources }, { sourceKind: kind, sourceId: '1', partnerId: '1' } as never, ctx)).rejects.toMatchObject(refused)
})

describe('a batch', () => {
  test('is prepared with the names that the bank gives, agreed to by another person, and paid', async () => {
    const listId = await it.list([it.payee(500_000), it.payee(300_000)])
    const bank = await it.balanceOf('1388.VCB')
    const id = await it.prepared(listId)
    expect(await it.batch(id)).toMatchObject({ status: 'READY', itemCount: 2, total: '800000.00', leftOut: 0 })
    expect(await it.submit(id)).toMatchObject({ status: 200 })
    expect(await it.decide(id, 'ketoan')).toMatchObject({ status: 403 })
    expect((await it.decide(id)).status).toBe(200)
    for (const { reference } of await it.items(id)) it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    await it.send()
    expect(await it.batch(id)).toMatchObject({ status: 'DONE', paidCount: 2, paid: '800000.00', openCount: 0 })
    expect((await it.line(listId)).status).toBe('PAID')
    expect((await it.items(id)).map(({ partner_reference }) => partner_reference)).toEqual([expect.stringMatching(/^FT/), expect.stringMatching(/^FT/)])
    expect(bank - (await it.balanceOf('1388.VCB'))).toBe(800_000)
    // A batch has no money of its own: its trace leads to the transfers that have.
    const reference = (await it.batch(id)).code
    const { data } = await it.call(traceMoney, { reference }, { as: 'ketoan', ...it.CRM })
    expect(data?.life).toMatchObject({ steps: [], record: { code: reference }, parts: { count: 2, path: expect.stringContaining(`batchId=${id}`) } })
    // Whichever of them left first.
    expect(data?.life?.parts?.records.map(({ code }) => code).toSorted()).toEqual((await it.items(id)).map((item) => item.reference))
    expect(await it.detail(listId)).toMatchObject({ status: 'PAYING', paid: '800000.00', unpaid: '0.00' })
  })

  test('leaves out and holds what the bank does not know or calls otherwise', async () => {
    const listId = await it.list([
      it.payee(100_000, { accountNumber: '00119990000', accountName: 'NGUYEN VAN A' }),
      it.payee(200_000, { accountName: 'NGUOI KHAC' }),
      it.payee(300_000),
    ])
    const id = await it.prepared(listId)
    const batch = await it.batch(id)
    expect(batch).toMatchObject({ status: 'READY', itemCount: 1, total: '300000.00', leftOut: 2 })
    expect(batch.leftOutItems.map(({ reason }) => reason)).toEqual(['NO_ACCOUNT', 'NAME_DIFFERS'])
    expect((await it.line(listId, 1)).status).toBe('HELD')
    const differs = (await holdsOf(listId)).find(({ reason }) => reason === 'NAME_DIFFERS')
    expect(await it.call(confirmHold, { id: differs?.id ?? '', version: differs?.version ?? 0, reason: 'Chính chủ, đã gọi' }, by('ketoan'))).toMatchObject({
      status: 200,
    })
    expect((await it.line(listId, 1)).status).toBe('UNPAID')
    expect(await it.make(listId)).toMatchObject({ status: 409, code: 'DSB-004' })
    await it.submit(id)
    await it.decide(id)
    const next = await it.prepared(listId)
    expect((await it.items(next)).map(({ account_name }) => account_name)).toEqual([differs?.answeredName])
  })

  test.each([
    ['a list that is not there', { sourceId: '999999' }, 404, 'DSB-001'],
    ['a kind of source that is not there', { sourceKind: 'NOBODY' }, 404, 'DSB-001'],
    ['a partner that makes no transfers', { partnerId: '1' }, 409, 'DSB-005'],
  ])('%s is refused', async (_, change, code, error) => {
    const { createBatch } = await import('../contract/batches.ts')
    const listId = await it.list([it.payee(100_000)])
    const input = { sourceKind: 'PAYOUT_LIST', sourceId: listId, partnerId: it.bank.id, ...change }
    expect(await it.call(createBatch, input, by('ketoan'))).toMatchObject({ status: code, code: error })
    expect((await it.line(listId)).status).toBe('UNPAID')
  })
})

describe('a transfer', () => {
  test('that fails gives the money back, and is paid by another one', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    it.bank.simulator.decide('VCB', (await only(id)).reference, 'FAILED')
    await it.send()
    expect(await only(id)).toMatchObject({ status: 'FAILED', code: '51' })
    expect((await it.line(listId)).status).toBe('UNPAID')
    expect(await it.batch(id)).toMatchObject({ status: 'DONE', failedCount: 1 })
    const second = await it.approved(listId)
    it.bank.simulator.decide('VCB', (await only(second)).reference, 'SUCCEEDED')
    await it.send()
    expect(await status(second)).toBe('PAID')
  })

  test.each(['late', 'error', 'notJson', 'huge', 'badSignature', 'unmapped', 'wrong', 'redirect', 'cut'] as const)(
    'whose answer is %s is unknown with a case, never failed, and not sent again; the call-back ends it',
    async (fault) => {
      const listId = await it.list([it.payee(100_000)])
      const id = await it.approved(listId)
      const { reference } = await only(id)
      it.bank.simulator.decide('VCB', reference, 'FAILED')
      it.bank.simulator.failNext(fault)
      await it.send()
      await it.send()
      expect(await only(id)).toMatchObject({ status: 'UNKNOWN', calls: 1 })
      expect(it.bank.simulator.asked.filter((one) => one === `PAYOUT ${reference}`)).toHaveLength(1)
      expect((await it.line(listId)).status).toBe('UNKNOWN')
      const { rows } = await it.runtime.pool.query('select status from outcome.outcome_case where external_ref = $1', [reference])
      expect(rows).toEqual([{ status: 'OPEN' }])
      expect((await it.close_(listId)).code).toBe('PYL-026')
      expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 200 })
      expect(await status(id)).toBe('PAID')
      expect((await it.line(listId)).status).toBe('PAID')
    },
  )

  test('that is still being processed waits for its call-back', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    const { reference } = await only(id)
    it.bank.simulator.decide('VCB', reference, 'PENDING')
    await it.send()
    await later(id)
    await it.sender.recover()
    expect(await only(id)).toMatchObject({ status: 'SENT', code: '09' })
    expect(await it.outcome(reference, 'FAILED')).toMatchObject({ status: 200 })
    expect(await status(id)).toBe('FAILED')
    expect((await it.line(listId)).status).toBe('UNPAID')
  })

  test('that never left is sent again under its reference, and once', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    const { reference } = await only(id)
    it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    const nothingLeft = {
      verdict: 'UNKNOWN',
      fault: 'CIRCUIT_OPEN',
      sent: false,
      code: null,
      partnerReference: null,
      message: '',
      raw: '',
      exchangeId: '0',
    } as const
    await it.send(it.senderOf({ payout: async () => ({ ...nothingLeft, at: it.clock.now() }) }))
    expect(await only(id)).toMatchObject({ status: 'SENT', call_at: null, fault: 'CIRCUIT_OPEN' })
    await it.send()
    expect(await only(id)).toMatchObject({ status: 'SENT', calls: 1 })
    const row = await only(id)
    expect(await it.call(resendItems, { rows: [{ id: row.id, version: row.version }] }, by('ketoan'))).toMatchObject({ status: 200 })
    await it.send()
    expect(await only(id)).toMatchObject({ status: 'PAID', reference, calls: 2 })
    const paid = await only(id)
    const again = await it.call(resendItems, { rows: [{ id: paid.id, version: paid.version }] }, by('ketoan'))
    expect(JSON.stringify(again.data)).toContain('DSB-011')
  })

  test('whose process ended during the call becomes unknown, and is never sent again', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    let calls = 0
    const killed = it.senderOf({
      payout: () => {
        calls += 1
        return Promise.reject(new Error('killed'))
      },
    })
    await it.send(killed)
    expect(await only(id)).toMatchObject({ status: 'SENT', calls: 1 })
    expect((await it.line(listId)).status).toBe('CLAIMED')
    await it.send()
    await it.sender.recover()
    expect(await status(id)).toBe('SENT')
    await later(id)
    await it.sender.recover()
    await it.send()
    expect(await only(id)).toMatchObject({ status: 'UNKNOWN', fault: 'LOST', calls: 1 })
    expect(calls).toBe(1)
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${(await only(id)).reference}`)
  })

  test('of which the answer contradicts the call-back stays, and an alarm opens', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    const { reference } = await only(id)
    it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    await it.send()
    expect(await it.outcome(reference, 'FAILED')).toMatchObject({ status: 409 })
    expect(await status(id)).toBe('PAID')
    const { rows } = await it.runtime.pool.query('select conflict_at is not null as conflict from outcome.outcome_case where external_ref = $1', [reference])
    expect(rows).toEqual([{ conflict: true }])
  })

  test('is not sent when its source no longer owes it', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    expect((await it.close_(listId)).status).toBe(200)
    await it.send()
    expect(await only(id)).toMatchObject({ status: 'CANCELLED', transaction_id: null })
    expect(await it.batch(id)).toMatchObject({ status: 'DONE' })
  })

  test('is neither reported by a channel nor made twice nor changed', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    const item = await only(id)
    const line = {
      externalRef: item.reference,
      service: 'DISB',
      type: 'PAYOUT',
      channel: 'BANK',
      currency: 'VND',
      amount: '100000',
      occurredAt: new Date().toISOString(),
    }
    expect(await it.gateway('', line)).toMatchObject({ status: 403, code: 'DSB-009' })
    const owner = it.runtime.database.owner
    const other = await it.make(await it.list([it.payee(50_000)]))
    const copy = `insert into disbursement.item (batch_id, reference, source_kind, source_id, source_item, item_code, name, bank_bin, account_number, account_name, content, amount, partner_id, unit_id, head_unit_id, updated_by, updated_at)
      select $2, 'UNCXX0001', source_kind, source_id, source_item, item_code, name, bank_bin, account_number, account_name, content, amount, partner_id, unit_id, 0, 'x', now() from disbursement.item where id = $1`
    await expect(owner.query(copy, [item.id, other.data?.id])).rejects.toThrow(/item_once/)
    await expect(owner.query(copy, [item.id, id])).rejects.toThrow(/nothing is added/)
    for (const change of ["account_number = '9999999'", "account_name = 'NGUOI KHAC'"])
      await expect(owner.query(`update disbursement.item set ${change} where id = $1`, [item.id])).rejects.toThrow(/never change/)
    await it.send()
    await expect(owner.query('update disbursement.item set account_id = account_id + 1 where id = $1', [item.id])).rejects.toThrow(/taken from never changes/)
    await expect(owner.query('delete from disbursement.item_event where item_id = $1', [item.id])).rejects.toThrow(/kept as they were/)
  })

  test('and another, the last two of their batch, end at the same moment: the batch ends with them', async () => {
    const id = await it.prepared(await it.list([it.payee(10_000), it.payee(20_000)]))
    await it.submit(id)
    await it.decide(id)
    const items = await it.items(id)
    for (const { reference } of items) it.bank.simulator.decide('VCB', reference, 'PENDING')
    await it.send()
    expect(await it.batch(id)).toMatchObject({ status: 'SENDING', openCount: 2 })
    const waiting = async () =>
      (await it.runtime.database.owner.query("select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
        .rows[0].n
    const holder = await it.runtime.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('begin')
    // Whoever settles one waits here for who settles another: neither looks at the other's transfer before that has ended.
    await holder.query('select from disbursement.batch where id = $1 for no key update', [id])
    const told: ReturnType<typeof it.outcome>[] = []
    for (const { reference } of items) {
      told.push(it.outcome(reference, 'SUCCEEDED'))
      await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBe(told.length)
    }
    await holder.query('commit')
    expect((await Promise.all(told)).map((answer) => answer.status)).toEqual([200, 200])
    expect(await it.batch(id)).toMatchObject({ status: 'DONE', paidCount: 2, openCount: 0 })
  })

  test('of two batches that leave at the same time from two processes leaves once, and neither waits for the other', async () => {
    const three = () => it.list([it.payee(10_000), it.payee(20_000), it.payee(30_000)])
    // One after the other: a job that another run has taken may not be done when this one ends.
    const lists = [await three(), await three()] as const
    const batches = [await it.prepared(lists[0]), await it.prepared(lists[1])]
    for (const id of batches) expect(await it.submit(id)).toMatchObject({ status: 200 })
    expect((await Promise.all(batches.map((id) => it.decide(id)))).map(({ status }) => status)).toEqual([200, 200])
    const items = (await Promise.all(batches.map((id) => it.items(id)))).flat()
    for (const { reference } of items) it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    const processes = [it.senderOf(), it.senderOf()]
    while ((await Promise.all(processes.map((one) => one.begin()))).some((n) => n > 0)) await Promise.all(processes.map((one) => one.idle()))
    for (const { reference } of items) expect(it.bank.simulator.asked.filter((one) => one === `PAYOUT ${reference}`)).toHaveLength(1)
    for (const id of batches) expect(await it.batch(id)).toMatchObject({ status: 'DONE', paidCount: 3, paid: '60000.00' })
  })
})
