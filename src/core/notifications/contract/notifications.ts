import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { Count, Flag, Id, Text, Timestamp, trimmed } from '#kernel/primitives.ts'

/** Something about this person's notifications has changed. */
export const notificationsTopic: LiveTopic = { name: 'notifications' }

/** A record by its kind ('approvals.request') and id. */
const About = z.object({ type: trimmed().max(64), id: trimmed().max(200) })

export const Notification = z.object({
  id: Id,
  /** One sentence in the language of the call. */
  text: Text,
  /** Address inside the portal. */
  link: z.string().nullable(),
  /** The record that it opens where the reader stands, in the place of an address. */
  about: About.nullable(),
  createdAt: Timestamp,
  read: Flag,
})
export type Notification = z.output<typeof Notification>

export const NOTIFICATIONS_A_PAGE = 20

export const listNotifications = defineQuery({
  path: '/pp-admin/notifications/v1/mine',
  permission: SIGNED_IN,
  summary: { vi: 'Thông báo của mình, mới nhất trước', en: 'The caller’s notifications, newest first' },
  input: {
    /** Only those before this one: the id of the last one seen. */
    before: Id.optional(),
    unread: z.enum(['true']).optional(),
  },
  output: z.object({ items: z.array(Notification), more: Flag }),
})

/** Counted up to 100; the bell says 99+. */
export const countUnread = defineQuery({
  path: '/pp-admin/notifications/v1/unread',
  permission: SIGNED_IN,
  summary: { vi: 'Số thông báo chưa đọc của mình', en: 'Number of unread notifications' },
  input: {},
  output: z.object({ count: Count }),
})

/** Reading leaves no trace in the audit log, as looking at a screen leaves none: hence no command. */
export const readNotifications = defineQuery({
  method: 'POST',
  path: '/pp-admin/notifications/v1/read',
  permission: SIGNED_IN,
  summary: { vi: 'Đánh dấu thông báo là đã đọc', en: 'Mark notifications as read' },
  input: {
    /** All when both are left out. */
    ids: z.array(Id).min(1).max(100).optional(),
    /** Those about one record: it has been opened. */
    about: About.optional(),
  },
  output: z.object({ count: Count }),
})
