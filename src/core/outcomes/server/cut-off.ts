import { sql } from 'kysely'
import { type CutOffCheck, defineCutOffCheck, withinUnit } from '#core/cutoff/server/public.ts'

/** No transaction of the period whose money is held because something contradicts its outcome. `list`: where their cases are shown. */
export const settledContradictions = (services: readonly string[], list: string): CutOffCheck =>
  defineCutOffCheck({
    name: 'SETTLED_CONTRADICTIONS',
    title: { vi: 'Không còn giao dịch bị giữ tiền do kết quả mâu thuẫn', en: 'No money held by a contradicted outcome' },
    services,
    async check(db, { service, unitId, from, to }) {
      const { rows } = await sql<{ owner: string; count: number; since: Date; kept: boolean }>`
        select coalesce(u.name, '–') as owner, count(*)::int as count, min(h.since) as since, c.conflict_settled_at is not null as kept
          from outcome.outcome_case c join outcome.settlement_hold h on h.transaction_id = c.transaction_id
          left join organisation.unit u on u.id = coalesce(c.office_unit_id, c.district_unit_id, c.province_unit_id, c.head_unit_id)
         where not h.booked and c.service = ${service} and c.business_date between ${from}::date and ${to}::date
           and ${withinUnit(sql`coalesce(c.office_unit_id, c.district_unit_id, c.province_unit_id, c.head_unit_id)`, unitId)}
         group by u.id, u.name, 4 order by since limit 200`.execute(db)
      return rows.map(({ kept, ...row }) => ({
        ...row,
        label: kept
          ? { vi: 'Đã quyết định báo cáo sau là đúng, chưa ghi sổ', en: 'Decided that the later report is right, not booked yet' }
          : { vi: 'Mâu thuẫn chưa xử lý', en: 'Contradiction not settled' },
        link: `${list}?${new URLSearchParams({ conflict: 'true', service })}`,
      }))
    },
  })
