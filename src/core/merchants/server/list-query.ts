import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { bankName, bankNameIn, listChoices, parameter } from '#core/masterdata/server/public.ts'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, oneOf, startsWith, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { findMerchant, type listMerchants } from '../contract/merchants.ts'
import { coolingHours } from '../contract/parameters.ts'
import { BUSINESS_LINES } from '../contract/words.ts'
import { areaOf } from './area.ts'
import { numbersOf, youngUntil } from './call-back.ts'
import { usedOn } from './limits.ts'
import { contactsOf, MERCHANT, pointsOf } from './records.ts'

type Detail = OutputOf<typeof findMerchant>

const owed = sql<string>`coalesce(${sql.ref('a.balance')}, 0)::numeric(20,2)`
const PAID = sql`(${sql.join(PAID_STATUSES.map((status) => sql.lit(status)))})`
const paidOn = (day: string) =>
  sql<string>`(select coalesce(sum(p.amount), 0)::numeric(20,2) from payment.transaction p
    where p.merchant_id = t.id and p.business_date = ${day}::date and p.direction = 'IN' and p.status in ${PAID})`

function merchantsOf({ scope, now }: Pick<RequestContext, 'scope' | 'now'>) {
  return scope
    .selectFrom('merchants.merchant as t')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .leftJoin(...lookup('merchants.fee_plan as f', { 'f.id': 't.fee_plan_id' }))
    .leftJoin(...lookup('ledger.account as a', { 'a.id': 't.payable_account_id' }))
    .select(['t.id', 't.code', 't.name', 't.status', owed.as('owed'), paidOn(localDate(now)).as('paidToday'), 't.tax_code as taxCode'])
    .select(['t.legal_name as legalName', 't.legal_kind as legalKind', 't.unit_id as unitId', sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select(['t.fee_plan_id as feePlanId', sql<string | null>`${sql.ref('f.code')}`.as('feePlanCode'), 't.settlement_cycle as settlementCycle'])
    .select(['t.settlement_bank_bin as settlementBankBin', 't.settlement_account as settlementAccount', 't.settlement_name as settlementName'])
    .select(sql<Date | null>`case when t.account_cooling_until > ${now} then t.account_cooling_until end`.as('coolingUntil'))
    .select(['t.limit_once as limitOnce', 't.limit_day as limitDay', 't.phone', 't.created_at as createdAt', 't.created_by as createdBy'])
    .select([pendingRequest(MERCHANT, 't.id').as('pendingRequestId'), 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof merchantsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const merchantList: ListHandler<typeof listMerchants, Row> = {
  query: merchantsOf,
  where: {
    text: words('t.code', 't.name', sql<string>`coalesce(t.legal_name, '')`),
    taxCode: startsWith('t.tax_code'),
    status: oneOf('t.status'),
    unitId: within('t'),
    settlementCycle: is('t.settlement_cycle'),
    feePlanId: is('t.fee_plan_id'),
    cooling: (cooling, { now }) => (cooling ? sql`t.account_cooling_until > ${now}` : sql`t.account_cooling_until > ${now} is not true`),
    isOwed: (isOwed) => (isOwed ? sql`${sql.ref('a.balance')} > 0` : sql`coalesce(${sql.ref('a.balance')}, 0) <= 0`),
  },
  key: 't.id',
  sort: { code: 't.code', name: 't.name', owed: 'a.balance', createdAt: 't.created_at', updatedAt: 't.updated_at' },
}

export async function merchantDetail({ id }: InputOf<typeof findMerchant>, ctx: RequestContext): Promise<Detail> {
  const row = await findRow(
    findMerchant,
    merchantsOf(ctx)
      .select(['t.representative', 't.business_line as businessLine', 't.province_code as provinceCode', 't.commune_code as communeCode', 't.address'])
      .select(['t.email', sql<'1' | null>`t.settlement_weekday::text`.as('settlementWeekday'), 't.settlement_method as settlementMethod'])
      .select([sql<string | null>`${sql.ref('f.name')}`.as('feePlanName'), 't.step_note as stepNote', usedOn(localDate(ctx.now)).as('usedToday')])
      .select(['t.payable_account_id as payableAccountId', sql<string | null>`${sql.ref('a.code')}`.as('payableAccountCode')])
      .where('t.id', '=', id),
  )
  const { db } = ctx.runtime
  const [contacts, numbers, hours, points, accounts, areaName, lines, bank] = await Promise.all([
    contactsOf(db, id),
    numbersOf(db, { id, phone: row.phone, since: await sinceOf(ctx, id) }),
    parameter(db, coolingHours),
    pointsOf(db, id),
    accountsOf(db, id),
    areaOf(db, row.provinceCode, row.communeCode),
    listChoices(db, BUSINESS_LINES, ctx.language),
    bankName(db, row.settlementBankBin),
  ])
  return {
    ...row,
    contacts,
    numbers: numbers.map(({ since, ...number }) => ({ ...number, since: time(since), youngUntil: time(youngUntil(since, hours, ctx.now)) })),
    points,
    accounts,
    areaName,
    businessLineName: row.businessLine === null ? null : (lines.get(row.businessLine) ?? row.businessLine),
    settlementBankName: bank ?? '',
    leftToday: row.limitDay === null ? null : leftOf(row.limitDay, row.usedToday),
  } as Detail
}

/** Since when its own number is on record. */
const sinceOf = async ({ scope }: RequestContext, id: string) =>
  (await scope.selectFrom('merchants.merchant as t').select('t.phone_since as since').where('t.id', '=', id).executeTakeFirst())?.since ?? null

const time = (at: Date | null) => (at === null ? null : isoLocal(at))

function leftOf(limit: string, used: string): string {
  const left = parseMoney(limit) - parseMoney(used)
  return formatMoney(left > 0n ? left : 0n)
}

/** Settlement accounts, the one in use first. */
async function accountsOf(db: Queryable, merchantId: string): Promise<Detail['accounts']> {
  const rows = await db
    .selectFrom('merchants.account_history as h')
    .leftJoin('merchants.account_check as c', 'c.id', 'h.check_id')
    .select([
      'h.id',
      'h.bank_bin as bankBin',
      'h.account_number as accountNumber',
      'h.account_name as accountName',
      'c.verdict',
      bankNameIn('h.bank_bin').as('bankName'),
    ])
    .select(['c.answered_name as answeredName', 'h.name_reason as nameReason', 'h.called_name as calledName', 'h.called_phone as calledPhone'])
    .select(['h.called_at as calledAt', 'h.call_note as callNote', 'h.proposed_by as proposedBy', 'h.agreed_by as agreedBy', 'h.from_at as fromAt'])
    .select(['h.cooling_until as coolingUntil', 'h.until_at as untilAt'])
    .where('h.merchant_id', '=', merchantId)
    .orderBy('h.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    bankName: row.bankName ?? row.bankBin,
    verdict: row.verdict as Detail['accounts'][number]['verdict'],
    calledAt: time(row.calledAt),
    fromAt: isoLocal(row.fromAt),
    coolingUntil: time(row.coolingUntil),
    untilAt: time(row.untilAt),
  }))
}
