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
  /** The record that it opens in the place of an address: 'approvals.request' and its id. */
  about?: About
}

/** A record that notifications are about. */
export interface About {
  type: string
  id: string
}

/** Notifies people, in the open transaction: they see it at the commit, at once where they are signed in. */
export async function notify<Place extends string>(tx: Tx, { userIds, kind, params, link, about }: Notice<Place>): Promise<void> {
  const users = [...new Set(userIds)]
  if (users.length === 0) return
  await tx
    .insertInto('notifications.notification')
    .values(
      users.map((user_id) => ({
        user_id,
        kind: kind.name,
        params: JSON.stringify(params),
        link: link ?? null,
        about_type: about?.type ?? null,
        about_id: about?.id ?? null,
      })),
    )
    .execute()
  await publish(tx, { topic: notificationsTopic, userIds: users })
}

/** What people were asked to do about a record is done, by whomever: their notifications of it count as read, and their bells follow. */
export async function settle(tx: Tx, about: About, now: Date): Promise<void> {
  const rows = await tx
    .updateTable('notifications.notification')
    .set({ read_at: now })
    .where('about_type', '=', about.type)
    .where('about_id', '=', about.id)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  if (rows.length > 0) await publish(tx, { topic: notificationsTopic, userIds: [...new Set(rows.map(({ user_id }) => user_id))] })
}
