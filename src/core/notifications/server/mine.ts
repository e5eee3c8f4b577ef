import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type countUnread, type listNotifications, NOTIFICATIONS_A_PAGE, notificationsTopic, type readNotifications } from '../contract/notifications.ts'
import { type NotificationParam, notificationKinds, sentenceOf } from './kind.ts'

const COUNTED = 100

export async function mine(
  { before, unread }: InputOf<typeof listNotifications>,
  { runtime, session, language }: RequestContext,
): Promise<OutputOf<typeof listNotifications>> {
  let query = runtime.db
    .selectFrom('notifications.notification')
    .select(['id', 'kind', 'params', 'link', 'about_type', 'about_id', 'created_at', 'read_at'])
    .where('user_id', '=', session.userId)
    .where('kind', 'in', [...notificationKinds.keys()])
    .orderBy('id', 'desc')
    .limit(NOTIFICATIONS_A_PAGE + 1)
  if (before) query = query.where('id', '<', before)
  if (unread) query = query.where('read_at', 'is', null)
  const rows = await query.execute()
  return {
    items: rows.slice(0, NOTIFICATIONS_A_PAGE).flatMap(({ id, kind, params, link, about_type, about_id, created_at, read_at }) => {
      const known = notificationKinds.get(kind)
      if (!known) return []
      const text = sentenceOf(known, params as Record<string, NotificationParam>, language)
      const about = about_type === null || about_id === null ? null : { type: about_type, id: about_id }
      return { id, text, link, about, createdAt: isoLocal(created_at), read: read_at !== null }
    }),
    more: rows.length > NOTIFICATIONS_A_PAGE,
  }
}

export async function unreadOf({ runtime, session }: RequestContext): Promise<OutputOf<typeof countUnread>> {
  const rows = await runtime.db
    .selectFrom('notifications.notification')
    .select('id')
    .where('user_id', '=', session.userId)
    .where('kind', 'in', [...notificationKinds.keys()])
    .where('read_at', 'is', null)
    .limit(COUNTED)
    .execute()
  return { count: rows.length }
}

/** Updates the person's other windows and devices. */
export async function markRead(
  { ids, about }: InputOf<typeof readNotifications>,
  { runtime, session, now }: RequestContext,
): Promise<OutputOf<typeof countUnread>> {
  return runtime.db.transaction().execute(async (tx) => {
    let update = tx.updateTable('notifications.notification').set({ read_at: now }).where('user_id', '=', session.userId).where('read_at', 'is', null)
    if (ids) update = update.where('id', 'in', ids)
    if (about) update = update.where('about_type', '=', about.type).where('about_id', '=', about.id)
    const count = Number((await update.executeTakeFirst()).numUpdatedRows)
    if (count > 0) await publish(tx, { topic: notificationsTopic, userIds: [session.userId] })
    return { count }
  })
}
