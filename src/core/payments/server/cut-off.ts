import { sql } from 'kysely'
import { type CutOffCheck, defineCutOffCheck, type LateJournals, withinUnit } from '#core/cutoff/server/public.ts'

/** No payment of the period whose outcome nobody knows. `listOf`: address of the list of a service's transactions. */
export function knownOutcomes(services: readonly string[], listOf: (service: string) => string | undefined): CutOffCheck {
  return defineCutOffCheck({
    name: 'KNOWN_OUTCOMES',
    title: { vi: 'Không còn giao dịch chưa rõ kết quả', en: 'No transactions with an unknown result' },
    services,
    async check(db, { service, unitId, from, to }) {
      const { rows } = await sql<{ owner: string; unitId: string | null; refunds: boolean; count: number; since: Date }>`
        select coalesce(u.name, '–') as owner, u.id as "unitId", t.type = 'REFUND' as refunds, count(*)::int as count, min(t.occurred_at) as since
          from payment.transaction t left join organisation.unit u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
         where t.service = ${service} and t.status = 'UNKNOWN' and t.business_date between ${from}::date and ${to}::date
           and ${withinUnit(sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`, unitId)}
         group by u.id, u.name, t.type = 'REFUND' order by since limit 200`.execute(db)
      const list = listOf(service)
      return rows.map(({ unitId: at, refunds, ...row }) => ({
        ...row,
        label: refunds
          ? { vi: 'Giao dịch hoàn tiền chưa rõ kết quả', en: 'Refunds with an unknown result' }
          : { vi: 'Giao dịch chưa rõ kết quả', en: 'Transactions with an unknown result' },
        ...(list
          ? { link: `${list}?${new URLSearchParams({ status: 'UNKNOWN', from, to, ...(at ? { unitId: at } : {}), ...(refunds ? { refunds: 'true' } : {}) })}` }
          : {}),
      }))
    },
  })
}

/** Journals of transactions that came late: those name the day that they belong to. The days bound the months that are looked at. */
export const lateTransactions: LateJournals = ({ service, from, to }) => sql`
  select l.id from payment.transaction t join ledger.journal l on l.source_type = 'payment.transaction' and l.source_id = t.id::text
   where t.service = ${service} and t.late_of between ${from}::date and ${to}::date and t.business_date between ${from}::date - 130 and ${to}::date + 62`
