import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { INBOX_PATH } from '../contract/request.ts'

interface Within {
  /** This unit and all below; null: everything. */
  unitId: string | null
  /** Asked for before this instant. */
  until: Date
  /** A kind that does not count. */
  except: string
}

interface Pending {
  code: string
  maker: string
  askedAt: Date
  /** Leads to the request in the inbox. */
  link: string
}

/** Requests of a unit that wait for a decision, the oldest first; the first 100. */
export async function pendingWithin(db: Queryable, { unitId, until, except }: Within): Promise<Pending[]> {
  const { rows } = await sql<Omit<Pending, 'link'>>`
    select r.subject_code as code, r.maker_name as maker, r.asked_at as "askedAt"
      from approvals.request r
     where r.status = 'PENDING' and r.asked_at < ${until} and r.kind <> ${except}
       and (${unitId}::bigint is null or ${unitId}::bigint in (r.head_unit_id, r.province_unit_id, r.district_unit_id, r.office_unit_id))
     order by r.asked_at limit 100`.execute(db)
  return rows.map((row) => ({ ...row, link: `${INBOX_PATH}?${new URLSearchParams({ box: 'ALL', subjectCode: row.code })}` }))
}
