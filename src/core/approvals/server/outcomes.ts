import type { Text } from '#kernel/language.ts'
import type { AuditFact } from '#platform/server/audit/audit.ts'
import type { RequestStatus } from '../contract/request.ts'

/** How the history of a record says what became of a request about it, beside the entry of the request itself. */
export const OUTCOMES: Readonly<Record<string, Text>> = {
  'approvals.APPROVED': { vi: 'Đề nghị được duyệt và thực hiện', en: 'Requested change approved and carried out' },
  'approvals.REJECTED': { vi: 'Đề nghị bị từ chối', en: 'Requested change rejected' },
  'approvals.WITHDRAWN': { vi: 'Đề nghị được người lập rút lại', en: 'Requested change withdrawn' },
  'approvals.EXPIRED': { vi: 'Đề nghị quá hạn duyệt', en: 'Requested change expired' },
  'approvals.expire': { vi: 'Yêu cầu quá hạn duyệt', en: 'Request expired' },
}

interface Ended {
  id: string
  subject_type: string
  subject_id: string
  before: unknown
  after: unknown
}

export type Fact = Pick<AuditFact, 'action' | 'subjectType' | 'subjectId' | 'before' | 'after'>

/** What the audit log says of a request that nobody decided: in its own history and in that of its record. */
export const expiredFacts = (request: Ended): Fact[] => [
  outcomeOf(request, 'EXPIRED'),
  { action: 'approvals.expire', subjectType: 'approvals.request', subjectId: request.id, after: { status: 'EXPIRED' } },
]

/** Of a record's history: only what was approved has changed anything. */
export function outcomeOf(request: Ended, status: RequestStatus, reason = ''): Fact {
  const note = { request: request.id, ...(reason === '' ? {} : { decisionReason: reason }) }
  const changed = status === 'APPROVED' ? { before: request.before, after: { ...(request.after as object), ...note } } : { after: note }
  return { action: `approvals.${status}`, subjectType: request.subject_type, subjectId: request.subject_id, ...changed }
}
