import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { notificationsTopic } from '../contract/notifications.ts'
import type { NotificationKind, NotificationParam } from './kind.ts'

export interface Notice<Place extends string> {
  /** Whom to notify; each once. */
  userIds: readonly string[]
  kind: NotificationKind<Place>
  /** Fills the places of the kind's sentence. Seen by all of these users: nothing in it that one of them may not know. */
  params: Readonly<Record<Place, NotificationParam>>
  /** Address inside the portal ('/…') of what it is about. */
  link?: string
}

/** Notifies people, in the open transaction: they see it at the commit, at once where they are signed in. */
export async function notify<Place extends string>(tx: Tx, { userIds, kind, params, link }: Notice<Place>): Promise<void> {
  const users = [...new Set(userIds)]
  if (users.length === 0) return
  await tx
    .insertInto('notifications.notification')
    .values(users.map((user_id) => ({ user_id, kind: kind.name, params: JSON.stringify(params), link: link ?? null })))
    .execute()
  await publish(tx, { topic: notificationsTopic, userIds: users })
}
