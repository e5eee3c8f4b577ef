import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import type { DB } from '#platform/server/database/db.ts'
import type { Report, ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { accountStatement } from '../contract/statement-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { type LedgerPlugs, Plugs } from './plugs.ts'
import { contraOf } from './statement.ts'

type Filter = ReportFilterOf<typeof accountStatement>

/** Accounts of the scope with the entries that were recorded in the period: those after `low`, up to `high`. */
function periods({ from, to, accountId }: Filter, { scope, userId, plugs }: Context) {
  let query = scope
    .selectFrom('ledger.account as a')
    .where(plugs.open({ userId }))
    .select(['a.id', 'a.code', 'a.name'])
    .select(sql<string>`ledger.version_before(a.id, a.version, ${startOfDay(from)})`.as('low'))
    .select(sql<string>`ledger.version_before(a.id, a.version, ${endOfDay(to)})`.as('high'))
  query = accountId === undefined ? query.where('a.version', '>', '0') : query.where('a.id', '=', accountId)
  return query.as('p')
}

interface Context extends ReportContext {
  plugs: Plugs
}

type Period = { p: { id: string; code: string; name: string; low: string; high: string } }

/** A line without an entry: the balance after one of the versions. */
function balanceLine(filter: Filter, ctx: Context, at: 'p.low' | 'p.high', seq: RawBuilder<string>, words: string) {
  return expressionBuilder<DB>()
    .selectFrom(periods(filter, ctx))
    .leftJoin('ledger.entry as e', (join) => join.onRef('e.account_id', '=', 'p.id').onRef('e.account_version', '=', at))
    .$if(filter.accountId === undefined, (query) => query.whereRef('p.low', '<', 'p.high'))
    .select(['p.id as accountId', accountName.as('accountName'), seq.as('seq')])
    .select([sql<Date | null>`null::timestamptz`.as('recordedAt'), sql<string | null>`null::date`.as('businessDate')])
    .select([sql<string | null>`null::text`.as('journalId'), sql<string | null>`null::text`.as('kind'), sql<string>`${words}::text`.as('description')])
    .select(sql<string | null>`null::text`.as('contra'))
    .select([nothing.as('debit'), nothing.as('credit'), nothing.as('change'), sql<string>`coalesce(e.balance_after, 0)::numeric(20,2)`.as('balance')])
}

const accountName = sql<string>`p.code || ' · ' || p.name`
const nothing = sql<string | null>`null::numeric(20,2)`
const debit = sql<string | null>`case e.side when 'D' then e.amount else 0 end`
const credit = sql<string | null>`case e.side when 'C' then e.amount else 0 end`

function entries(filter: Filter, ctx: Context) {
  return expressionBuilder<DB & Period>()
    .selectFrom(periods(filter, ctx))
    .innerJoin('ledger.entry as e', (join) =>
      join.onRef('e.account_id', '=', 'p.id').onRef('e.account_version', '>', 'p.low').onRef('e.account_version', '<=', 'p.high'),
    )
    .innerJoin('ledger.journal as j', 'j.id', 'e.journal_id')
    .select(['p.id as accountId', accountName.as('accountName'), sql<string>`e.account_version`.as('seq')])
    .select(['j.recorded_at as recordedAt', 'j.business_date as businessDate', sql<string | null>`j.id::text`.as('journalId')])
    .select([sql<string | null>`j.kind`.as('kind'), 'j.description', contraOf.as('contra')])
    .select([debit.as('debit'), credit.as('credit'), sql<string | null>`case e.side when 'D' then e.amount else -e.amount end`.as('change')])
    .select('e.balance_after as balance')
}

const WORDS = { vi: ['Số dư đầu kỳ', 'Số dư cuối kỳ'], en: ['Opening balance', 'Closing balance'] } as const

/** The statement of accounts by the time of recording: opening balance, entries, closing balance. */
export function statementReport(given: LedgerPlugs): Report {
  const plugs = new Plugs(given)
  return implementReport(
    accountStatement,
    { vi, en },
    {
      query({ filter }, call) {
        const ctx = { ...call, plugs }
        const [opening, closing] = WORDS[ctx.language]
        return balanceLine(filter, ctx, 'p.low', sql<string>`0::bigint`, opening)
          .unionAll(entries(filter, ctx) as never)
          .unionAll(balanceLine(filter, ctx, 'p.high', sql<string>`p.high + 1`, closing))
      },
      async describe({ accountId }, { scope }) {
        if (accountId === undefined) return {}
        const account = await scope.selectFrom('ledger.account as a').select(['a.code', 'a.name']).where('a.id', '=', accountId).executeTakeFirst()
        return { accountId: account && `${account.code} · ${account.name}` }
      },
    },
  )
}
