import { sql } from 'kysely'
import type { Runtime } from '#platform/server/module.ts'
import { webhooks } from './record.ts'

/** Days that events are kept after their end, and that the numbers of a subject are remembered. */
const EVENT_DAYS = 90
const SUBJECT_DAYS = 400
/** Rows of one statement. */
const AT_ONCE = 5_000

/** Ends the rotations whose time is over, and takes away what has been kept long enough. */
export async function keepWebhooks(runtime: Runtime): Promise<void> {
  await endRotations(runtime)
  await purge(runtime)
}

async function endRotations({ db, clock }: Runtime): Promise<void> {
  const now = clock.now()
  const due = await db.selectFrom('partner.webhook_endpoint').select('id').where('rotation_ends_at', '<=', now).execute()
  for (const { id } of due) {
    await db.transaction().execute(async (tx) => {
      const row = await webhooks.locked(tx, id)
      if (!row || row.next_sealed === null || row.next_mark === null || row.rotation_ends_at === null || row.rotation_ends_at > now) return
      const set = { secret_sealed: row.next_sealed, secret_mark: row.next_mark, next_sealed: null, next_mark: null, rotation_ends_at: null }
      await webhooks.save(tx, { by: 'system', at: now }, row, set)
    })
  }
}

/** What still waits stays, however old it is. */
async function purge({ db, clock }: Runtime): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from partner.webhook_event where id in (
        select id from partner.webhook_event where created_at < ${before(EVENT_DAYS)} and outcome is not null order by created_at limit ${AT_ONCE}
      )`.execute(db)
    if (numAffectedRows < BigInt(AT_ONCE)) break
  }
  await sql`
    delete from partner.webhook_subject where id in (
      select s.id from partner.webhook_subject s where s.created_at < ${before(SUBJECT_DAYS)} and s.next_at is null
         and not exists (select from partner.webhook_event v where v.subject_id = s.id) limit ${AT_ONCE} for update skip locked
    )`.execute(db)
}
