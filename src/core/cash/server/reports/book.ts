import { expressionBuilder, sql } from 'kysely'
import type { Text } from '#kernel/language.ts'
import type { DB } from '#platform/server/database/db.ts'
import type { ReportContext } from '#platform/server/module.ts'
import type { CashLevel } from '../../contract/reports/reports.ts'
import { type CashFilter, closingBy, entriesOf, flow, holdingsAt } from './rows.ts'

interface BookFilter extends CashFilter {
  flow?: string | undefined
  direction?: string | undefined
}

/** What kinds of journals are called; one without a name shows its key. */
export type KindNames = Readonly<Record<string, Text>>

const ENDS = { vi: ['Số dư đầu kỳ', 'Số dư cuối kỳ'], en: ['Opening balance', 'Closing balance'] } as const

/** The code of the record that a journal is about. */
const reference = sql`case n.source_type
  when 'payment.transaction' then (select code from payment.code_directory where id = n.source_id::bigint)
  when 'cash.treasury_transaction' then (select code from cash.treasury_transaction where id = n.source_id::bigint)
  when 'cash.count' then (select code from cash.count where id = n.source_id::bigint) end`

interface Line {
  placeId: string
  seq: string
  recordedAt: Date | null
  businessDate: string | null
  journalId: string | null
  kind: string
  reference: string | null
  description: string | null
  holdingName: string | null
  contra: string | null
  lateOf: string | null
  moneyIn: string | null
  moneyOut: string | null
  change: string | null
  balance: string
}

/**
 * The cash book of each place. Its order is that of business dates and, within one, of journals; the balance after a line counts on from the
 * opening balance, so that the last one is the closing balance. Of a part (one kind, one direction) there are no opening and closing lines.
 */
export function bookRows(level: CashLevel, filter: BookFilter, ctx: ReportContext, kinds: KindNames) {
  const { language } = ctx
  const holdings = holdingsAt(level, filter, ctx)
  const [opening, closing] = ENDS[language]
  const names = Object.entries(kinds).map(([kind, text]) => sql`(${kind}, ${text[language]})`)
  const whole = filter.flow === undefined && filter.direction === undefined
  const part = sql.join(
    [
      ...(filter.flow === undefined ? [] : [sql`flow = ${filter.flow}`]),
      ...(filter.direction === undefined ? [] : [sql`side = ${filter.direction === 'IN' ? 'D' : 'C'}`]),
    ],
    sql` and `,
  )
  const end = (seq: ReturnType<typeof sql>, words: string, balance: 'opening' | 'closing') => sql`
    union all select o.place_id, ${seq}, null, null, null, ${words}::text, null, null, null, null, null, null, null, null, ${sql.ref(`o.${balance}`)}
      from ends o left join (select place_id, count(*) as n from entered group by place_id) c on c.place_id = o.place_id
      where o.opening <> 0 or o.closing <> 0 or c.n > 0`
  const lines = sql<Line>`(
    with holding as materialized ${holdings},
    kind_name (kind, name) as (values ${sql.join(names)}),
    ends as (
      select place_id, sum(opening)::numeric(20,2) as opening, sum(closing)::numeric(20,2) as closing
        from (select p.place_id, ${closingBy(sql`< ${filter.from}::date`)} as opening, ${closingBy(sql`<= ${filter.to}::date`)} as closing from holding p) b
       group by place_id
    ), entered as (
      select p.place_id, p.name, p.account_id, e.journal_id, e.line, e.side, e.amount, j.recorded_at, j.business_date, j.kind, j.source_type, j.source_id, j.description, l.late_of,
        ${flow} as flow, row_number() over w as seq, sum(case e.side when 'D' then e.amount else -e.amount end) over w as moved
      from holding p ${entriesOf(filter)}
      window w as (partition by p.place_id order by j.business_date, e.journal_id, e.line)
    )
    select n.place_id as "placeId", n.seq::bigint as seq, n.recorded_at as "recordedAt", n.business_date as "businessDate", n.journal_id::text as "journalId",
      coalesce(k.name, n.kind) as kind, ${reference} as reference, n.description, n.name as "holdingName",
      (select string_agg(distinct o.code, ', ' order by o.code) from ledger.entry x join ledger.account_directory o on o.id = x.account_id
        where x.journal_id = n.journal_id and x.side <> n.side) as contra,
      n.late_of as "lateOf", case n.side when 'D' then n.amount else 0 end as "moneyIn", case n.side when 'C' then n.amount else 0 end as "moneyOut",
      case n.side when 'D' then n.amount else -n.amount end as change, (o.opening + n.moved)::numeric(20,2) as balance
    from entered n join ends o on o.place_id = n.place_id left join kind_name k on k.kind = n.kind
    ${whole ? sql`${end(sql`0`, opening, 'opening')} ${end(sql`coalesce(c.n, 0) + 1`, closing, 'closing')}` : sql`where ${part}`})`.as('s')
  return expressionBuilder<DB>()
    .selectFrom(lines)
    .leftJoin('organisation.unit_directory as u', 'u.id', 's.placeId')
    .select(['s.placeId', 'u.name as placeName', 's.seq', 's.recordedAt', 's.businessDate', 's.journalId', 's.kind', 's.reference', 's.description'])
    .select(['s.holdingName', 's.contra', 's.lateOf', 's.moneyIn', 's.moneyOut', 's.change', 's.balance'])
}
