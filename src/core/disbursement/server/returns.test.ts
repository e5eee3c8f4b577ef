/** Money that comes back: to what it was paid for, or where it matches no transfer, as two people decide. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { listLines } from '#core/payouts/contract/lines.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { lineCode } from '#subsystems/cfm/contract/payouts.ts'
import { bankName, type DisbursementWorld, disbursementWorld } from '../../../../test/disbursement.ts'
import { tracedAndBooked } from '../../../../test/traced.ts'
import { correctHold, listHolds } from '../contract/holds.ts'
import { listReturns, settleReturn } from '../contract/returns.ts'
import { disbursementRules } from './control-rules.ts'
import { coded, codedText, NOTES, noteIn, noteText } from './notes.ts'

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

const by = (as: string) => ({ as, ...it.CRM, ...it.key() })
const holdsOf = async (listId: string) =>
  (await it.search(listHolds, { filter: { sourceKind: 'PAYOUT_LIST', sourceId: listId } }, { as: 'admin', ...it.CRM })).data?.result ?? []
const SUBJECT = 'disbursement.returned'
const decide = (id: string, as = 'kiemsoat') => it.decideOn(SUBJECT, id, as)

/** A transfer of this amount in this state. */
async function transfer(amount: number, status: 'SUCCEEDED' | 'FAILED' | 'PENDING') {
  const listId = await it.list([it.payee(amount)])
  const batchId = await it.approved(listId)
  const [item] = await it.items(batchId)
  if (!item) throw new Error('no item')
  it.bank.simulator.decide('VCB', item.reference, status)
  await it.send()
  return { listId, batchId, reference: item.reference }
}

/** What the bank reports as come back, as it stands in the list. */
async function back(reference: string, amount: number) {
  expect(await it.giveBack(reference, String(amount))).toMatchObject({ status: 200 })
  const { data } = await it.search(listReturns, { filter: { text: reference } }, { as: 'admin', ...it.CRM })
  const row = data?.result[0]
  if (!row) throw new Error('not listed')
  return row
}
const settle = (row: { id: string; version: number }, decision: 'MATCH' | 'GIVE_BACK' | 'BOOK', itemReference?: string) =>
  it.call(settleReturn, { id: row.id, version: row.version, decision, itemReference, reason: 'Đã đối chiếu với ngân hàng' }, by('ketoan'))
const statusOf = async (id: string) => (await it.search(listReturns, { filter: { id } }, { as: 'admin', ...it.CRM })).data?.result[0]
const itemStatus = async (batchId: string) => (await it.items(batchId))[0]?.status

test('less the fee of the bank is matched by two people: the source gets all of it back, the fee is a cost', async () => {
  const { listId, batchId, reference } = await transfer(100_000, 'SUCCEEDED')
  const row = await back(reference, 95_000)
  expect(row).toMatchObject({ status: 'WAITING', amount: '95000.00', transactionCode: expect.stringMatching(/^CK/) })
  expect(await itemStatus(batchId)).toBe('PAID')
  const rule = disbursementRules({ returned: (id) => `/returned?id=${id}`, batch: (id) => id }).find(({ code }) => code === 'RETURNED_UNMATCHED')
  expect((await rule?.query(it.runtime.db, it.clock.now()))?.map(({ link }) => link)).toEqual([`/returned?id=${row.id}`])
  expect(await settle(row, 'MATCH', reference.toLowerCase())).toMatchObject({ status: 200 })
  expect(await itemStatus(batchId)).toBe('PAID')
  expect(await decide(row.id, 'ketoan')).toMatchObject({ status: 403 })
  expect(await decide(row.id)).toMatchObject({ status: 200 })
  expect(await statusOf(row.id)).toMatchObject({
    status: 'MATCHED',
    itemReference: reference,
    difference: '5000.00',
    proposedBy: 'ketoan',
    decidedBy: 'kiemsoat',
  })
  expect(await itemStatus(batchId)).toBe('RETURNED')
  expect((await it.line(listId)).status).toBe('HELD')
  expect(await it.balanceOf('6428.DISB')).toBe(5_000)
  expect(await it.balanceOf('3388.DISB.RETURNED')).toBe(0)
  const owner = it.runtime.database.owner
  await expect(owner.query("update disbursement.returned set status = 'WAITING' where id = $1", [row.id])).rejects.toThrow(/settled stays so/)
})

