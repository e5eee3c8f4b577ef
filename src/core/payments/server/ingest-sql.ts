import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { OWN_KEY, OWN_SCOPE } from './own-columns.ts'
import type { ReceiptRow } from './receipts.ts'
import type { Candidate } from './take-in.ts'

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

/** Stores the own columns of what was stored, by service, with the place that says who may see them; one statement for each that has such. */
export async function storeOwn(tx: Tx, taken: Iterable<Candidate>): Promise<void> {
  for (const [{ own }, lines] of Map.groupBy(taken, ({ line }) => line.service)) {
    if (!own) continue
    const fields = Object.entries(own.columns)
    const rows = lines.map(({ line, id }) => ({
      id,
      business_date: line.businessDate,
      head_unit_id: line.place.headUnitId,
      province_unit_id: line.place.provinceUnitId,
      district_unit_id: line.place.districtUnitId,
      office_unit_id: line.place.officeUnitId,
      partner_id: line.line.caller.partnerId,
      ...Object.fromEntries(fields.map(([field, column]) => [column, line.own[field]])),
    }))
    const columns = sql.join([...OWN_KEY, ...OWN_SCOPE, ...fields.map(([, column]) => column)].map((name) => sql.ref(name)))
    const table = sql.table(own.table)
    await sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`.execute(tx)
  }
}
