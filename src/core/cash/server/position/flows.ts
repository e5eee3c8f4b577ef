import { sql } from 'kysely'
import type { RequestContext } from '#platform/server/module.ts'
import { type Asked, held, placeOf, sameWeekdays } from './held.ts'

export interface Flows {
  /** Null: all places together. */
  placeId: string | null
  moneyIn: string
  moneyOut: string
  usualIn: string | null
  usualOut: string | null
  /** Days that it was compared with. */
  days: number
}

/**
 * What came into vaults and tills and went out of them on a date, and in the median of the same weekdays before, place by place and
 * together: by the balances that the ledger keeps by date, less what went between vault and till of a unit.
 */
export async function flowsOf(ctx: RequestContext, asked: Asked, date: string, provinces: boolean): Promise<Flows[]> {
  const days = sameWeekdays(date)
  const cash = held(ctx, asked)
    .select(['h.id', 'h.account_id', placeOf('h', provinces).as('place')])
    .where('h.kind', '<>', 'COURIER')
  // Materialised, so that row-level security is judged once a holding and not once a day of it.
  const { rows } = await sql<Flows>`
    with cash as materialized (${cash}),
    till as (
      select t.received_on, t.from_holding_id, t.to_holding_id, t.amount from cash.treasury_transaction t
       where t.kind in ('TILL_ISSUE', 'TILL_RETURN') and t.status = 'RECEIVED' and t.received_on = any(${days}::date[])
    ),
    moved as (
      select c.place, d.business_date as day, d.debit as money_in, d.credit as money_out
        from cash c join ledger.daily_balance d on d.account_id = c.account_id and d.business_date = any(${days}::date[])
      union all select c.place, t.received_on, -t.amount, 0 from till t join cash c on c.id = t.to_holding_id
      union all select c.place, t.received_on, 0, -t.amount from till t join cash c on c.id = t.from_holding_id
    ),
    by_day as (
      select place, day, sum(money_in) as money_in, sum(money_out) as money_out from moved group by grouping sets ((place, day), (day))
    )
    select place as "placeId",
        coalesce(sum(money_in) filter (where day = ${date}::date), 0.00) as "moneyIn", coalesce(sum(money_out) filter (where day = ${date}::date), 0.00) as "moneyOut",
        percentile_disc(0.5) within group (order by money_in) filter (where day <> ${date}::date) as "usualIn",
        percentile_disc(0.5) within group (order by money_out) filter (where day <> ${date}::date) as "usualOut",
        count(*) filter (where day <> ${date}::date)::integer as days
      from by_day group by place`.execute(ctx.scope)
  return rows
}
