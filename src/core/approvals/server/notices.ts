import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { requestsTopic } from '../contract/request.ts'
import { decidersOf } from './authority.ts'
import type { ApprovalKind } from './kind.ts'

interface Subject {
  id: string
  code: string
}

const waiting = defineNotification({
  name: 'APPROVAL_WAITING',
  text: { vi: '{maker} chờ bạn duyệt: {kind} {code}', en: '{maker} waits for your decision: {kind} {code}' },
})
const approved = defineNotification({
  name: 'APPROVAL_APPROVED',
  text: { vi: '{checker} đã duyệt {kind} {code} của bạn', en: '{checker} approved your {kind} {code}' },
})
const rejected = defineNotification({
  name: 'APPROVAL_REJECTED',
  text: { vi: '{checker} đã từ chối {kind} {code} của bạn: {reason}', en: '{checker} rejected your {kind} {code}: {reason}' },
})
const expired = defineNotification({
  name: 'APPROVAL_EXPIRED',
  text: { vi: 'Yêu cầu {kind} {code} của bạn đã hết hạn mà chưa ai duyệt', en: 'Your {kind} {code} expired before anybody decided' },
})

/** Notifies everybody who may decide the request. */
export async function noticeAsked(tx: Tx, kind: ApprovalKind, requestId: string, subject: Subject, maker: string, now: Date): Promise<void> {
  const userIds = await decidersOf(tx, requestId, now)
  await notify(tx, { userIds, kind: waiting, params: { kind: kind.title, code: subject.code, maker }, link: kind.subjectPath(subject.id, subject.code) })
  await publish(tx, { topic: requestsTopic })
}

/** Notifies the maker of the outcome, except of a withdrawal of their own. */
export async function noticeEnded(
  tx: Tx,
  kind: ApprovalKind,
  maker: string | null,
  subject: Subject,
  end: { how: 'APPROVED' | 'REJECTED'; checker: string; reason: string } | { how: 'EXPIRED' | 'WITHDRAWN' },
): Promise<void> {
  await publish(tx, { topic: requestsTopic })
  // A maker who is no user reads no notifications: the kind informs them in its own way.
  if (end.how === 'WITHDRAWN' || maker === null) return
  const notice = { userIds: [maker], link: kind.subjectPath(subject.id, subject.code) }
  const params = { kind: kind.title, code: subject.code }
  if (!('checker' in end)) await notify(tx, { ...notice, kind: expired, params })
  else await notify(tx, { ...notice, kind: end.how === 'APPROVED' ? approved : rejected, params: { ...params, checker: end.checker, reason: end.reason } })
}
