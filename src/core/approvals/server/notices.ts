import { type NotificationParam, notify } from '#core/notifications/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { requestsTopic } from '../contract/request.ts'
import { decidersOf } from './authority.ts'
import type { ApprovalKind } from './kind.ts'

interface Subject {
  id: string
  code: string
}

const words = (kind: ApprovalKind, { code }: Subject): Record<string, NotificationParam> => ({ kind: { labels: 'approvals.kind', value: kind.name }, code })

/** Whoever may decide the request is told that it waits. */
export async function noticeAsked(tx: Tx, kind: ApprovalKind, requestId: string, subject: Subject, maker: string, now: Date): Promise<void> {
  const userIds = await decidersOf(tx, requestId, now)
  await notify(tx, { userIds, kind: 'APPROVAL_WAITING', params: { ...words(kind, subject), maker }, link: kind.subjectPath(subject.id, subject.code) })
  await publish(tx, { topic: requestsTopic })
}

/** The maker is told what became of it; nobody is told of what he took back himself. */
export async function noticeEnded(
  tx: Tx,
  kind: ApprovalKind,
  maker: string | null,
  subject: Subject,
  end: { how: 'APPROVED' | 'REJECTED'; checker: string; reason: string } | { how: 'EXPIRED' | 'WITHDRAWN' },
): Promise<void> {
  await publish(tx, { topic: requestsTopic })
  // Who is no user reads no notifications: the kind tells them in its own way.
  if (end.how === 'WITHDRAWN' || maker === null) return
  const more: Record<string, NotificationParam> = 'checker' in end ? { checker: end.checker, reason: end.reason } : {}
  await notify(tx, {
    userIds: [maker],
    kind: `APPROVAL_${end.how}`,
    params: { ...words(kind, subject), ...more },
    link: kind.subjectPath(subject.id, subject.code),
  })
}
