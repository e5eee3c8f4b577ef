import { type RawBuilder, sql } from 'kysely'
import { within } from '#platform/server/list/where.ts'
import type { ReportContext } from '#platform/server/module.ts'
import type { CashLevel } from '../../contract/reports/reports.ts'
import { isCounting } from '../blind.ts'

export interface CashFilter {
  from: string
  to: string
  unitId?: string | undefined
  placeId?: string | undefined
}

/** Holdings `h` of the scope with the place that a report of the level shows them under. */
export function holdingsAt(level: CashLevel, { unitId, placeId }: CashFilter, { scope, userId }: ReportContext) {
  const place = level === 'district' ? sql<string>`coalesce(h.district_unit_id, h.unit_id)` : sql<string>`h.unit_id`
  return (
    scope
      .selectFrom('cash.holding as h')
      .innerJoin('organisation.unit_directory as u', 'u.id', 'h.unit_id')
      .$if(level !== 'district', (query) => query.where('u.level', '=', level === 'post-office' ? 'POST_OFFICE' : 'PAYOUT_POINT'))
      .$if(unitId !== undefined, (query) => query.where(within('h')(unitId as string)))
      .$if(placeId !== undefined, (query) => query.where(place, '=', placeId as string))
      // Entries of other holdings would give the figures of the one that is counted.
      .where((eb) => eb.not(isCounting(userId)))
      .select(['h.account_id', 'h.name', 'h.ceiling', 'h.province_unit_id', place.as('place_id')])
  )
}

/**
 * Entries `e` with journal `j` of the accounts of holdings `p` in the period, by business date; `l` where they are late. Where an account's
 * entries of the period lie is kept with its daily balances, so that no others are read.
 */
export const entriesOf = ({ from, to }: CashFilter): RawBuilder<unknown> => sql`
  join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d
    where d.account_id = p.account_id and d.business_date between ${from}::date and ${to}::date) v on v.low is not null
  join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high
  join ledger.journal j on j.id = e.journal_id and j.business_date between ${from}::date and ${to}::date
  left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id`

/** What an entry came about by. */
export const flow: RawBuilder<string> = sql<string>`case when l.late_of is not null then 'LATE'
  when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end`

/** The last closing balance of account `p.account_id` on a day or before it. */
export const closingBy = (condition: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce((select d.closing from ledger.daily_balance d
  where d.account_id = p.account_id and d.business_date ${condition} order by d.business_date desc limit 1), 0)`