test('under a mistyped reference and too much is matched to the right transfer, the rest is income', async () => {
  const { batchId, reference } = await transfer(100_000, 'SUCCEEDED')
  const row = await back('UNC999999999991', 101_000)
  expect(await settle(row, 'MATCH', 'UNC999999999991')).toMatchObject({ status: 422, code: 'DSB-021' })
  expect(await settle(row, 'MATCH')).toMatchObject({ status: 422 })
  expect(await settle(row, 'MATCH', reference)).toMatchObject({ status: 200 })
  expect(await settle(row, 'BOOK')).toMatchObject({ status: 409 })
  expect(await decide(row.id)).toMatchObject({ status: 200 })
  expect(await statusOf(row.id)).toMatchObject({ status: 'MATCHED', difference: '-1000.00' })
  expect(await itemStatus(batchId)).toBe('RETURNED')
  expect(await it.balanceOf('711.DISB')).toBe(1_000)
})

test('of a transfer that failed, or a second time, is not matched but given back to the partner', async () => {
  const bank = await it.balanceOf('1388.VCB')
  const { batchId, reference } = await transfer(100_000, 'FAILED')
  const row = await back(reference, 100_000)
  expect(await settle(row, 'MATCH', reference)).toMatchObject({ status: 409, code: 'DSB-022' })
  expect(await settle(row, 'GIVE_BACK')).toMatchObject({ status: 200 })
  expect(await decide(row.id)).toMatchObject({ status: 200 })
  expect(await statusOf(row.id)).toMatchObject({ status: 'GIVEN_BACK', itemReference: null })
  expect(await itemStatus(batchId)).toBe('FAILED')
  expect(await it.balanceOf('1388.VCB')).toBe(bank)
  expect(await settle({ id: row.id, version: (await statusOf(row.id))?.version ?? 0 }, 'BOOK')).toMatchObject({ status: 409, code: 'SYS-410' })
})

test('whose settlement is rejected waits as before, and can be settled otherwise', async () => {
  const gain = await it.balanceOf('711.DISB')
  const { batchId, reference } = await transfer(100_000, 'SUCCEEDED')
  const row = await back(reference, 60_000)
  expect(await settle(row, 'BOOK')).toMatchObject({ status: 200 })
  expect(await statusOf(row.id)).toMatchObject({ status: 'WAITING', proposedBy: 'ketoan', pendingRequestId: expect.any(String) })
  expect(await it.decideOn(SUBJECT, row.id, 'kiemsoat', 'REJECT')).toMatchObject({ status: 200 })
  const given = await statusOf(row.id)
  expect(given).toMatchObject({ status: 'WAITING', proposedBy: null, decidedBy: null, pendingRequestId: null })
  expect(await itemStatus(batchId)).toBe('PAID')
  expect(await it.balanceOf('711.DISB')).toBe(gain)
  expect(await settle({ id: row.id, version: given?.version ?? 0 }, 'MATCH', reference)).toMatchObject({ status: 200 })
  expect(await decide(row.id)).toMatchObject({ status: 200 })
  expect(await statusOf(row.id)).toMatchObject({ status: 'MATCHED', difference: '40000.00' })
})

test('of nothing is booked as income', async () => {
  const gain = await it.balanceOf('711.DISB')
  const row = await back('UNC999999999992', 70_000)
  expect(await settle(row, 'BOOK')).toMatchObject({ status: 200 })
  expect(await decide(row.id)).toMatchObject({ status: 200 })
  expect(await statusOf(row.id)).toMatchObject({ status: 'BOOKED' })
  expect((await it.balanceOf('711.DISB')) - gain).toBe(70_000)
})

test('that is matched by itself while a request waits moves once; the request is rejected, and nothing else can be done with it', async () => {
  const { batchId, reference } = await transfer(100_000, 'PENDING')
  const row = await back(reference, 100_000)
  expect(await settle(row, 'BOOK')).toMatchObject({ status: 200 })
  expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 200 })
  expect(await itemStatus(batchId)).toBe('RETURNED')
  expect(await statusOf(row.id)).toMatchObject({ status: 'MATCHED' })
  expect(await decide(row.id)).toMatchObject({ status: 409 })
  expect(await it.balanceOf('3388.DISB.RETURNED')).toBe(0)
})

