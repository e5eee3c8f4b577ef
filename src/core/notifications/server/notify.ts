import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type NotificationKind, type NotificationParam, notificationsTopic } from '../contract/notifications.ts'

export interface Notice {
  /** Whom to tell; each once. */
  userIds: readonly string[]
  kind: NotificationKind
  /** Fills the places of the kind's sentence. Seen by all of these users: nothing in it that one of them may not know. */
  params?: Record<string, NotificationParam>
  /** Address inside the portal ('/…') of what it is about. */
  link?: string
}

/** Tells people something, in the open transaction: they see it at the commit, at once where they are signed in. */
export async function notify(tx: Tx, { userIds, kind, params = {}, link }: Notice): Promise<void> {
  const users = [...new Set(userIds)]
  if (users.length === 0) return
  await tx
    .insertInto('notifications.notification')
    .values(users.map((user_id) => ({ user_id, kind, params: JSON.stringify(params), link: link ?? null })))
    .execute()
  await publish(tx, { topic: notificationsTopic, userIds: users })
}
