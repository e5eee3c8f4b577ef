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

/** What one person has asked for. Nothing names the requests: whose they are is no secret, what they are about may lie outside a reader's scope. */
interface Pending {
  maker: string
  count: number
  /** Of the oldest. */
  askedAt: Date
  /** Leads to the inbox. */
  link: string
}

/** Requests of a unit that wait for a decision, by who has asked for them; the oldest first, at most 100 people. */
export async function pendingWithin(db: Queryable, { unitId, until, except }: Within): Promise<Pending[]> {
  const { rows } = await sql<Omit<Pending, 'link'>>`
    select r.maker_name as maker, count(*)::int as count, min(r.asked_at) as "askedAt"
      from approvals.request r
     where r.status = 'PENDING' and r.asked_at < ${until} and r.kind <> ${except}
       and (${unitId}::bigint is null or ${unitId}::bigint in (r.head_unit_id, r.province_unit_id, r.district_unit_id, r.office_unit_id))
     group by r.maker_name order by min(r.asked_at) limit 100`.execute(db)
  return rows.map((row) => ({ ...row, link: `${INBOX_PATH}?${new URLSearchParams({ box: 'ALL', status: 'PENDING' })}` }))
}