test('an incident is about a transfer or a payout line, and shows its state and where it is', async () => {
  const listId = await it.list([it.payee(100_000)])
  const batchId = await it.approved(listId)
  const [item] = await it.items(batchId)
  const line = await it.line(listId)
  const opened = async (subjectCode: string) => {
    const given = { categoryId: '6', channel: 'PHONE', description: 'Chưa thấy tiền về', reporterKind: 'CUSTOMER', reporterName: 'Lan' } as const
    const { data, message } = await it.call(cfmIncidents.create, { ...given, subjectCode }, { as: 'ketoan', clientId: 'PP_CFM', ...it.key() })
    return (await it.call(cfmIncidents.detail, { id: data?.id ?? message }, { as: 'ketoan', clientId: 'PP_CFM' })).data
  }
  const code = lineCode(line.id)
  const [about, of] = [await opened(code.toLowerCase()), await opened(item?.reference ?? '')]
  expect(about).toMatchObject({ subjectCode: code, amount: '100000.00', records: [{ kind: 'Khoản chi trả', code, status: { value: line.status } }] })
  expect(about?.records[0]?.link).toContain(`?id=${listId}`)
  expect(JSON.stringify(about?.records)).not.toContain(line.name)
  expect(of).toMatchObject({ subjectCode: item?.reference, records: [{ kind: 'Lệnh chuyển khoản', status: { value: item?.status }, amount: '100000.00' }] })
  // One payment, whichever record of it people begin from; that of somebody else is none of it.
  const other = await opened(lineCode((await it.line(await it.list([it.payee(100_000)]))).id))
  const own = { as: 'ketoan', clientId: 'PP_CFM' } as const
  const listed = async (subjectType: string, subjectId = '') =>
    (await it.call(cfmIncidents.ofRecord, { subjectType, subjectId }, own)).data?.map((one) => one.code)
  expect(await listed('payout.line', line.id)).toEqual([of?.code, about?.code])
  expect(await listed('disbursement.item', item?.id)).toEqual([of?.code, about?.code])
  expect(of?.similar.map((one) => one.code)).toEqual([about?.code])
  expect(other?.similar).toEqual([])
})

test('a note of the system reads the same wherever it is read; what people wrote stays as they wrote it', async () => {
  const stored = [
    ...NOTES.flatMap((code) => [coded(code), coded(code, '1'), coded(code, '24')]),
    codedText('XYZ-001', { vi: 'Khoá {a}', en: 'Locked {b}' }),
    'Gọi lại | {detail}',
    '',
  ]
  for (const language of LANGUAGES) {
    const { rows } = await sql<{ said: string }>`
      select ${noteIn(language, 'x.note')} as said from unnest(${stored}::text[]) with ordinality as x (note, at) order by x.at`.execute(it.runtime.db)
    expect(rows.map(({ said }) => said)).toEqual(stored.map((note) => noteText(note)[language]))
  }
  expect(noteText(coded('UNSENT_TOO_LONG', '24')).en).toBe('It could not be sent to the partner within 24 hours and never left the system')
})

