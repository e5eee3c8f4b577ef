import { sql } from 'kysely'
import { transferService } from '#core/disbursement/contract/service.ts'
import type { PaymentService } from '#core/payments/server/public.ts'
import {
  changedWithin,
  type LinesAsked,
  linesWithin,
  partnerAccounts,
  type ReconciliationPlug,
  type TransactionActions,
  transactionActions,
  transactionLines,
} from '#core/reconciliation/server/public.ts'
import { MERCHANT_SETTLEMENT } from '#core/settlements/contract/words.ts'
import { addDays, startOfDay } from '#kernel/dates.ts'
import { merchantPlug, transferPlug } from '../contract/places.ts'

interface TransferParts extends Pick<TransactionActions, 'payments' | 'byStatement'> {
  transfers: PaymentService
  /** Address of a transfer; {id} is its transaction. */
  recordPath: string
}

/**
 * Transfers to accounts on behalf of others, and what came back of them, reconciled with the statement of the bank that made them. They are begun here
 * alone, so that one that is missing is never made of a statement, and nobody refunds them.
 */
export function transferReconciliationPlug({ transfers, recordPath, ...parts }: TransferParts): ReconciliationPlug {
  const { OUTCOME } = transactionActions({ ...parts, services: [transfers] })
  return {
    ...transferPlug,
    partnerKinds: ['OWN', 'BANK'],
    ...transactionLines({ key: transferPlug.key, services: [transferService.code] }),
    recordPath,
    accounts: partnerAccounts,
    actions: OUTCOME ? { OUTCOME } : {},
  }
}

const day = (at: string) => sql`(${sql.ref(at)} at time zone 'Asia/Ho_Chi_Minh')::date`
const within = (at: string, { from, to }: LinesAsked) => sql`${sql.ref(at)} >= ${startOfDay(from)} and ${sql.ref(at)} < ${startOfDay(addDays(to, 1))}`

/** What merchants are owed: settlements that came to enough to be paid, of the day on which they were closed. */
const owed = (asked: LinesAsked) => sql`
  select s.id as source_id, s.code as source_code, ${day('s.closed_at')} as day, s.closed_at as at, -(s.net * 100)::bigint as amount, (s.fee * 100)::bigint as fee,
    s.code as reference, '' as document_no, m.settlement_account as counter_account, m.name as counter_name, '' as text, s.status,
    s.status not in ('CARRIED', 'MERGED') as money, greatest(s.closed_at, s.updated_at) as changed_at
  from settlement.settlement s join merchants.merchant m on m.id = s.merchant_id where ${within('s.closed_at', asked)}`

/** What was transferred to them, of the day on which the bank has made it; a transfer that nobody knows the end of has moved nothing yet. */
const paid = (asked: LinesAsked) => sql`
  select i.id as source_id, i.reference as source_code, ${day('i.sent_at')} as day, i.sent_at as at, -(i.amount * 100)::bigint as amount, 0::bigint as fee,
    i.item_code as reference, i.partner_reference as document_no, i.account_number as counter_account, i.account_name as counter_name, i.content as text, i.status,
    i.status = 'PAID' as money, i.updated_at as changed_at
  from disbursement.item i where i.source_kind = ${MERCHANT_SETTLEMENT} and i.sent_at is not null and ${within('i.sent_at', asked)}`

/** What merchants are owed against what was paid to them. Both sides are our own records, so nothing is posted; each has its own screen. */
export const merchantReconciliationPlug = (recordPath: string): ReconciliationPlug => ({
  ...merchantPlug,
  partnerKinds: [],
  ourLines: (asked) => linesWithin(owed(asked)),
  theirLines: (asked) => linesWithin(paid(asked)),
  changedSince: (asked, since) => sql`
    ${changedWithin(merchantPlug.key, asked, since, { side: 'O', lines: owed(asked) })}
    union all (${changedWithin(merchantPlug.key, asked, since, { side: 'T', lines: paid(asked) })})`,
  recordPath,
  actions: {},
})
