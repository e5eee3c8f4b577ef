import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { getAccount, getBalanceSheet, listAccounts, searchAccounts } from '../contract/accounts.ts'
import type { Plugs } from './plugs.ts'

/** What journals, requests and the audit log call an account. */
export const ACCOUNT = 'ledger.account'

const OPTIONS = 20

/** The accounts of the caller's scope with what the list shows of each. */
function accounts({ scope, session }: RequestContext, plugs: Plugs) {
  return scope
    .selectFrom('ledger.account as a')
    .leftJoin(...lookup('ledger.chart as c', { 'c.id': 'a.chart_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'a.unit_id' }))
    .leftJoin(...lookup('ledger.entry as e', { 'e.account_id': 'a.id', 'e.account_version': 'a.version' }))
    .leftJoin(...lookup('ledger.journal as j', { 'j.id': 'e.journal_id' }))
    .select(['a.id', 'a.code', 'a.name', 'a.class', 'a.status', 'a.owner_type as ownerType', 'a.normal_side as normalSide', 'a.currency'])
    .select(['c.number as chartNumber', 'c.name as chartName', 'u.name as unitName', 'j.recorded_at as lastMovementAt'])
    .select(['a.min_balance as minBalance', 'a.max_balance as maxBalance', 'a.revision as version'])
    .select(plugs.shown(sql<string>`a.balance`, session).as('balance'))
    .select(ownerName.as('ownerName'))
    .select(pendingRequest(ACCOUNT, 'a.id').as('pendingRequestId'))
}

const ownerName = sql<string | null>`case a.owner_type
  when 'UNIT' then (select o.name from organisation.unit_directory o where o.id = a.owner_id)
  when 'PARTNER' then (select p.short_name from organisation.partner p where p.id = a.owner_id)
  when 'MERCHANT' then (select m.name from merchants.merchant_directory m where m.id = a.owner_id) end`

/** The line of that number and every line below it. */
const underLine = (number: string) => sql<boolean>`a.chart_id in (
  with recursive line as (
    select id from ledger.chart where number = ${number} union all select c.id from ledger.chart c join line on c.parent_id = line.id
  ) select id from line)`

export function registerAccounts(on: Registrar, plugs: Plugs): void {
  on.list(listAccounts, {
    query: (ctx) => accounts(ctx, plugs),
    where: {
      text: words('a.code', 'a.name'),
      chart: underLine,
      class: is('a.class'),
      ownerType: is('a.owner_type'),
      unitId: within('a'),
      status: is('a.status'),
    },
    key: 'a.id',
    sort: { code: 'a.code', name: 'a.name', chartNumber: 'c.number', balance: 'balance' },
  })
  on.query(getBalanceSheet, (_input, ctx) => balanceSheet(ctx, plugs))
  on.query(getAccount, ({ id }, ctx) => find(id, ctx, plugs))
  on.query(searchAccounts, search)
}

async function find(id: string, ctx: RequestContext, plugs: Plugs): Promise<OutputOf<typeof getAccount>> {
  const query = accounts(ctx, plugs)
    .where('a.id', '=', id)
    .select([sql<number>`a.version::int`.as('entries'), sql<boolean>`a.kept_by is not null`.as('kept'), 'c.allows_manual as manual'])
    .select('a.created_at as createdAt')
  return (await findRow(getAccount, query)) as OutputOf<typeof getAccount>
}

/** Sums by class from the balances as they stand, in đồng. Whoever may not see every figure is answered none. */
async function balanceSheet({ scope, session }: RequestContext, plugs: Plugs): Promise<OutputOf<typeof getBalanceSheet>> {
  if (session.scope.kind !== 'ALL') return null
  const rows = await scope
    .selectFrom('ledger.account as a')
    .where('a.currency', '=', 'VND')
    .groupBy('a.class')
    .select(['a.class', sql<string>`sum(case a.normal_side when 'D' then a.balance else -a.balance end)`.as('debit')])
    .select(sql<boolean>`bool_and(${plugs.open(session)})`.as('open'))
    .execute()
  if (rows.some(({ open }) => !open)) return null
  const debit = (of: string) => parseMoney(rows.find((row) => row.class === of)?.debit ?? '0')
  const [asset, liability, income, expense] = [debit('ASSET'), -debit('LIABILITY'), -debit('INCOME'), debit('EXPENSE')]
  return {
    asset: formatMoney(asset),
    liability: formatMoney(liability),
    income: formatMoney(income),
    expense: formatMoney(expense),
    offBalance: formatMoney(debit('OFF_BALANCE')),
    difference: formatMoney(asset - (liability + income - expense)),
  }
}

async function search({ text, ids, manual }: InputOf<typeof searchAccounts>, { scope }: RequestContext): Promise<OutputOf<typeof searchAccounts>> {
  let query = scope.selectFrom('ledger.account as a').select(['a.id', 'a.code', 'a.name']).orderBy('a.code').limit(OPTIONS)
  if (ids !== undefined) query = query.where('a.id', 'in', wanted(ids))
  if (text) query = query.where(words('a.code', 'a.name')(text))
  if (manual)
    query = query
      .innerJoin('ledger.chart as c', 'c.id', 'a.chart_id')
      .where('c.allows_manual', '=', true)
      .where('a.kept_by', 'is', null)
      .where('a.status', '=', 'ACTIVE')
  return query.execute()
}

function wanted(ids: string): string[] {
  const list = ids.split(',').filter((id) => /^[1-9]\d{0,17}$/.test(id))
  return list.length > 0 ? list : ['0']
}

/** The account with what a statement of it needs. Throws SYS-404 outside the caller's scope. */
export async function accountInScope(id: string, { scope, session }: RequestContext, plugs: Plugs) {
  const account = await scope
    .selectFrom('ledger.account as a')
    .select(['a.id', 'a.code', 'a.normal_side as normalSide', 'a.version', 'a.balance', plugs.open(session).as('open')])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!account) throw new AppError(errors.notFound)
  return account
}

export const instant = (at: Date | null): string | null => (at === null ? null : isoLocal(at))
