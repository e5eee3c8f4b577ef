import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { webhookMachine } from '../../contract/webhooks/endpoints.ts'

/** Events are written for an endpoint while it changes: its lock is one that they do not wait for. */
export const webhooks = defineRecord({
  table: 'partner.webhook_endpoint',
  machine: webhookMachine,
  lock: 'for no key update',
  picture: (row) => ({
    status: row.status,
    label: row.label,
    url: row.url,
    events: row.events,
    secretMark: row.secret_mark,
    nextMark: row.next_mark,
    rotationEndsAt: row.rotation_ends_at && isoLocal(row.rotation_ends_at),
  }),
  form: ({ label, url, events }) => ({ label, url, events }),
})

/**
 * What waits is due at once. Whoever writes further events holds the locks of several subjects, so nobody waits for one here: what is held is
 * under way or has just come.
 */
export async function dueAtOnce(db: Queryable, endpointId: string): Promise<void> {
  await sql`
    update partner.webhook_subject set next_at = '-infinity' where id in (
      select id from partner.webhook_subject where endpoint_id = ${endpointId} and next_at > '-infinity' for no key update skip locked
    )`.execute(db)
}
