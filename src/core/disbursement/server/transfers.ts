import { sql } from 'kysely'
import { post } from '#core/ledger/server/public.ts'
import type { LineOf } from '#core/payments/contract/gateway.ts'
import type { PaymentService, ReportedLine } from '#core/payments/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { transferService } from '../contract/service.ts'
import type { ItemRow } from './records.ts'
import type { Sources } from './source.ts'

export type TransferLine = LineOf<typeof transferService>
export type Reported = ReportedLine<TransferLine>
/** What hooks of the service need of their surroundings. */
export interface Transfers {
  sources: Sources
  /** The service itself, for the days that it may post on. */
  service(): PaymentService
}

/** Accounts that transfers share, by their part. */
export async function sharedAccount(tx: Tx, role: 'transit' | 'unmatched' | 'loss' | 'gain' | 'wrongPaid'): Promise<string> {
  const { account_id } = await tx
    .selectFrom('payment.service_account')
    .select('account_id')
    .where('service', '=', transferService.code)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return account_id
}

/** The account of what a partner holds of ours. */
export async function clearingOf(tx: Tx, partnerId: string): Promise<string> {
  const { clearing_account_id } = await tx
    .selectFrom('payment.partner_account')
    .select('clearing_account_id')
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return clearing_account_id
}

/** Of the journal in which KEEP has put right what the outcome of a transfer had booked. */
export const correctedKey = (reference: string) => `transfer:${reference}:corrected`

/** The accounts that KEEP took the money of a transfer from; undefined of one that was never corrected. */
export async function correctedFrom(tx: Tx, reference: string): Promise<{ id: string; code: string }[] | undefined> {
  const { rows } = await sql<{ id: string; code: string }>`
    select a.id, a.code from ledger.journal j join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
    where j.business_key = ${correctedKey(reference)} and e.side = 'D' order by e.line`.execute(tx)
  return rows.length === 0 ? undefined : rows
}

interface Move {
  item: Pick<ItemRow, 'id' | 'reference' | 'office_unit_id' | 'amount'>
  key: string
  kind: 'TRANSFER_SENT' | 'TRANSFER_FAILED' | 'TRANSFER_MATCHED'
  text: string
  from: string
  to: string
  businessDate: string
  occurredAt: Date
  transactionId: string
}

/** The journal of a step between accounts of this system. */
export async function moveMoney(tx: Tx, { item, key, kind, text, from, to, businessDate, occurredAt, transactionId }: Move): Promise<void> {
  const amount = parseMoney(item.amount)
  await post(tx, {
    ...{
      businessKey: `transfer:${item.reference}:${key}`,
      kind,
      service: transferService.code,
      businessDate,
      occurredAt,
      description: `${text} ${item.reference}`,
    },
    ...{ sourceType: 'payment.transaction', sourceId: transactionId, officeUnitId: item.office_unit_id },
    entries: [
      { accountId: from, side: 'D', amount },
      { accountId: to, side: 'C', amount },
    ],
  })
}
