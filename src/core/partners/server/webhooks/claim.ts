import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import type { StoredEvent } from './body.ts'
import type { KeptSecrets } from './secrets.ts'

/** So many events are under way at the same time at each endpoint; one at a time where it fails. */
const AT_ONCE = 8
/** After so many failures in a row an endpoint is left alone for a while. */
export const FAILURES_TO_WAIT = 5
/** An event whose process has ended is sent again after so long. Longer than an attempt can take. */
const LEASE_SECONDS = 60

/** An event that is to be sent now, by the holder of the lease. */
export interface Due extends StoredEvent, KeptSecrets {
  /** Of its subject. */
  id: string
  lease: string
  endpointId: string
  url: string
  /** Of the endpoint, when it was claimed. */
  status: string
  eventRow: string
  attempts: number
}

/**
 * Takes the first waiting event of subjects that are due, as many as each endpoint may still get; no other process takes the same. The next
 * event of a subject is not due before this one was taken or given up.
 */
export async function claimDue(db: Queryable, now: Date, busy: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with e as materialized (
      select e.id, case when h.retry_at > ${now} then 0 when e.status = 'DEGRADED' or h.failures >= ${FAILURES_TO_WAIT} then 1 else ${AT_ONCE} end - coalesce(b.n, 0) as free
      from partner.webhook_endpoint e
      left join partner.webhook_health h on h.endpoint_id = e.id
      left join json_to_recordset(${busy}::json) as b (partner bigint, n integer) on b.partner = e.id
      where e.status in ('ACTIVE', 'DEGRADED')
    ), due as materialized (
      select s.id from e cross join lateral (
        select id from partner.webhook_subject where endpoint_id = e.id and next_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by next_at, id limit greatest(0, e.free) for no key update skip locked
      ) s
    ), taken as (
      update partner.webhook_subject s set lease = gen_random_uuid(), leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      from due where s.id = due.id returning s.id, s.endpoint_id, s.kind, s.subject, s.lease
    )
    select s.id, s.lease, s.endpoint_id as "endpointId", s.kind, s.subject, e.partner_id as "partnerId", e.status, e.url, e.secret_sealed as secret, e.next_sealed as next,
      e.rotation_ends_at as "rotationEndsAt", v.id as "eventRow", v.event_id as "eventId", v.sequence, v.state_version as "stateVersion", v.payload,
      v.occurred_at as "occurredAt", v.created_at as "createdAt", v.attempts, o.event_id as "replayOf"
    from taken s
    join partner.webhook_endpoint e on e.id = s.endpoint_id
    cross join lateral (select * from partner.webhook_event where subject_id = s.id and outcome is null order by sequence limit 1) v
    left join partner.webhook_event o on o.id = v.replay_of`.execute(db)
  return rows
}
