import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { daysBetween, endOfDay, isoLocal, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { getBalanceAt, getJournal, getMovements, getStatement, MOVEMENT_DAYS, STATEMENT_ROWS } from '../contract/accounts.ts'
import { accountInScope, instant } from './account-list.ts'
import { journalWhole, withOwnBalances } from './journals.ts'
import type { Plugs } from './plugs.ts'

export function registerStatement(on: Registrar, plugs: Plugs): void {
  on.query(getStatement, (input, ctx) => statement(input, ctx, plugs))
  on.query(getBalanceAt, (input, ctx) => balanceAt(input, ctx, plugs))
  on.query(getMovements, (input, ctx) => movements(input, ctx, plugs))
  on.query(getJournal, ({ id }, ctx) => journal(id, ctx, plugs))
}

/** Accounts of the other side of entry `e`, in the order of the journal. */
export const contraOf = sql<string>`(select string_agg(distinct o.code, ', ' order by o.code) from ledger.entry x join ledger.account_directory o on o.id = x.account_id
  where x.journal_id = e.journal_id and x.side <> e.side)`

/** Versions of an account that were recorded in a period: those after `low`, up to `high`. */
async function placesOf({ id, version }: { id: string; version: string }, { from, to }: { from: string; to: string }, { scope }: RequestContext) {
  const { rows } = await sql<{ low: string; high: string }>`
    select ledger.version_before(${id}, ${version}, ${startOfDay(from)}) as low, ledger.version_before(${id}, ${version}, ${endOfDay(to)}) as high
  `.execute(scope)
  return rows[0] ?? { low: '0', high: '0' }
}

async function balanceAfter(id: string, version: string, { scope }: RequestContext): Promise<{ balance: string; recordedAt: Date | null }> {
  const entry = await scope.db
    .selectFrom('ledger.entry as e')
    .innerJoin('ledger.journal as j', 'j.id', 'e.journal_id')
    .select(['e.balance_after as balance', 'j.recorded_at as recordedAt'])
    .where('e.account_id', '=', id)
    .where('e.account_version', '=', version)
    .executeTakeFirst()
  return entry ?? { balance: '0.00', recordedAt: null }
}

async function statement(input: InputOf<typeof getStatement>, ctx: RequestContext, plugs: Plugs): Promise<OutputOf<typeof getStatement>> {
  if (input.to < input.from) refuseField('to', 'dateOrder', ctx.language)
  const account = await accountInScope(input.id, ctx, plugs)
  const { low, high } = await placesOf(account, input, ctx)
  const entries = Number(BigInt(high) - BigInt(low))
  if (!account.open) return { opening: null, closing: null, entries, rows: [], next: null }
  const begin = input.after !== undefined && BigInt(input.after) > BigInt(low) ? input.after : low
  const [opening, closing, rows] = await Promise.all([
    balanceAfter(account.id, low, ctx),
    balanceAfter(account.id, high, ctx),
    page(account.id, begin, high, ctx),
  ])
  const last = rows.at(-1)?.seq
  return {
    opening: opening.balance,
    closing: closing.balance,
    entries,
    rows: rows.map(({ side, amount, recordedAt, kind, contra, ...row }) => ({
      ...row,
      recordedAt: isoLocal(recordedAt),
      kind: plugs.kindName(kind, ctx.language),
      contra: contra ?? '',
      debit: side === 'D' ? amount : null,
      credit: side === 'C' ? amount : null,
    })),
    next: last !== undefined && BigInt(last) < BigInt(high) ? last : null,
  }
}

function page(accountId: string, after: string, upTo: string, { scope }: RequestContext) {
  return scope.db
    .selectFrom('ledger.entry as e')
    .innerJoin('ledger.journal as j', 'j.id', 'e.journal_id')
    .select([
      'e.account_version as seq',
      'e.journal_id as journalId',
      'j.recorded_at as recordedAt',
      'j.business_date as businessDate',
      'j.kind',
      'j.description',
    ])
    .select(['e.side', 'e.amount', 'e.balance_after as balance', contraOf.as('contra')])
    .where('e.account_id', '=', accountId)
    .where('e.account_version', '>', after)
    .where('e.account_version', '<=', upTo)
    .orderBy('e.account_version')
    .limit(STATEMENT_ROWS)
    .execute()
}

async function balanceAt({ id, at }: InputOf<typeof getBalanceAt>, ctx: RequestContext, plugs: Plugs): Promise<OutputOf<typeof getBalanceAt>> {
  const account = await accountInScope(id, ctx, plugs)
  if (!account.open) return { balance: null, recordedAt: null }
  // The moment itself counts: what a person has seen recorded at that time is in it.
  const { rows } = await sql<{ version: string }>`
    select ledger.version_before(${account.id}, ${account.version}, ${at}::timestamptz + interval '1 microsecond') as version`.execute(ctx.scope)
  const { balance, recordedAt } = await balanceAfter(account.id, rows[0]?.version ?? '0', ctx)
  return { balance, recordedAt: instant(recordedAt) }
}

async function movements({ id, from, to }: InputOf<typeof getMovements>, ctx: RequestContext, plugs: Plugs): Promise<OutputOf<typeof getMovements>> {
  if (to < from) refuseField('to', 'dateOrder', ctx.language)
  if (daysBetween(from, to) >= MOVEMENT_DAYS) refuseField('to', 'dateSpan', ctx.language, { maximum: MOVEMENT_DAYS })
  const account = await accountInScope(id, ctx, plugs)
  if (!account.open) return []
  const { low, high } = await placesOf(account, { from, to }, ctx)
  const rows = await ctx.scope.db
    .selectFrom('ledger.entry as e')
    .innerJoin('ledger.journal as j', 'j.id', 'e.journal_id')
    .where('e.account_id', '=', account.id)
    .where('e.account_version', '>', low)
    .where('e.account_version', '<=', high)
    .groupBy('j.kind')
    .orderBy('j.kind')
    .select(['j.kind', sql<number>`count(*)::int`.as('entries')])
    .select(sql<string>`coalesce(sum(e.amount) filter (where e.side = 'D'), 0)::numeric(20,2)`.as('debit'))
    .select(sql<string>`coalesce(sum(e.amount) filter (where e.side = 'C'), 0)::numeric(20,2)`.as('credit'))
    .execute()
  return rows.map((row) => ({ ...row, kind: plugs.kindName(row.kind, ctx.language) }))
}

/** A journal that touches an account of the caller's scope, whole; balances after it only of accounts within the scope. */
async function journal(id: string, ctx: RequestContext, plugs: Plugs): Promise<OutputOf<typeof getJournal>> {
  const { scope, session, language } = ctx
  const own = await scope
    .selectFrom('ledger.account as a')
    .innerJoin('ledger.entry as e', 'e.account_id', 'a.id')
    .select('a.id')
    .where('e.journal_id', '=', id)
    .where(plugs.open(session))
    .executeTakeFirst()
  const found = own && (await journalWhole(ctx.runtime.db, id))
  if (!found) throw new AppError(errors.notFound)
  const { sourceType, sourceId, ...rest } = found
  const [shown = rest] = await withOwnBalances(scope, [rest])
  return {
    ...shown,
    occurredAt: isoLocal(rest.occurredAt),
    recordedAt: isoLocal(rest.recordedAt),
    kindName: plugs.kindName(rest.kind, language),
    recordPath: plugs.recordPath({ sourceType, sourceId, service: rest.service }, session),
  }
}
