import { sql } from 'kysely'
import { defineForecast } from '#core/cash/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import { listOrders } from '../contract/orders.ts'

/**
 * Money orders that go back to their senders: where they are paid to receivers nobody knows before, since every office pays; what comes
 * back is paid out where it was sent. `listPath`: where money orders are listed.
 */
export const cfmForecast = (listPath: string) =>
  defineForecast({
    name: 'cfm.returns',
    kind: 'DUE',
    title: { vi: 'Chuyển tiền phải hoàn cho người gửi', en: 'Money orders due back to senders' },
    basis: {
      vi: 'Đang chờ người gửi nhận lại, hoặc hết hạn phát trong ngày; tính cho bưu cục đã nhận gửi',
      en: 'Waiting for their senders, or unclaimed on that day; counted where they were sent',
    },
    screen: {
      permission: listOrders.permission,
      // Days that are not named are the list's own last ones.
      path: (unitId) => `${listPath}?${new URLSearchParams({ dueBack: 'true', from: '', ...(unitId === undefined ? {} : { fromUnitId: unitId }) })}`,
    },
    async forecast(db, unitIds, day) {
      const { rows } = await sql<{ unitId: string; amount: string }>`
      select o.unit_id as "unitId", sum(o.return_amount) as amount from cash.money_order o
       where o.unit_id = any(${unitIds}::bigint[])
         and (o.status = 'RETURNING' or (o.status in ('SENT', 'NOTIFIED') and o.return_on <= ${day}::date))
       group by o.unit_id`.execute(db)
      return rows.map(({ unitId, amount }) => ({ unitId, moneyIn: 0n, moneyOut: parseMoney(amount) }))
    },
  })