describe('money that comes back', () => {
  const paid = async (listId: string) => {
    const id = await it.approved(listId)
    for (const { reference } of await it.items(id)) it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    await it.send()
    expect(await itemStatus(id)).toBe('PAID')
    return (await it.items(id))[0] as Awaited<ReturnType<typeof it.items>>[number]
  }

  test('is back with the list, its account held until two people have corrected it, and then paid by a new transfer', async () => {
    const listId = await it.list([it.payee(100_000)])
    const item = await paid(listId)
    const bank = await it.balanceOf('1388.VCB')
    expect(await it.giveBack(item.reference, '100000')).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    expect(await it.line(listId)).toMatchObject({ status: 'HELD', hold_reason: expect.stringContaining('Tài khoản đã đóng'), paid_at: null })
    for (const [language, reason] of [
      ['vi', 'Ngân hàng trả lại: Tài khoản đã đóng'],
      ['en', 'Returned by the bank: Tài khoản đã đóng'],
    ] as const)
      expect((await it.search(listLines, { filter: { listId } }, { as: 'admin', clientId: 'PP_CFM', language })).data?.result[0]?.holdReason).toBe(reason)
    expect(await itemStatus(item.batch_id)).toBe('RETURNED')
    expect((await it.balanceOf('1388.VCB')) - bank).toBe(100_000)
    expect(await it.make(listId)).toMatchObject({ status: 409, code: 'DSB-003' })
    const [hold] = await holdsOf(listId)
    expect(hold).toMatchObject({ status: 'HELD', reason: 'RETURNED', reference: item.reference })
    const account = '00110777777'
    const input = {
      id: hold?.id ?? '',
      version: hold?.version ?? 0,
      newBankBin: '970436',
      newAccountName: bankName(account),
      reason: 'Người hưởng báo tài khoản mới',
    }
    expect(await it.call(correctHold, { ...input, newAccountNumber: item.account_number }, by('ketoan'))).toMatchObject({ status: 422, code: 'DSB-012' })
    expect(await it.call(correctHold, { ...input, newAccountNumber: account }, by('ketoan'))).toMatchObject({ status: 200 })
    expect((await it.line(listId)).status).toBe('HELD')
    expect(await it.decideOn('disbursement.hold', hold?.id ?? '', 'ketoan')).toMatchObject({ status: 403 })
    expect(await it.decideOn('disbursement.hold', hold?.id ?? '', 'kiemsoat')).toMatchObject({ status: 200 })
    expect((await it.line(listId)).status).toBe('UNPAID')
    const second = await paid(listId)
    expect(second).toMatchObject({ account_number: account, account_name: bankName(account) })
    expect((await it.line(listId)).status).toBe('PAID')
    // Nobody else is paid to the account that was given up.
    const other = await it.list([it.payee(50_000, { accountNumber: item.account_number })])
    const batch = await it.batch(await it.prepared(other))
    expect(batch).toMatchObject({ itemCount: 0, leftOutItems: [{ reason: 'HELD' }] })
  })

  test('before it is known that it was paid waits, and is matched then; twice or of nothing it waits for people', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    const [{ reference } = { reference: '' }] = await it.items(id)
    it.bank.simulator.decide('VCB', reference, 'PENDING')
    await it.send()
    expect(await it.giveBack(reference, '100000')).toMatchObject({ status: 200 })
    expect(await itemStatus(id)).toBe('SENT')
    expect(await it.balanceOf('3388.DISB.RETURNED')).toBe(100_000)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await itemStatus(id)).toBe('RETURNED')
    expect((await it.line(listId)).status).toBe('HELD')
    expect(await it.balanceOf('3388.DISB.RETURNED')).toBe(0)
    expect(await it.giveBack(reference, '100000')).toMatchObject({ status: 200 })
    expect(await it.giveBack('UNC000000000000', '70000')).toMatchObject({ status: 200 })
    expect(await it.balanceOf('3388.DISB.RETURNED')).toBe(170_000)
    const found = (code: string) =>
      disbursementRules({ returned: (id) => id, batch: (id) => id })
        .find((rule) => rule.code === code)
        ?.query(it.runtime.db, it.clock.now())
    expect((await found('RETURNED_UNMATCHED'))?.map(({ subject, amount }) => [subject, amount])).toEqual([
      [reference, '100000.00'],
      ['UNC000000000000', '70000.00'],
    ])
    expect(await found('TRANSFERS_IN_TRANSIT')).toEqual([])
    expect(await it.giveBack(reference, '100000', { outcome: undefined })).toMatchObject({ status: 422, code: 'DSB-010' })
  })

  test('after its list was closed goes back to the payer', async () => {
    const listId = await it.list([it.payee(100_000)])
    const item = await paid(listId)
    expect((await it.close_(listId)).status).toBe(200)
    const funds = (await it.detail(listId)).funds
    expect(await it.giveBack(item.reference, '100000')).toMatchObject({ status: 200 })
    expect((await it.line(listId)).status).toBe('RETURNED')
    const after = await it.detail(listId)
    expect(Number(after.funds) - Number(funds)).toBe(100_000)
    expect(after).toMatchObject({ returned: '100000.00', paid: '0.00' })
  })
})
