import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Service } from '../contract/transaction.ts'

export interface FeePlanInput {
  code: string
  name: string
  service: Service
  /** Hundredths of a percent of the amount. */
  rateBps: number
  minimum: Hundredths
  /** null: no greatest fee. */
  maximum: Hundredths | null
}

/** Creates fee plans; those whose code exists stay as they are. Answers ids by code. */
export async function createFeePlans(tx: Tx, plans: readonly FeePlanInput[]): Promise<Map<string, string>> {
  await tx
    .insertInto('payment.fee_plan')
    .values(
      plans.map(({ code, name, service, rateBps, minimum, maximum }) => ({
        code,
        name,
        service,
        rate_bps: rateBps,
        minimum: formatMoney(minimum),
        maximum: maximum === null ? null : formatMoney(maximum),
      })),
    )
    .onConflict((on) => on.column('code').doNothing())
    .execute()
  const rows = await tx.selectFrom('payment.fee_plan').select(['id', 'code']).execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}

export interface MerchantInput {
  code: string
  name: string
  address: string
  phone: string
  /** The unit that looks after the merchant. */
  unitId: string
  feePlanId: string
  /** Where its money goes when it is settled. */
  settlementBankBin: string
  settlementAccount: string
  settlementName: string
}

/** Creates merchants with the ledger account of what is owed to each. Answers ids in the same order. Throws AppError LED-014 on a code that exists. */
export async function createMerchants(tx: Tx, merchants: readonly MerchantInput[]): Promise<string[]> {
  if (merchants.length === 0) return []
  const { rows: ids } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('payment.merchant', 'id')) as id from generate_series(1, ${merchants.length})
  `.execute(tx)
  const idOf = (at: number): string => (ids[at] as { id: string }).id
  const accounts = await openAccounts(
    tx,
    merchants.map(({ code, name, unitId }, at) => ({
      code: `3388.${code}`,
      name: `Phải trả điểm bán ${name}`,
      class: 'LIABILITY',
      ownerType: 'MERCHANT',
      ownerId: idOf(at),
      unitId,
    })),
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
  await tx.insertInto('payment.merchant').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Lets partners report payments: opens the account of what each owes until it clears it. Partners enabled before stay as they are. */
export async function enablePartners(tx: Tx, partnerIds: readonly string[]): Promise<void> {
  await ensureServiceAccounts(tx)
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select p.id, p.code, p.short_name as name from organisation.partner p
    where p.id = any(${partnerIds}::bigint[]) and not exists (select from payment.partner_account a where a.partner_id = p.id)
    order by p.id for update
  `.execute(tx)
  if (rows.length === 0) return
  const accounts = await openAccounts(
    tx,
    rows.map(({ id, code, name }) => ({
      code: `1388.${code}`,
      name: `Phải thu thanh toán QR ${name}`,
      class: 'ASSET',
      ownerType: 'PARTNER',
      ownerId: id,
      partnerId: id,
    })),
  )
  await tx
    .insertInto('payment.partner_account')
    .values(rows.map(({ id }, at) => ({ partner_id: id, clearing_account_id: accounts[at] as string })))
    .execute()
}

/** Opens the accounts that all QR postings share, once. */
export async function ensureServiceAccounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('payment.service_account'))`.execute(tx)
  const existing = await tx.selectFrom('payment.service_account').select('service').where('service', '=', 'QR').executeTakeFirst()
  if (existing) return
  const [feeIncome, taxPayable] = await openAccounts(tx, [
    { code: '5113.QR', name: 'Doanh thu phí dịch vụ QR', class: 'INCOME' },
    { code: '33311.QR', name: 'Thuế GTGT phải nộp dịch vụ QR', class: 'LIABILITY' },
  ])
  await tx
    .insertInto('payment.service_account')
    .values({ service: 'QR', fee_income_account_id: feeIncome as string, tax_payable_account_id: taxPayable as string })
    .execute()
}
