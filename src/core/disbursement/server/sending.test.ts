/** What keeps a transfer from leaving, or from leaving twice: disputes, held accounts, locked partners and connections that are closed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type DisbursementWorld, disbursementWorld } from '../../../../test/disbursement.ts'
import { confirmHold, correctHold, listHolds } from '../contract/holds.ts'
import { resendItems } from '../contract/items.ts'
import { holdAccount } from './accounts.ts'
import { disbursementRules } from './control-rules.ts'

let it: DisbursementWorld
beforeAll(async () => {
  it = await disbursementWorld()
})
afterEach(async () => {
  expect(await it.differences()).toEqual([])
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const only = async (batchId: string) => {
  const [item] = await it.items(batchId)
  if (!item) throw new Error('no item')
  return item
}
const by = (as: string) => ({ as, ...it.CRM, ...it.key() })
const owner = (text: string, values: unknown[]) => it.runtime.database.owner.query(text, values)
const holdsOf = async (listId: string) =>
  (await it.search(listHolds, { filter: { sourceKind: 'PAYOUT_LIST', sourceId: listId } }, { as: 'admin', ...it.CRM })).data?.result ?? []
/** A bank that nothing gets to. */
const away = () =>
  it.senderOf({
    payout: async () => ({
      ...{ verdict: 'UNKNOWN', fault: 'NOT_CONFIGURED', sent: false, code: null, partnerReference: null, message: '', raw: '', exchangeId: '0' },
      at: it.clock.now(),
    }),
  })
const dueAgain = (batchId: string) => owner("update disbursement.item set due_at = due_at - interval '10 minutes' where batch_id = $1", [batchId])
const transactionOf = async (reference: string) =>
  (await it.runtime.pool.query('select t.status, t.outcome from payment.transaction t where t.external_ref = $1', [reference])).rows[0]
const failed = async (listId: string) => {
  const id = await it.approved(listId)
  const { reference } = await only(id)
  it.bank.simulator.decide('VCB', reference, 'FAILED')
  await it.send()
  expect((await only(id)).status).toBe('FAILED')
  return reference
}

