import { CompiledQuery, sql } from 'kysely'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { transactionMachine } from '../contract/transaction.ts'
import type { Admitted } from './admission.ts'
import { OWN_KEY, OWN_SCOPE } from './own-columns.ts'
import { gatewayActor, PATHS, type ReceiptRow } from './receipts.ts'

// Statements of every group go to the driver as text: building them anew would cost as much as running them.
const STORE_REPORTS = 'select id, code, partner_id as "partnerId", external_ref as "externalRef" from payment.store_reports($1::json, $2::json)'

export interface ExistingKey extends ReceiptRow {
  partnerId: string
  requestHash: Buffer
}

/** The stored transactions of references, with the status that their first answer had. */
export async function existingKeys(tx: Tx, refs: readonly { partnerId: string; externalRef: string }[]): Promise<ExistingKey[]> {
  const { rows } = await sql<ExistingKey>`
    select k.code, k.external_ref as "externalRef", k.partner_id as "partnerId", k.request_hash as "requestHash", k.received_status as status,
      t.amount, t.fee, t.tax, t.currency, k.business_date as "businessDate", t.late_of as "lateOf"
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
      if (!transactionMachine.events[event].from.some((one) => one === from)) throw new Error(`a first report cannot ${event} from ${from}`)
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
  const documents = reports.map(documentOf)
  const { rows } = await tx.executeQuery<KeyRow>(CompiledQuery.raw(STORE_REPORTS, [JSON.stringify(documents), TIMELINES]))
  return rows
}

/** One report as payment.store_reports reads it. */
function documentOf({ line: { facts, caller }, type, place, payer, payee, feeOrigin, ...made }: Admitted): object {
  const origin = feeOrigin.source === 'NONE' ? undefined : feeOrigin
  return {
    business_date: made.businessDate,
    late_of: made.lateOf,
    request_hash: made.hash.toString('hex'),
    service: facts.service,
    type: facts.type,
    channel: facts.channel,
    direction: type.direction,
    status: made.status,
    amount: formatMoney(made.amount),
    fee: formatMoney(made.fee),
    tax: formatMoney(made.tax),
    fee_on_top: type.fee === 'ON_TOP',
    fee_source: type.fee === 'NONE' ? null : feeOrigin.source,
    fee_code: origin?.code,
    fee_revision: origin?.revision,
    currency: facts.currency,
    payer_name: payer.name,
    payer_account: payer.account ?? '',
    payer_bank_bin: payer.bankBin,
    payee_name: payee.name,
    payee_account: payee.account ?? '',
    payee_bank_bin: payee.bankBin,
    memo: made.memo ?? '',
    merchant_id: made.merchantId,
    head_unit_id: place.headUnitId,
    province_unit_id: place.provinceUnitId,
    district_unit_id: place.districtUnitId,
    office_unit_id: place.officeUnitId,
    partner_id: caller.partnerId,
    teller_staff_id: made.tellerStaffId,
    external_ref: facts.externalRef,
    outcome: facts.outcome ? { ...facts.outcome, occurredAt: made.occurredAt.toISOString() } : null,
    occurred_at: made.occurredAt.toISOString(),
    actor: gatewayActor(caller),
  }
}

/** Stores the own columns of what was stored, by service, with the place that says who may see them; one statement for each that has such. */
export async function storeOwn(tx: Tx, taken: Iterable<{ line: Admitted; key: KeyRow }>): Promise<void> {
  for (const [{ own }, lines] of Map.groupBy(taken, ({ line }) => line.service)) {
    if (!own) continue
    const fields = Object.entries(own.columns)
    const rows = lines.map(({ line, key }) => ({
      id: key.id,
      business_date: line.businessDate,
      head_unit_id: line.place.headUnitId,
      province_unit_id: line.place.provinceUnitId,
      district_unit_id: line.place.districtUnitId,
      office_unit_id: line.place.officeUnitId,
      partner_id: key.partnerId,
      ...Object.fromEntries(fields.map(([field, column]) => [column, line.own[field]])),
    }))
    const columns = sql.join([...OWN_KEY, ...OWN_SCOPE, ...fields.map(([, column]) => column)].map((name) => sql.ref(name)))
    const table = sql.table(own.table)
    await sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`.execute(tx)
  }
}
