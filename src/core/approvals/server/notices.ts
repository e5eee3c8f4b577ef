import { defineNotification, notify, settle } from '#core/notifications/server/public.ts'
import type { Text } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { requestsTopic } from '../contract/request.ts'
import { decidersOf } from './authority.ts'
import type { ApprovalKind } from './kind.ts'

/** A request as its notifications name it. */
interface Named {
  id: string
  /** Code of its subject. */
  code: string
  money: string | null
}

const waiting = defineNotification({
  name: 'APPROVAL_WAITING',
  text: { vi: '{maker} đề nghị bạn duyệt: {kind} · {code}{money}', en: '{maker} requested your approval: {kind} · {code}{money}' },
})
const approved = defineNotification({
  name: 'APPROVAL_APPROVED',
  text: { vi: '{checker} đã duyệt yêu cầu của bạn: {kind} · {code}{money}', en: '{checker} approved your request: {kind} · {code}{money}' },
})
const rejected = defineNotification({
  name: 'APPROVAL_REJECTED',
  text: {
    vi: '{checker} đã từ chối yêu cầu của bạn: {kind} · {code}{money}. Lý do: {reason}',
    en: '{checker} rejected your request: {kind} · {code}{money}. Reason: {reason}',
  },
})
const expired = defineNotification({
  name: 'APPROVAL_EXPIRED',
  text: {
    vi: 'Yêu cầu của bạn đã hết hạn mà chưa ai duyệt: {kind} · {code}{money}',
    en: 'Your request expired without a decision: {kind} · {code}{money}',
  },
})

/** What it was asked on is no longer so. */
const superseded = defineNotification({
  name: 'APPROVAL_SUPERSEDED',
  text: {
    vi: 'Yêu cầu của bạn không còn hiệu lực: {kind} · {code}{money}. {reason}',
    en: 'Your request no longer stands: {kind} · {code}{money}. {reason}',
  },
})

const aboutOf = ({ id }: Pick<Named, 'id'>) => ({ type: 'approvals.request', id })

/** ' · 15.000 đồng', after the code; nothing where no money moves. */
function moneyText(money: string | null): Text | string {
  if (money === null) return ''
  const shown = (language: 'vi' | 'en') => showMoney(money, language, money.endsWith('.00') ? 0 : 2)
  return { vi: ` · ${shown('vi')} đồng`, en: ` · VND ${shown('en')}` }
}

/** A kind that is hidden from somebody now and then has no amounts in sentences that stay. */
const moneyOf = ({ veil }: ApprovalKind, { money }: Named) => moneyText(veil ? null : money)

/** Notifies everybody who may decide the request. */
export async function noticeAsked(tx: Tx, kind: ApprovalKind, request: Named, maker: string, now: Date): Promise<void> {
  const userIds = await decidersOf(tx, kind, request.id, now)
  const params = { kind: kind.title, code: request.code, money: moneyOf(kind, request), maker }
  await notify(tx, { userIds, kind: waiting, params, about: aboutOf(request) })
  await publish(tx, { topic: requestsTopic })
}

/** Clears the bells of those who were asked, and notifies the maker of the outcome, except of a withdrawal of their own. */
export async function noticeEnded(
  tx: Tx,
  kind: ApprovalKind,
  maker: string | null,
  request: Named,
  end: { at: Date } & (
    | { how: 'APPROVED' | 'REJECTED'; checker: string; reason: string }
    | { how: 'EXPIRED' | 'WITHDRAWN' }
    | { how: 'SUPERSEDED'; because: Text }
  ),
): Promise<void> {
  await publish(tx, { topic: requestsTopic })
  await settle(tx, aboutOf(request), end.at)
  // A maker who is no user reads no notifications: the kind informs them in its own way.
  if (end.how === 'WITHDRAWN' || maker === null) return
  const notice = { userIds: [maker], about: aboutOf(request) }
  const params = { kind: kind.title, code: request.code, money: moneyOf(kind, request) }
  if ('checker' in end)
    await notify(tx, { ...notice, kind: end.how === 'APPROVED' ? approved : rejected, params: { ...params, checker: end.checker, reason: end.reason } })
  else if ('because' in end) await notify(tx, { ...notice, kind: superseded, params: { ...params, reason: end.because } })
  else await notify(tx, { ...notice, kind: expired, params })
}
