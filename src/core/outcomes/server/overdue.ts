import { sql } from 'kysely'
import { z } from 'zod'
import { supersede } from '#core/approvals/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { deadlines } from '../contract/parameters.ts'
import { type Desk, STALE } from './evidence.ts'

const BATCH = 1000

export const openOverdue = defineJob({
  name: 'outcomes.open-overdue',
  title: { vi: 'Mở tra soát giao dịch xử lý quá hạn', en: 'Open cases for transactions that are overdue' },
  input: z.strictObject({}),
})

export const overdueJobs = (desk: Desk): JobHandler[] => [
  handleJob(openOverdue, async (_input, { runtime }) => {
    await openCases(runtime)
    await endOutdated(desk, runtime)
  }),
]

export const overdueSchedules: readonly JobSchedule[] = [{ job: openOverdue, cron: '* * * * *', input: {} }]

/** Transactions that are still being processed after the time of their channel: a case each, and they stay as they are. */
async function openCases({ db, clock }: Runtime): Promise<void> {
  const now = clock.now()
  for (const { channel, minutes } of deadlines) {
    const before = new Date(now.getTime() - (await parameter(db, minutes)) * 60_000)
    for (let opened = BATCH; opened === BATCH; ) {
      const { rows } = await sql`
        insert into outcome.outcome_case (transaction_id, business_date, code, external_ref, service, type, channel, direction, amount, occurred_at, opened_at, cause,
          next_inquiry_at, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, updated_at)
        select t.id, t.business_date, t.code, t.external_ref, t.service, t.type, t.channel, t.direction, t.amount, t.occurred_at, ${now}, 'OVERDUE',
          ${now}, t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id, ${now}
        from payment.transaction t
        where t.service in (select code from payment.service) and t.status = 'PROCESSING' and t.channel = ${channel} and t.occurred_at < ${before}
          and not exists (select from outcome.outcome_case c where c.transaction_id = t.id)
        order by t.id limit ${BATCH} for share of t skip locked
        on conflict (transaction_id) do nothing returning id`.execute(db)
      opened = rows.length
    }
  }
}

/** Requests for a verdict on what was ended meanwhile by the channel's own report. */
async function endOutdated({ verdicts }: Desk, { db, clock }: Runtime): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from approvals.pending w join outcome.outcome_case c on c.id::text = w.subject_id and w.subject_type = ${verdicts.subjectType}
    where w.kind = ${verdicts.name} and c.status = 'DECIDED' limit ${BATCH}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.transaction().execute((tx) => supersede({ tx, now: clock.now(), actor: 'system' }, verdicts, ids, STALE))
}
