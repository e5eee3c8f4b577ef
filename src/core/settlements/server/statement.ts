import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import type { DB } from '#platform/server/database/db.ts'
import type { ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { merchantStatement } from '../contract/statement.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

type Filter = ReportFilterOf<typeof merchantStatement>

/** Merchants of the scope with the entries of their accounts that were recorded in the period: those after `low`, up to `high`. */
function periods({ from, to, merchantId }: Filter, { scope }: ReportContext) {
  const version = sql`(select a.version from ledger.account a where a.id = m.payable_account_id)`
  let query = scope
    .selectFrom('merchants.merchant as m')
    .where('m.payable_account_id', 'is not', null)
    .select(['m.id', 'm.code', 'm.name', 'm.payable_account_id as account'])
    .select(sql<string>`ledger.version_before(m.payable_account_id, ${version}, ${startOfDay(from)})`.as('low'))
    .select(sql<string>`ledger.version_before(m.payable_account_id, ${version}, ${endOfDay(to)})`.as('high'))
  if (merchantId !== undefined) query = query.where('m.id', '=', merchantId)
  return query.as('p')
}

type Period = { p: { id: string; code: string; name: string; account: string; low: string; high: string } }

const name = sql<string>`p.name || ' · ' || p.code`
const none = (type: string) => sql<string | null>`null::${sql.raw(type)}`

/** A line without an entry: the balance after one of the versions. */
function balanceLine(filter: Filter, ctx: ReportContext, at: 'low' | 'high', seq: RawBuilder<string>, words: string) {
  return expressionBuilder<DB & Period>()
    .selectFrom(periods(filter, ctx))
    .leftJoin('ledger.entry as e', (join) => join.onRef('e.account_id', '=', 'p.account').onRef('e.account_version', '=', `p.${at}`))
    .$if(filter.merchantId === undefined, (query) => query.whereRef('p.low', '<', 'p.high'))
    .select(['p.id as merchantId', name.as('merchantName'), seq.as('seq')])
    .select([sql<Date | null>`null::timestamptz`.as('recordedAt'), none('date').as('businessDate'), none('text').as('part'), none('text').as('reference')])
    .select([sql<string>`${words}::text`.as('description'), none('numeric(20,2)').as('amount'), none('numeric(20,2)').as('fee')])
    .select([none('numeric(20,2)').as('tax'), none('numeric(20,2)').as('change'), sql<string>`coalesce(e.balance_after, 0)::numeric(20,2)`.as('balance')])
}

/** A journal each: what it did to the account of the merchant, and what it booked as fee and tax. */
function journals(filter: Filter, ctx: ReportContext) {
  const moved = sql<{ journal: string; net: string; seq: string; balance: string }>`lateral (
    select e.journal_id as journal, sum(case e.side when 'C' then e.amount else -e.amount end) as net, max(e.account_version) as seq,
        (array_agg(e.balance_after order by e.account_version desc))[1] as balance
      from ledger.entry e where e.account_id = p.account and e.account_version > p.low and e.account_version <= p.high group by e.journal_id)`
  const charged = sql<{ fee: string; tax: string }>`lateral (select fee, tax from settlement.charges_of(e.journal))`
  return expressionBuilder<DB & Period>()
    .selectFrom(periods(filter, ctx))
    .innerJoin(moved.as('e'), (join) => join.onTrue())
    .innerJoin('ledger.journal as j', (join) => join.on('j.id', '=', sql<string>`e.journal`))
    .innerJoin(charged.as('c'), (join) => join.onTrue())
    .select(['p.id as merchantId', name.as('merchantName'), sql<string>`e.seq`.as('seq'), 'j.recorded_at as recordedAt', 'j.business_date as businessDate'])
    .select(sql<string | null>`case when j.service = 'DISB' then 'TRANSFER' else settlement.part_of(j.business_key) end`.as('part'))
    .select(sql<string | null>`nullif(split_part(j.business_key, ':', 2), '')`.as('reference'))
    .select(['j.description', sql<string | null>`(e.net + c.fee + c.tax)::numeric(20,2)`.as('amount'), sql<string | null>`c.fee`.as('fee')])
    .select([sql<string | null>`c.tax`.as('tax'), sql<string | null>`e.net::numeric(20,2)`.as('change'), sql<string>`e.balance`.as('balance')])
}

const WORDS = { vi: ['Số dư đầu kỳ', 'Số dư cuối kỳ'], en: ['Opening balance', 'Closing balance'] } as const

/** The statement of merchants: opening balance, movements and transfers, closing balance. */
export const statementOfMerchant = implementReport(
  merchantStatement,
  { vi, en },
  {
    query({ filter }, ctx) {
      const [opening, closing] = WORDS[ctx.language]
      return balanceLine(filter, ctx, 'low', sql<string>`0::bigint`, opening)
        .unionAll(journals(filter, ctx) as never)
        .unionAll(balanceLine(filter, ctx, 'high', sql<string>`p.high + 1`, closing))
    },
    async describe({ merchantId }, { scope }) {
      if (merchantId === undefined) return {}
      const merchant = await scope.selectFrom('merchants.merchant as m').select(['m.code', 'm.name']).where('m.id', '=', merchantId).executeTakeFirst()
      return { merchantId: merchant && `${merchant.name} · ${merchant.code}` }
    },
  },
)
