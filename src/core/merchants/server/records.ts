import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { merchantErrors } from '../contract/errors.ts'
import { merchantMachine, planMachine } from '../contract/machine.ts'

export const MERCHANT = 'merchants.merchant'
export const PLAN = 'merchants.fee_plan'
export type MerchantRow = RowOf<typeof MERCHANT>

interface Contact {
  name: string
  role: string
  phone: string
  email: string
}
interface Point {
  code: string
  name: string
  address: string
  inUse: boolean
}

export const contactsOf = (db: Queryable, merchantId: string): Promise<Contact[]> =>
  db.selectFrom('merchants.contact').select(['name', 'role', 'phone', 'email']).where('merchant_id', '=', merchantId).orderBy('line').execute()

export const pointsOf = (db: Queryable, merchantId: string): Promise<Point[]> =>
  db.selectFrom('merchants.point').select(['code', 'name', 'address', 'in_use as inUse']).where('merchant_id', '=', merchantId).orderBy('code').execute()

/** What a plan is called; null for none. */
export async function planCode(db: Queryable, id: string | null): Promise<string | null> {
  if (id === null) return null
  return (await db.selectFrom(PLAN).select('code').where('id', '=', id).executeTakeFirst())?.code ?? null
}

/** A row of children as one line: what it says, in the order of the form. */
const lineOf = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')

/** Contacts as a decision shows them, one a line; null for none. */
export const contactLines = (contacts: readonly Partial<Contact>[]): string | null =>
  contacts.map(({ name = '', role = '', phone = '', email = '' }) => lineOf([name, role, phone, email])).join('\n') || null

export const merchants = defineRecord({
  table: MERCHANT,
  scoped: true,
  machine: merchantMachine,
  lock: 'for no key update',
  unique: { column: 'code', error: merchantErrors.codeTaken },
  picture: async (row, tx) => ({
    code: row.code,
    status: row.status,
    ...(await termsOf(tx, row)),
    businessLine: row.business_line,
    provinceCode: row.province_code,
    communeCode: row.commune_code,
    address: row.address,
    unitId: row.unit_id,
    settlementBankBin: row.settlement_bank_bin,
    settlementAccount: row.settlement_account,
    settlementName: row.settlement_name,
    points: (await pointsOf(tx, row.id)).map(({ code, name, address, inUse }) => lineOf([inUse ? code : `(${code})`, name, address])).join('\n'),
  }),
  form: async (picture, row, tx) => ({
    ...picture,
    feePlanId: row.fee_plan_id,
    contacts: await contactsOf(tx, row.id),
    points: await pointsOf(tx, row.id),
  }),
})

/** What two people agree on, as a decision shows it. */
export async function termsOf(db: Queryable, row: MerchantRow): Promise<Record<string, string | null>> {
  return {
    name: row.name,
    phone: row.phone,
    email: row.email || null,
    contacts: contactLines(await contactsOf(db, row.id)),
    legalName: row.legal_name,
    legalKind: row.legal_kind,
    taxCode: row.tax_code,
    representative: row.representative,
    feePlanCode: await planCode(db, row.fee_plan_id),
    settlementCycle: row.settlement_cycle,
    settlementWeekday: row.settlement_weekday === null ? null : String(row.settlement_weekday),
    limitOnce: row.limit_once,
    limitDay: row.limit_day,
  }
}

/** What the merchant is owed by now; its account is locked, so that nothing is posted until the commit. */
export async function lockOwed(db: Queryable, row: Pick<MerchantRow, 'payable_account_id'>): Promise<string> {
  if (row.payable_account_id === null) return '0.00'
  const { rows } = await sql<{ balance: string }>`select balance from ledger.account where id = ${row.payable_account_id} for no key update`.execute(db)
  return rows[0]?.balance ?? '0.00'
}

/** Whose record a merchant is, for requests about it. */
export const placeOf = (row: MerchantRow) => ({ ...unitsOf(row), partnerId: row.partner_id })

export const plans = defineRecord({
  table: PLAN,
  machine: planMachine,
  unique: { column: 'code', error: merchantErrors.planTaken },
  picture: (row) => ({ code: row.code, name: row.name, service: row.service, status: row.status }),
})
