import { sql } from 'kysely'
import { type CloseCheck, defineCloseCheck } from '#core/cash/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { unknownOutcomeHours } from '#core/payments/contract/parameters.ts'

interface Found {
  dayId: string
  transactionId: string
  code: string
  amount: string
  till: string
  kind: string
}

/** Payments of the unit's counters whose outcome nobody knew for longer than their limit when the day ended. */
export const unknownAtCounter = (address: (transactionId: string, sourceKind: string) => string): CloseCheck =>
  defineCloseCheck({
    name: 'UNKNOWN',
    title: { vi: 'Không còn giao dịch quầy chưa rõ kết quả quá hạn', en: 'No counter payment unresolved past its limit' },
    async check(db, days) {
      const hours = await parameter(db, unknownOutcomeHours)
      const { rows } = await sql<Found>`
        select d.day_id::text as "dayId", s.transaction_id::text as "transactionId", s.code, s.amount::text as amount, h.name as till, s.source_kind as kind
        from unnest(${days.map(({ dayId }) => dayId)}::bigint[], ${days.map(({ unitId }) => unitId)}::bigint[], ${days.map(({ businessDate }) => businessDate)}::date[])
          as d (day_id, unit_id, business_date)
        join cash.slip s on s.unit_id = d.unit_id and s.status = 'UNKNOWN'
          and s.occurred_at < (d.business_date + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh' - make_interval(hours => ${hours})
        join cash.holding h on h.id = s.till_id order by s.code`.execute(db)
      return rows.map(({ dayId, transactionId, code, amount, till, kind }) => ({
        ...{ dayId, key: code, code, amount, path: address(transactionId, kind) },
        severity: 'BLOCK' as const,
        about: { vi: `${till}: chưa rõ kết quả quá hạn`, en: `${till}: unresolved past the limit` },
      }))
    },
  })
