import { CompiledQuery, sql } from 'kysely'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { transactionMachine } from '../contract/transaction.ts'
import type { Admitted, PayableMerchant } from './admission.ts'
import { gatewayActor, PATHS, type ReceiptRow } from './receipts.ts'

// Statements of every group go to the driver as text: building them anew would cost as much as running them.
const MERCHANTS = `
  select m.id, m.code, m.status, m.office_unit_id as "officeUnitId", m.payable_account_id as "payableAccountId", f.rate_bps as "rateBps", f.minimum, f.maximum
  from payment.merchant m join payment.fee_plan f on f.id = m.fee_plan_id
  where m.code = any($1::text[])`
const STORE_REPORTS = 'select id, code, partner_id as "partnerId", external_ref as "externalRef" from payment.store_reports($1::json, $2::json)'

interface MerchantRow extends Omit<PayableMerchant, 'plan'> {
  rateBps: number
  minimum: string
  maximum: string | null
}

/** Merchants by code, with what a payment to them needs. */
export async function payableMerchants(tx: Tx, codes: readonly string[]): Promise<Map<string, PayableMerchant>> {
  if (codes.length === 0) return new Map()
  const { rows } = await tx.executeQuery<MerchantRow>(CompiledQuery.raw(MERCHANTS, [codes]))
  return new Map(
    rows.map(({ rateBps, minimum, maximum, ...merchant }) => [
      merchant.code,
      { ...merchant, plan: { rateBps, minimum: parseMoney(minimum), maximum: maximum === null ? null : parseMoney(maximum) } },
    ]),
  )
}

/** A reference that this transaction has taken, with the identity it got. */
export interface KeyRow {
  id: string
  code: string
  partnerId: string
  externalRef: string
}

export interface ExistingKey extends ReceiptRow {
  partnerId: string
  requestHash: Buffer
}

/** The stored transactions of references, with the status that their first answer had. */
export async function existingKeys(tx: Tx, refs: readonly { partnerId: string; externalRef: string }[]): Promise<ExistingKey[]> {
  const { rows } = await sql<ExistingKey>`
    select k.code, k.external_ref as "externalRef", k.partner_id as "partnerId", k.request_hash as "requestHash", k.received_status as status,
      t.amount, t.fee, t.tax, t.currency, k.business_date as "businessDate"
    from (
      select distinct * from unnest(${refs.map((ref) => ref.externalRef)}::text[], ${refs.map((ref) => ref.partnerId)}::bigint[]) as r (external_ref, partner_id)
    ) r
    join payment.transaction_key k on k.external_ref = r.external_ref and k.partner_id = r.partner_id
    join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
  `.execute(tx)
  return rows
}

/** The timeline that a first report stands for, by the status it ends in: every step the machine takes from the beginning. */
const TIMELINES = JSON.stringify(
  Object.entries(PATHS).flatMap(([status, events]) => {
    let state: string = transactionMachine.initial
    const steps = events.map((event, index) => {
      const from = state
      state = transactionMachine.events[event].to
      return { status, seq: index + 2, step: event, from_status: from, to_status: state }
    })
    return [{ status, seq: 1, step: 'receive', from_status: null, to_status: transactionMachine.initial }, ...steps]
  }),
)

/** A reference that this transaction has taken, with the identity it got. */
export interface KeyRow {
  id: string
  code: string
  partnerId: string
  externalRef: string
}

/** Stores the reports whose references are free, with their timelines; one row for each of those. Each reference may stand once in `reports`. */
export async function storeReports(tx: Tx, reports: readonly Admitted[]): Promise<KeyRow[]> {
  if (reports.length === 0) return []
  const documents = reports.map(({ line: { facts, caller }, ...made }) => ({
    business_date: made.businessDate,
    request_hash: made.hash.toString('hex'),
    service: facts.service,
    type: facts.type,
    channel: facts.channel,
    status: made.status,
    amount: formatMoney(made.amount),
    fee: formatMoney(made.fee),
    tax: formatMoney(made.tax),
    currency: facts.currency,
    payer_name: facts.payer.name,
    payer_account: facts.payer.account,
    payer_bank_bin: facts.payer.bankBin,
    memo: facts.memo ?? '',
    merchant_id: made.merchant.id,
    partner_id: caller.partnerId,
    external_ref: facts.externalRef,
    outcome: facts.outcome ? { ...facts.outcome, occurredAt: made.occurredAt.toISOString() } : null,
    occurred_at: made.occurredAt.toISOString(),
    actor: gatewayActor(caller),
  }))
  const { rows } = await tx.executeQuery<KeyRow>(CompiledQuery.raw(STORE_REPORTS, [JSON.stringify(documents), TIMELINES]))
  return rows
}
