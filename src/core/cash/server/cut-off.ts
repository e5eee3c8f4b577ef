import { sql } from 'kysely'
import { type CutOffCheck, defineCutOffCheck, withinUnit } from '#core/cutoff/server/public.ts'
import { showDate } from '#kernel/dates.ts'
import type { CashAddresses } from './addresses.ts'

const OPEN_DAYS = ['OPEN', 'COUNTING', 'SUBMITTED', 'REOPENED'].map((status) => ['status', status])

interface CutOffAddresses extends CashAddresses {
  /** The list of days. */
  days: string
}

/** What the cash of a unit asks of a period: its days are closed and its tills are counted. `services`: those whose journals touch holdings. */
export function cashCutOffChecks(services: readonly string[], address: CutOffAddresses): CutOffCheck[] {
  return [
    defineCutOffCheck({
      name: 'DAYS_CLOSED',
      title: { vi: 'Các ngày đã chốt', en: 'All days closed' },
      services,
      async check(db, { unitId, from, to }) {
        const { rows } = await sql<{ id: string; owner: string; count: number; first: string; since: Date }>`
          select u.id, u.name as owner, count(*)::int as count, min(d.business_date) as first, min(d.opened_at) as since
            from cash.day_close d join organisation.unit u on u.id = d.unit_id
           where d.status <> 'CLOSED' and d.business_date between ${from}::date and ${to}::date and ${withinUnit(sql`d.unit_id`, unitId)}
           group by u.id, u.name order by since limit 200`.execute(db)
        return rows.map(({ id, first, ...row }) => ({
          ...row,
          label: { vi: `Chưa chốt từ ngày ${showDate(first)}`, en: `Not closed since ${showDate(first)}` },
          link: `${address.days}?${new URLSearchParams([['unitId', id], ['from', first], ['to', to], ...OPEN_DAYS])}`,
        }))
      },
    }),
    defineCutOffCheck({
      name: 'TILLS_COUNTED',
      title: { vi: 'Quầy đã kiểm quỹ', en: 'All tills counted' },
      services,
      async check(db, { unitId, from, to }) {
        const { rows } = await sql<{ id: string; owner: string; till: string; code: string; since: Date }>`
          select s.id, t.full_name as owner, h.name as till, s.code, s.created_at as since
            from cash.shift s join cash.holding h on h.id = s.till_id join organisation.staff t on t.id = s.teller_staff_id
           where s.status <> 'CLOSED' and s.business_date between ${from}::date and ${to}::date and ${withinUnit(sql`s.unit_id`, unitId)}
           order by s.created_at limit 200`.execute(db)
        return rows.map(({ id, owner, till, code, since }) => ({
          ...{ owner, count: 1, since, link: address.shift(id) },
          label: { vi: `Ca ${code} tại ${till} chưa đóng`, en: `Shift ${code} at ${till} is not closed` },
        }))
      },
    }),
  ]
}