describe('a transfer that failed and is then reported as paid', () => {
  test('is not made again, and its list not closed, until the contradiction is settled', async () => {
    const listId = await it.list([it.payee(100_000)])
    const reference = await failed(listId)
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await it.make(listId)).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.close_(listId)).toMatchObject({ status: 409, code: 'PYL-052' })
    expect((await it.line(listId)).status).toBe('UNPAID')
    const settle =
      "update outcome.outcome_case set conflict_settled_at = now(), conflict_settled_by = 'kiemsoat', conflict_decision = 'RELEASE' where external_ref = $1"
    await it.runtime.database.owner.query(settle, [reference])
    expect((await it.close_(listId)).status).toBe(200)
  })

  test('keeps another one from leaving that was agreed to before', async () => {
    const listId = await it.list([it.payee(100_000)])
    const reference = await failed(listId)
    const second = await it.approved(listId)
    const { reference: next } = await only(second)
    it.bank.simulator.decide('VCB', next, 'SUCCEEDED')
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    await it.send()
    expect(await only(second)).toMatchObject({ status: 'CANCELLED', step_note: expect.stringContaining(reference) })
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${next}`)
    expect((await it.line(listId)).status).toBe('UNPAID')
  })
})

describe('a transfer that cannot leave', () => {
  test('is not under way for anybody, and after a day its money is back', async () => {
    const listId = await it.list([it.payee(100_000)])
    const id = await it.approved(listId)
    await it.send(away())
    const { reference } = await only(id)
    expect(await only(id)).toMatchObject({ status: 'SENT', call_at: null, fault: 'NOT_CONFIGURED' })
    expect(await transactionOf(reference)).toMatchObject({ status: 'INITIATED' })
    await owner("update disbursement.item set sent_at = sent_at - interval '25 hours' where batch_id = $1", [id])
    await dueAgain(id)
    await it.send(away())
    expect(await only(id)).toMatchObject({ status: 'FAILED', code: 'NOT_SENT', due_at: null })
    expect(await transactionOf(reference)).toMatchObject({ status: 'FAILED' })
    expect((await it.line(listId)).status).toBe('UNPAID')
    expect((await it.close_(listId)).status).toBe(200)
  })

  test('is under way once its partner has it', async () => {
    const id = await it.approved(await it.list([it.payee(100_000)]))
    const { reference } = await only(id)
    it.bank.simulator.decide('VCB', reference, 'PENDING')
    await it.send()
    expect(await transactionOf(reference)).toMatchObject({ status: 'PROCESSING' })
  })

  test('is given back at once when its account is held before it is tried again', async () => {
    const person = it.payee(100_000)
    const listId = await it.list([person])
    const id = await it.approved(listId)
    await it.send(away())
    await it.prepared(await it.list([it.payee(50_000, { accountNumber: person.accountNumber ?? '', accountName: 'NGUOI KHAC' })]))
    await dueAgain(id)
    await it.send()
    const { reference } = await only(id)
    expect(await only(id)).toMatchObject({ status: 'FAILED', code: 'NOT_SENT' })
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${reference}`)
    expect((await it.line(listId)).status).toBe('UNPAID')
  })

  test('because its partner is locked waits where people see it, and leaves when somebody sends it again', async () => {
    const listId = await it.list([it.payee(100_000)])
    const asked = await it.prepared(listId)
    await it.submit(asked)
    await owner("update organisation.partner set status = 'LOCKED' where id = $1", [it.bank.id])
    expect(await it.decide(asked)).toMatchObject({ status: 409, code: 'DSB-017' })
    await owner("update organisation.partner set status = 'ACTIVE' where id = $1", [it.bank.id])
    expect((await it.decide(asked)).status).toBe(200)
    const unsent = (minutes: number) =>
      disbursementRules({ returned: (id) => id, batch: (id) => id })
        .find(({ code }) => code === 'TRANSFERS_UNSENT')
        ?.query(it.runtime.db, new Date(it.clock.now().getTime() + minutes * 60_000))
    // What only waits its turn is no alert, however long.
    expect((await unsent(61))?.map(({ subject }) => subject)).not.toContain((await only(asked)).reference)
    // Where nothing is tried at all, its batch is named, once.
    const { code } = await it.batch(asked)
    expect((await unsent(59))?.map(({ subject }) => subject)).not.toContain(code)
    expect(await unsent(61)).toContainEqual(expect.objectContaining({ subject: code, amount: '100000.00', link: asked }))
    await owner("update organisation.partner set status = 'LOCKED' where id = $1", [it.bank.id])
    await it.send()
    const row = await only(asked)
    expect(row).toMatchObject({ status: 'READY', fault: 'PARTNER_LOCKED', calls: 0 })
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${row.reference}`)
    expect((await unsent(59))?.map(({ subject }) => subject)).not.toContain(row.reference)
    expect(await unsent(61)).toContainEqual(expect.objectContaining({ subject: row.reference, amount: '100000.00', link: asked }))
    await owner("update organisation.partner set status = 'ACTIVE' where id = $1", [it.bank.id])
    it.bank.simulator.decide('VCB', row.reference, 'SUCCEEDED')
    expect(await it.call(resendItems, { rows: [{ id: row.id, version: row.version }] }, by('ketoan'))).toMatchObject({ status: 200 })
    await it.send()
    expect(await only(asked)).toMatchObject({ status: 'PAID', fault: '' })
  })
})

describe('an account', () => {
  test('whose name was confirmed for one person is not confirmed for another', async () => {
    const first = it.payee(100_000, { accountName: 'NGUOI KHAC' })
    const listId = await it.list([first])
    await it.prepared(listId)
    const [hold] = await holdsOf(listId)
    const input = { id: hold?.id ?? '', version: hold?.version ?? 0, reason: 'Chính chủ, đã gọi' }
    expect(await it.call(confirmHold, input, by('ketoan'))).toMatchObject({ status: 200 })
    const other = await it.list([it.payee(50_000, { accountNumber: first.accountNumber ?? '', accountName: 'NGUOI THU BA' })])
    expect(await it.batch(await it.prepared(other))).toMatchObject({ itemCount: 0, leftOutItems: [{ reason: 'NAME_DIFFERS' }] })
  })

  test('that the bank gave back for one is not cleared by a confirmation for another', async () => {
    const person = it.payee(100_000)
    const listId = await it.list([person])
    const id = await it.approved(listId)
    const { reference } = await only(id)
    it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    await it.send()
    expect(await it.giveBack(reference, '100000')).toMatchObject({ status: 200 })
    const { rows } = await it.runtime.pool.query('select kind from ledger.journal where description like $1 order by id', [`%bị trả lại%`])
    expect(rows).toEqual([{ kind: 'TRANSFER_RETURNED' }])
    const other = await it.list([it.payee(50_000, { accountNumber: person.accountNumber ?? '' })])
    await it.prepared(other)
    const [hold] = await holdsOf(other)
    expect(hold).toMatchObject({ reason: 'ACCOUNT_HELD' })
    const input = { id: hold?.id ?? '', version: hold?.version ?? 0, reason: 'Chính chủ' }
    expect(await it.call(confirmHold, input, by('ketoan'))).toMatchObject({ status: 409, code: 'DSB-019' })
  })

  test('that a correction waits for is not confirmed meanwhile, and the correction can be rejected', async () => {
    const listId = await it.list([it.payee(100_000, { accountName: 'NGUOI KHAC' })])
    await it.prepared(listId)
    const [hold] = await holdsOf(listId)
    const id = hold?.id ?? ''
    const correction = { newBankBin: '970436', newAccountNumber: '00110888888', newAccountName: 'TRAN VAN B', reason: 'Sai số' }
    expect(await it.call(correctHold, { id, version: hold?.version ?? 0, ...correction }, by('ketoan'))).toMatchObject({ status: 200 })
    const [waiting] = await holdsOf(listId)
    const input = { id, version: waiting?.version ?? 0, reason: 'Chính chủ' }
    expect(await it.call(confirmHold, input, by('ketoan'))).toMatchObject({ status: 409, code: 'DSB-018' })
    expect(await it.decideOn('disbursement.hold', id, 'kiemsoat')).toMatchObject({ status: 200 })
  })

  test('that two people have replaced takes money again when two people say so, whatever one confirms for another payment', async () => {
    const person = it.payee(100_000)
    const { accountNumber = '', accountName = '' } = person as Record<string, string>
    const [listId, other] = [await it.list([person]), await it.list([it.payee(50_000, { accountNumber, accountName: 'NGUOI KHAC' })])]
    const id = await it.approved(listId)
    const { reference } = await only(id)
    it.bank.simulator.decide('VCB', reference, 'SUCCEEDED')
    await it.send()
    // The other one is held for its name before the account is given up.
    const empty = await it.prepared(other)
    expect(await it.batch(empty)).toMatchObject({ status: 'CANCELLED', itemCount: 0, leftOut: 1, endedBecause: 'NOTHING_TAKEN' })
    expect(await it.giveBack(reference, '100000')).toMatchObject({ status: 200 })
    const [returned] = await holdsOf(listId)
    const to = (hold: { id: string; version: number } | undefined, newAccountNumber: string, newAccountName: string) =>
      it.call(
        correctHold,
        { id: hold?.id ?? '', version: hold?.version ?? 0, newBankBin: '970436', newAccountNumber, newAccountName, reason: 'Giấy đề nghị' },
        by('ketoan'),
      )
    expect(await to(returned, '00110999999', 'TRAN VAN B')).toMatchObject({ status: 200 })
    expect(await it.decideOn('disbursement.hold', returned?.id ?? '', 'kiemsoat')).toMatchObject({ status: 200 })
    const [named] = await holdsOf(other)
    expect(named).toMatchObject({ reason: 'NAME_DIFFERS', status: 'HELD' })
    const alone = { id: named?.id ?? '', version: named?.version ?? 0, reason: 'Chính chủ' }
    expect(await it.call(confirmHold, alone, by('ketoan'))).toMatchObject({ status: 409, code: 'DSB-023' })
    expect(await to(named, accountNumber, accountName)).toMatchObject({ status: 200 })
    expect(await it.decideOn('disbursement.hold', named?.id ?? '', 'kiemsoat')).toMatchObject({ status: 200 })
    expect((await it.line(other)).status).toBe('UNPAID')
    expect(await it.batch(await it.prepared(other))).toMatchObject({ itemCount: 1, leftOut: 0 })
  })

  test('that two hold for the same payment at the same moment is held once, and both are told by what', async () => {
    const listId = await it.list([it.payee(100_000)])
    const [owed] = await it.desk.sources.of('PAYOUT_LIST').due(it.runtime.db, listId, new Date())
    if (!owed) throw new Error('nothing is owed')
    const source = it.desk.sources.of('PAYOUT_LIST')
    const facts = { source, sourceId: listId, sourceCode: 'DS', partnerId: it.bank.id, owed, receiver: owed, reason: 'NO_ACCOUNT' as const }
    const hold = (tx: Tx) => holdAccount(tx, facts, { by: 'system', at: it.clock.now() })
    const waiting = async () => (await owner('select count(*)::int as n from pg_locks where not granted', [])).rows[0]?.n
    const { first, second } = await it.runtime.db.transaction().execute(async (tx) => {
      const one = await hold(tx)
      const other = it.runtime.db.transaction().execute(hold)
      await expect.poll(waiting).toBe(1)
      return { first: one, second: { other } }
    })
    expect(await second.other).toBe(first)
    expect((await holdsOf(listId)).map(({ id }) => id)).toEqual([first])
  })

  test('that was held twice is released by the decision on it, whatever words stand with the line', async () => {
    const listId = await it.list([it.payee(100_000, { accountName: 'NGUOI KHAC' })])
    await it.prepared(listId)
    const [hold] = await holdsOf(listId)
    await owner("update payout.line set hold_reason = 'Ngân hàng báo lần hai' where list_id = $1", [listId])
    const input = { id: hold?.id ?? '', version: hold?.version ?? 0, reason: 'Chính chủ' }
    expect(await it.call(confirmHold, input, by('ketoan'))).toMatchObject({ status: 200 })
    expect(await it.line(listId)).toMatchObject({ status: 'UNPAID', hold_reason: '', hold_id: null })
  })
})

describe('a transfer like one of which nobody knows whether it was made', () => {
  /** Two lists that owe one person the same, and one of them something else. */
  const twice = async () => {
    const person = it.payee(100_000)
    const { accountNumber = '', accountName = '' } = person as Record<string, string>
    const lists = [
      await it.list([person]),
      await it.list([it.payee(100_000, { accountNumber, accountName })]),
      await it.list([it.payee(90_000, { accountNumber, accountName })]),
    ]
    const ids: string[] = []
    for (const listId of lists) ids.push(await it.approved(listId))
    return ids as [string, string, string]
  }

  const later = (...ids: string[]) => owner("update disbursement.item set due_at = due_at + interval '1 hour' where batch_id = any($1)", [ids])
  const now = (...ids: string[]) => owner("update disbursement.item set due_at = due_at - interval '1 hour' where batch_id = any($1)", [ids])

  test('waits for its outcome and names it; another amount does not', async () => {
    const [first, alike, other] = await twice()
    const [{ reference }, second] = [await only(first), await only(alike)]
    for (const id of [alike, other]) it.bank.simulator.decide('VCB', (await only(id)).reference, 'SUCCEEDED')
    await later(alike, other)
    it.bank.simulator.failNext('notJson')
    await it.send()
    await now(alike, other)
    await it.send()
    expect(await only(first)).toMatchObject({ status: 'UNKNOWN' })
    expect(await only(alike)).toMatchObject({ status: 'READY', fault: 'ALIKE', calls: 0, message: expect.stringContaining(reference) })
    expect(await only(other)).toMatchObject({ status: 'PAID' })
    expect(it.bank.simulator.asked).not.toContain(`PAYOUT ${second.reference}`)
    expect(await it.outcome(reference, 'FAILED')).toMatchObject({ status: 200 })
    await dueAgain(alike)
    await it.send()
    expect(await only(alike)).toMatchObject({ status: 'PAID', fault: '' })
  })

  test('waits while reports about it contradict each other', async () => {
    const [first, alike] = await twice()
    const { reference } = await only(first)
    await later(alike)
    it.bank.simulator.decide('VCB', reference, 'FAILED')
    await it.send()
    expect(await it.outcome(reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    await now(alike)
    await it.send()
    expect(await only(alike)).toMatchObject({ status: 'READY', fault: 'ALIKE' })
  })

  test('is alone at its bank, whoever sends it: two that are due at the same moment do not leave together', async () => {
    const [first, alike] = await twice()
    let [under, most] = [0, 0]
    const release: (() => void)[] = []
    const senders = [0, 1].map(() =>
      it.senderOf({
        payout: async (_partner, { amount }) => {
          if (amount === '100000.00') {
            under += 1
            most = Math.max(most, under)
            await new Promise<void>((resolve) => void release.push(resolve))
            under -= 1
          }
          return {
            ...{ verdict: 'SUCCEEDED', fault: null, sent: true, code: '00', partnerReference: null, message: '', raw: '', exchangeId: '0' },
            at: it.clock.now(),
          }
        },
      }),
    )
    await Promise.all(senders.map((one) => one.begin()))
    await expect.poll(() => release.length).toBe(1)
    await expect.poll(async () => [(await only(first)).fault, (await only(alike)).fault].toSorted()).toEqual(['', 'ALIKE'])
    release[0]?.()
    await Promise.all(senders.map((one) => one.idle()))
    expect(most).toBe(1)
    expect([(await only(first)).status, (await only(alike)).status].toSorted()).toEqual(['PAID', 'READY'])
    await Promise.all(senders.map((one) => one.stop()))
  })
})
