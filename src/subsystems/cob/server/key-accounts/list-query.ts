import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { bankName, bankNameIn } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { oneOf, startsWith, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { findKeyAccount, type listKeyAccounts } from '../../contract/key-accounts/key-accounts.ts'
import { KEY_ACCOUNT } from './records.ts'

type Detail = OutputOf<typeof findKeyAccount>

const inForce = (column: string, day: string) =>
  sql<string | null>`(select ${sql.ref(`c.${column}`)} from cob.key_contract c where c.key_account_id = t.id
    and ${day}::date between c.valid_from and coalesce(c.valid_to, 'infinity'::date) limit 1)`
const owed = sql<string>`coalesce(${sql.ref('a.balance')}, 0)::numeric(20,2)`
const owes = sql<string>`(coalesce((select sum(r.amount - r.recovered) from cob.recovery r where r.key_account_id = t.id and r.recovered < r.amount), 0)
  - coalesce((select sum(s.net) from cob.settlement s where s.key_account_id = t.id and s.status = 'CARRIED'), 0))::numeric(20,2)`

function accountsOf({ scope, now }: Pick<RequestContext, 'scope' | 'now'>) {
  const today = localDate(now)
  return scope
    .selectFrom('cob.key_account as t')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .leftJoin(...lookup('ledger.account as a', { 'a.id': 't.account_id' }))
    .select(['t.id', 't.code', 't.name', 't.status', 't.tax_code as taxCode', 't.unit_id as unitId', sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select([inForce('number', today).as('contractNumber'), inForce('cycle', today).as('cycle'), owed.as('owed'), owes.as('owes')])
    .select(sql<boolean>`(${owes} > t.deposit + t.advance_limit)`.as('overCredit'))
    .select(['t.account_number as accountNumber', 't.bank_bin as bankBin', 't.account_name as accountName', 't.phone', 't.email'])
    .select(sql<Date | null>`case when t.account_cooling_until > ${now} then t.account_cooling_until end`.as('coolingUntil'))
    .select(['t.created_at as createdAt', 't.created_by as createdBy', pendingRequest(KEY_ACCOUNT, 't.id').as('pendingRequestId')])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof accountsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const keyAccountList: ListHandler<typeof listKeyAccounts, Row> = {
  query: accountsOf,
  where: {
    text: words('t.code', 't.name', 't.legal_name'),
    taxCode: startsWith('t.tax_code'),
    status: oneOf('t.status'),
    unitId: within('t'),
    cycle: (cycle, { now }) => sql`${inForce('cycle', localDate(now))} = ${cycle}`,
    cooling: (cooling, { now }) => (cooling ? sql`t.account_cooling_until > ${now}` : sql`t.account_cooling_until > ${now} is not true`),
    overCredit: (over) => (over ? sql`${owes} > t.deposit + t.advance_limit` : sql`${owes} <= t.deposit + t.advance_limit`),
  },
  key: 't.id',
  sort: { code: 't.code', name: 't.name', owed: 'a.balance', createdAt: 't.created_at', updatedAt: 't.updated_at' },
}

export async function keyAccountDetail({ id }: InputOf<typeof findKeyAccount>, ctx: RequestContext): Promise<Detail> {
  const row = await findRow(
    findKeyAccount,
    accountsOf(ctx)
      .select(['t.short_name as shortName', 't.legal_name as legalName', 't.representative', 't.address', 't.contact_name as contactName'])
      .select(['t.advance_limit as advanceLimit', 't.deposit', 't.step_note as stepNote', 't.account_id as accountId'])
      .select(sql<string>`${sql.ref('a.code')}`.as('accountCode'))
      .where('t.id', '=', id),
  )
  const { db } = ctx.runtime
  const [contracts, banks, bank] = await Promise.all([contractsOf(db, id), banksOf(db, id), bankName(db, row.bankBin)])
  return { ...row, contracts, banks, bankName: bank ?? '' } as Detail
}

/** Contracts of a key account, the newest first, each with its fees. */
async function contractsOf(db: Queryable, keyAccountId: string): Promise<Detail['contracts']> {
  const { rows } = await sql<Omit<Detail['contracts'][number], 'agreedAt' | 'fees'> & { agreedAt: Date }>`
    select id, number, valid_from::text as "validFrom", valid_to::text as "validTo", cycle, weekdays::text[] as weekdays, cycle_days::int as "cycleDays", month_day::int as "monthDay",
      date_basis as "dateBasis", net_postage as "netPostage", postage_payer as "postagePayer", tax_rate::text as "taxRate", proposed_by as "proposedBy", agreed_by as "agreedBy",
      agreed_at as "agreedAt", version
    from cob.key_contract where key_account_id = ${keyAccountId} order by valid_from desc`.execute(db)
  const { rows: fees } = await sql<Detail['contracts'][number]['fees'][number] & { contractId: string }>`
    select s.contract_id as "contractId", s.from_unit_id as "fromUnitId", f.name as "fromName", s.to_unit_id as "toUnitId", t.name as "toName", s.amount_from as "amountFrom",
      s.amount_to as "amountTo", s.fixed, s.rate::text as rate, s.minimum, s.maximum
    from cob.key_fee_step s join cob.key_contract c on c.id = s.contract_id left join organisation.unit_directory f on f.id = s.from_unit_id
      left join organisation.unit_directory t on t.id = s.to_unit_id
    where c.key_account_id = ${keyAccountId} order by s.contract_id, s.line`.execute(db)
  const byContract = Map.groupBy(fees, ({ contractId }) => contractId)
  return rows.map((row) => ({
    ...row,
    agreedAt: isoLocal(row.agreedAt),
    fees: (byContract.get(row.id) ?? []).map(({ contractId: _contract, ...fee }) => fee),
  }))
}

const time = (at: Date | null) => (at === null ? null : isoLocal(at))

/** Settlement accounts, the one in use first. */
async function banksOf(db: Queryable, keyAccountId: string): Promise<Detail['banks']> {
  const rows = await db
    .selectFrom('cob.key_account_bank as x')
    .select(['x.id', 'x.bank_bin as bankBin', 'x.account_number as accountNumber', 'x.account_name as accountName', bankNameIn('x.bank_bin').as('bankName')])
    .select(['x.reason', 'x.agreed_by as agreedBy', 'x.from_at as fromAt', 'x.cooling_until as coolingUntil', 'x.until_at as untilAt'])
    .where('x.key_account_id', '=', keyAccountId)
    .orderBy('x.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    bankName: row.bankName ?? row.bankBin,
    fromAt: isoLocal(row.fromAt),
    coolingUntil: time(row.coolingUntil),
    untilAt: time(row.untilAt),
  }))
}
