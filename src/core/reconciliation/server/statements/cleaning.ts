import { z } from 'zod'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, JobSchedule } from '#platform/server/module.ts'

/** Hours after which an upload that nobody has ended is given up. */
const LEFT_HOURS = 24

const dropUploads = defineJob({
  name: 'reconciliation.drop-uploads',
  title: { vi: 'Xoá sao kê tải lên dở dang', en: 'Delete uploads of statements that were never finished' },
  input: z.strictObject({}),
})

export const uploadSchedules: readonly JobSchedule[] = [{ job: dropUploads, cron: '15 3 * * *', input: {} }]

export const uploadJobs: readonly JobHandler[] = [
  handleJob(dropUploads, async (_input, { runtime: { db, clock } }) => {
    const before = new Date(clock.now().getTime() - LEFT_HOURS * 3_600_000)
    await db.deleteFrom('reconciliation.statement').where('status', '=', 'UPLOADING').where('uploaded_at', '<', before).execute()
  }),
]
