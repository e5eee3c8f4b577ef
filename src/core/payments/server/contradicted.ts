import { sql } from 'kysely'
import type { EntryInput } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { TransactionStatus } from '../contract/transaction.ts'
import { openDay } from './dating.ts'
import { type AccountRefusal, PostingRefused } from './group.ts'
import { journalOf, ownAccounts } from './journals.ts'
import { postAll, warnOfHeld } from './posting.ts'
import { madeAfterAll } from './refused-returns.ts'
import type { PaymentService, StoredTransaction } from './service.ts'
import { settingsOf } from './settings.ts'

type Row = Omit<StoredTransaction, 'amount' | 'fee' | 'tax' | 'place'> &
  StoredTransaction['place'] & { amount: string; fee: string; tax: string; status: TransactionStatus; businessDate: string; occurredAt: Date }

async function standing(tx: Tx, id: string): Promise<{ row: Row; transaction: StoredTransaction }> {
  // Of a refund its own fee and tax: those that are given back with it.
  const { rows } = await sql<Row>`
    select t.id, t.code, t.service, t.type, t.direction, t.partner_id as "partnerId", t.merchant_id as "merchantId", t.status, t.business_date as "businessDate",
      t.occurred_at as "occurredAt", t.amount, coalesce(r.fee, t.fee) as fee, coalesce(r.tax, t.tax) as tax,
      t.head_unit_id as "headUnitId", t.province_unit_id as "provinceUnitId", t.district_unit_id as "districtUnitId", t.office_unit_id as "officeUnitId"
    from payment.transaction_key k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
      left join payment.partner_refund r on r.refund_id = t.id where k.transaction_id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`no transaction ${id}`)
  const { amount, fee, tax, ...rest } = row
  return { row, transaction: { ...rest, place: rest, amount: parseMoney(amount), fee: parseMoney(fee), tax: parseMoney(tax) } }
}

const turned = (entry: EntryInput): EntryInput => ({ ...entry, side: entry.side === 'D' ? 'C' : 'D' })

/**
 * Two people have said that what contradicts the outcome of a transaction is right: what its partner holds or owes is put right at once, as its
 * outcome would have done, and what stands opposite lies in suspense until people say where it belongs. Once a transaction, for ever.
 */
export async function bookContradicted(
  runtime: Runtime,
  services: ReadonlyMap<string, PaymentService>,
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const { row, transaction } = await standing(tx, id)
  const service = services.get(transaction.service)
  if (!service) throw new Error(`no service ${transaction.service} to correct ${transaction.code} by`)
  const { code, type, amount, fee, tax } = transaction
  const today = localDate(now)
  const businessDate = await openDay(tx, service, transaction.place, today, today)
  if (type === 'REFUND' && row.status === 'FAILED') await madeAfterAll(tx, id)
  const told = { id, code, type, amount, fee, tax, status: row.status, from: row.status, businessDate, occurredAt: row.occurredAt }
  const correction = await service.contradicted?.(told, { tx, db: runtime.db, now, secretKey: runtime.config.secretKey })
  if (correction === true) return
  const settings = await settingsOf({ db: tx })
  const [own] = await ownAccounts(tx, services, [transaction])
  const event = type === 'REFUND' ? 'refunded' : 'paid'
  const journal = journalOf(service, event, transaction, { own, at: now, businessDate, key: 'contradicted' }, settings)
  const outcome = row.status === 'FAILED' ? journal.entries : journal.entries.map(turned)
  const { entries, waiting: accounts } = correction || { entries: outcome, waiting: outcome.map(({ accountId }) => accountId) }
  const clearing = settings.clearing.get(transaction.partnerId)
  const waiting = new Map(accounts.flatMap((accountId): [string, AccountRefusal][] => (accountId === clearing ? [] : [[accountId, 'CONTRADICTED']])))
  const corrected = { ...journal, kind: 'OUTCOME_CORRECTED', description: `Hạch toán lại kết quả mâu thuẫn ${code}`, entries }
  const posting = { at: 0, transactionId: id, businessDate: row.businessDate, journal: corrected }
  const { held } = await postAll(tx, [posting], new Map([[0, { accounts: waiting }]]), settings).catch(refusedInWords)
  warnOfHeld(runtime, held)
}

/** A partner's account that is locked or at its limit is a refusal of the decision with the ledger's own words. */
function refusedInWords(error: unknown): never {
  const [refusal] = error instanceof PostingRefused ? error.places.values() : []
  throw refusal?.error ?? error
}
