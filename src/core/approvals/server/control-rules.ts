import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { INBOX_PATH } from '../contract/request.ts'

/** Requests that nobody decides. `days`: after how many; the parameter is read by the composition root, whose module asks this one. */
export const staleRequests = (days: (db: Queryable) => Promise<number>): ControlRule =>
  defineControlRule({
    code: 'STALE_REQUESTS',
    name: { vi: 'Yêu cầu phê duyệt chờ quá lâu', en: 'Requests waiting too long' },
    meaning: {
      vi: 'Yêu cầu chờ quyết định quá số ngày quy định. Cần duyệt hoặc từ chối trước khi yêu cầu hết hạn.',
      en: 'Requests have been waiting for a decision longer than allowed. Decide them before they expire.',
    },
    severity: 'MEDIUM',
    every: 30,
    async query(db, now) {
      const limit = await days(db)
      const { rows } = await sql<ControlRow & { code: string }>`
        select r.id::text as subject, r.subject_code as code, r.subject_code || ' · ' || r.maker_name as label, r.money_impact as amount, r.asked_at as since,
            coalesce(r.office_unit_id, r.district_unit_id, r.province_unit_id, r.head_unit_id) as "unitId"
          from approvals.request r
         where r.status = 'PENDING' and r.asked_at < ${now}::timestamptz - make_interval(days => ${limit})
         order by r.asked_at limit 1000`.execute(db)
      return rows.map(({ code, ...row }) => ({ ...row, link: `${INBOX_PATH}?${new URLSearchParams({ box: 'ALL', subjectCode: code })}` }))
    },
  })
