import { sql } from 'kysely'
import { defineForecast, type Forecast } from '#core/cash/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import { listLines } from '../contract/lines.ts'

/**
 * Cash lines that may be fetched on a day, at their points: any of these people may come, so all of them are due. What is being paid
 * already is not, and what is held is not paid out. `linesPath`: where lines are listed.
 */
export const payoutForecast = (linesPath: string): Forecast =>
  defineForecast({
    name: 'payouts.lines',
    kind: 'DUE',
    title: { vi: 'Chi trả theo danh sách', en: 'Payouts by list' },
    basis: {
      vi: 'Dòng chi tiền mặt chưa có người nhận của các danh sách đang trong thời gian chi; tính cho điểm chi trả',
      en: 'Cash lines not fetched yet of lists that are paid on that day; counted at the points that pay them',
    },
    screen: {
      permission: listLines.permission,
      path: (unitId) => `${linesPath}?${new URLSearchParams({ dueTomorrow: 'true', ...(unitId === undefined ? {} : { unitId }) })}`,
    },
    async forecast(db, unitIds, day) {
      const { rows } = await sql<{ unitId: string; amount: string }>`
        select d.unit_id as "unitId", sum(d.amount) as amount from payout.due d
        where d.unit_id = any(${unitIds}::bigint[]) and d.status = 'UNPAID' and d.method = 'CASH'
          and d.list_status in ('APPROVED', 'PAYING') and ${day}::date between d.pay_from and d.pay_until
        group by d.unit_id`.execute(db)
      return rows.map(({ unitId, amount }) => ({ unitId, moneyIn: 0n, moneyOut: parseMoney(amount) }))
    },
  })
