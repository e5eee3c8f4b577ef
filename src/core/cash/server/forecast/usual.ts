import { sql } from 'kysely'
import { parseMoney } from '#kernel/money.ts'
import { WEEKS } from '../../contract/position/position.ts'
import { sameWeekdays } from '../position/held.ts'
import { defineForecast } from './forecast.ts'

/** The median of the same weekday, unit by unit; days without any movement (holidays, days before it was opened) do not count. */
export const usualFlows = defineForecast({
  name: 'cash.usual',
  kind: 'USUAL',
  title: { vi: 'Thu chi thường ngày', en: 'Usual day' },
  basis: {
    vi: `Trung vị thu và chi cùng thứ trong ${WEEKS} tuần gần nhất, cộng theo từng đơn vị`,
    en: `Median of the same weekday in the last ${WEEKS} weeks, unit by unit`,
  },
  async forecast(db, unitIds, day) {
    const days = sameWeekdays(day).slice(1)
    const { rows } = await sql<{ unitId: string; moneyIn: string; moneyOut: string }>`
      with moved as (
        select h.unit_id, d.business_date, sum(d.debit) as money_in, sum(d.credit) as money_out
          from cash.holding h join ledger.daily_balance d on d.account_id = h.account_id and d.business_date = any(${days}::date[])
         where h.unit_id = any(${unitIds}::bigint[]) and h.kind <> 'COURIER'
         group by h.unit_id, d.business_date
      ), inside as (
        select t.from_unit_id as unit_id, t.received_on as business_date, sum(t.amount) as amount
          from cash.treasury_transaction t
         where t.kind in ('TILL_ISSUE', 'TILL_RETURN') and t.status = 'RECEIVED' and t.received_on = any(${days}::date[])
         group by 1, 2
      )
      select m.unit_id as "unitId",
          percentile_disc(0.5) within group (order by m.money_in - coalesce(i.amount, 0)) as "moneyIn",
          percentile_disc(0.5) within group (order by m.money_out - coalesce(i.amount, 0)) as "moneyOut"
        from moved m left join inside i using (unit_id, business_date)
       group by m.unit_id`.execute(db)
    return rows.map(({ unitId, moneyIn, moneyOut }) => ({ unitId, moneyIn: parseMoney(moneyIn), moneyOut: parseMoney(moneyOut) }))
  },
})
