import { sql } from 'kysely'
import { z } from 'zod'
import type { JobHandler, JobSchedule } from '../module.ts'
import { defineJob, handleJob } from './job.ts'

const cleanJobs = defineJob({ name: 'platform.clean-jobs', title: { vi: 'Dọn tác vụ cũ', en: 'Clean up old jobs' }, input: z.strictObject({}) })

/** Records of jobs that went well are kept for a month, of those that did not for half a year. */
const handler: JobHandler = handleJob(cleanJobs, async (_input, { runtime }) => {
  await sql`
    delete from platform.job
     where (state = 'DONE' and ended_at < now() - interval '30 days')
        or (state in ('FAILED', 'CANCELLED') and ended_at < now() - interval '180 days')`.execute(runtime.db)
})
const schedule: JobSchedule = { job: cleanJobs, cron: '40 2 * * *', input: {} }

export const CLEANING = { handler, schedule }
