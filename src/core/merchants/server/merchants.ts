import { CompiledQuery, sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { payableAccount } from './opening.ts'

export interface MerchantInput {
  code: string
  name: string
  address: string
  phone: string
  /** The unit that looks after the merchant. */
  unitId: string
  /** A fee of its own, else null. */
  feePlanId: string | null
  /** Where its money goes when it is settled. */
  settlementBankBin: string
  settlementAccount: string
  settlementName: string
}

/** Creates merchants with the ledger account of what is owed to each. Answers ids in the same order. Throws AppError LED-014 on a code that exists. */
export async function createMerchants(tx: Tx, merchants: readonly MerchantInput[]): Promise<string[]> {
  if (merchants.length === 0) return []
  const { rows: ids } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('merchants.merchant', 'id')) as id from generate_series(1, ${merchants.length})
  `.execute(tx)
  const idOf = (at: number): string => (ids[at] as { id: string }).id
  const accounts = await openAccounts(
    tx,
    merchants.map(({ code, name, unitId }, at) => payableAccount({ id: idOf(at), code, name, unitId })),
  )
  const rows = merchants.map((merchant, at) => ({
    id: idOf(at),
    code: merchant.code,
    name: merchant.name,
    address: merchant.address,
    phone: merchant.phone,
    unit_id: merchant.unitId,
    fee_plan_id: merchant.feePlanId,
    payable_account_id: accounts[at] as string,
    settlement_bank_bin: merchant.settlementBankBin,
    settlement_account: merchant.settlementAccount,
    settlement_name: merchant.settlementName,
    // The trigger fills the place in; the type asks for it because the column may not be empty.
    head_unit_id: merchant.unitId,
  }))
  await tx.insertInto('merchants.merchant').values(rows).execute()
  await tx
    .insertInto('merchants.account_history')
    .values(
      rows.map((row) => ({
        ...{ merchant_id: row.id, bank_bin: row.settlement_bank_bin, account_number: row.settlement_account, account_name: row.settlement_name },
        ...{ proposed_by: 'system', agreed_by: 'system', from_at: sql<Date>`now()` },
      })),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** A merchant as somebody who pays it needs to know it. */
export interface PayableMerchant {
  id: string
  code: string
  status: string
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
  payableAccountId: string
  settlementName: string
  settlementAccount: string
  settlementBankBin: string
  feePlanId: string | null
  /** What may be asked of it at once and a day; null: no limit. */
  limitOnce: string | null
  limitDay: string | null
}

// Asked for by every group of payments: goes to the driver as text, building it anew would cost as much as running it.
const PAYABLE = `
  select m.id, m.code, m.status, m.head_unit_id as "headUnitId", m.province_unit_id as "provinceUnitId", m.district_unit_id as "districtUnitId",
    m.office_unit_id as "officeUnitId", m.payable_account_id as "payableAccountId", m.settlement_name as "settlementName",
    m.settlement_account as "settlementAccount", m.settlement_bank_bin as "settlementBankBin", m.fee_plan_id as "feePlanId",
    m.limit_once as "limitOnce", m.limit_day as "limitDay"
  from merchants.merchant m
  where m.code = any($1::text[]) and m.payable_account_id is not null`

/** Merchants by code, with what a payment to them needs; those that are not there are left out. */
export async function payableMerchants(tx: Tx, codes: readonly string[]): Promise<Map<string, PayableMerchant>> {
  const { rows } = await tx.executeQuery<PayableMerchant>(CompiledQuery.raw(PAYABLE, [codes]))
  return new Map(rows.map((merchant) => [merchant.code, merchant]))
}

/** The ledger accounts of what is owed to merchants, by their ids. */
export async function payableAccounts(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('merchants.merchant')
    .select(['id', 'payable_account_id as account'])
    .where('payable_account_id', 'is not', null)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(rows.flatMap(({ id, account }) => (account === null ? [] : [[id, account] as const])))
}
