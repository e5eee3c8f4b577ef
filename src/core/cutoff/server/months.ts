import { sql } from 'kysely'
import { z } from 'zod'
import { localDate } from '#kernel/dates.ts'
import { defineJob } from '#platform/server/jobs/job.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { periodsTopic } from '../contract/periods.ts'
import { periods } from './record.ts'

export const monthBegins = defineJob({
  name: 'cutoff.month-begins',
  title: { vi: 'Lập kỳ chốt của tháng', en: 'Set up the periods of the month' },
  input: z.strictObject({}),
})

/**
 * Sets up the periods of the current month: one a service for everything, and one for every unit and service that had one the month before.
 * What stands already stays as it is.
 */
export async function beginMonth({ db, audit, clock }: Runtime, services: readonly string[]): Promise<void> {
  const at = clock.now()
  const month = `${localDate(at).slice(0, 7)}-01`
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; code: string; service: string }>`
      insert into cutoff.period (code, service, unit_id, granularity, starts_on, head_unit_id, updated_by, updated_at)
      select w.service || '-' || u.code || '-' || to_char(${month}::date, 'YYYYMM'), w.service, u.id, 'MONTH', ${month}::date, coalesce(u.head_unit_id, u.id), 'system', ${at}
        from (
          select s.service, h.id as unit_id from unnest(${[...services]}::text[]) as s (service), organisation.unit h where h.level = 'HEAD_OFFICE'
          union
          select p.service, p.unit_id from cutoff.period p
           where p.granularity = 'MONTH' and p.starts_on = (${month}::date - interval '1 month')::date and p.service = any(${[...services]}::text[])
        ) w join organisation.unit u on u.id = w.unit_id
       where u.status = 'ACTIVE'
       order by w.service, u.code
      on conflict do nothing returning id, code, service`.execute(tx)
    if (rows.length === 0) return
    await audit.writeMany(
      tx,
      rows.map(({ id, code, service }) => ({
        ...{ actor: 'system', traceId: monthBegins.name, ip: '', action: 'cutoff.month-begun', subjectType: periods.subject, subjectId: id },
        after: { code, service, granularity: 'MONTH', startsOn: month, status: 'OPEN' },
      })),
    )
    await publish(tx, { topic: periodsTopic })
  })
}
