import { sql } from 'kysely'
import { z } from 'zod'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { defineModule } from '#platform/server/module.ts'
import { countUnread, listNotifications, readNotifications } from '../contract/notifications.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { markRead, mine, unreadOf } from './mine.ts'

const cleanNotifications = defineJob({
  name: 'notifications.clean',
  title: { vi: 'Dọn thông báo cũ', en: 'Clean up old notifications' },
  input: z.strictObject({}),
})

export const notificationsModule = defineModule({
  name: 'notifications',
  labels: { vi, en },
  register(on) {
    on.query(listNotifications, mine)
    on.query(countUnread, (_input, ctx) => unreadOf(ctx))
    on.query(readNotifications, markRead)
  },
  jobs: ({ db }) => [
    handleJob(cleanNotifications, async () => {
      await sql`delete from notifications.notification where created_at < now() - interval '90 days'`.execute(db)
    }),
  ],
  schedules: [{ job: cleanNotifications, cron: '50 2 * * *', input: {} }],
})
