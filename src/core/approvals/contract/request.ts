import { z } from 'zod'
import { defineBulk, defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { FileInfo } from '#kernel/files.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  openKey,
  Text,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'

/** Base of the permissions of the inbox. */
const INBOX = 'o2o/approvals'
/** Where the inbox stands in the portal. */
export const INBOX_PATH = '/crm/approvals'

/** Requests have been made or have ended, somewhere. */
export const requestsTopic: LiveTopic = { name: 'approvals.requests' }

/** The life of a request. All ends are kept for ever. */
export const requestMachine = defineMachine({
  name: 'approvals.requestStatus',
  initial: 'PENDING',
  states: {
    PENDING: { tone: 'attention' },
    APPROVED: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
    WITHDRAWN: { tone: 'neutral', final: true },
    EXPIRED: { tone: 'neutral', final: true },
  },
  events: {
    approve: { from: ['PENDING'], to: 'APPROVED' },
    reject: { from: ['PENDING'], to: 'REJECTED' },
    withdraw: { from: ['PENDING'], to: 'WITHDRAWN' },
    expire: { from: ['PENDING'], to: 'EXPIRED' },
  },
})
export const RequestStatus = requestMachine.status
export type RequestStatus = z.output<typeof RequestStatus>

/** What may be asked for; each is defined by the module that applies it. */
export const ApprovalKindKey = openKey('approvals.kind')

/**
 * Whose requests: those I may decide, those I made, those of mine that came back without anybody having asked again, or all that I may see.
 */
export const Box = enumOf('approvals.box', ['TO_DECIDE', 'MINE', 'RETURNED', 'ALL'])
/** For how many days a request that was rejected or expired waits for its maker. */
export const RETURNED_DAYS = 14
export const Decision = enumOf('approvals.decision', ['APPROVE', 'REJECT'])
export type Decision = z.output<typeof Decision>

const head = {
  id: Id,
  version: Version,
  kind: ApprovalKindKey,
  subjectCode: CodeText,
  status: RequestStatus,
  /** Signed: what leaves the operator or a customer is above zero. */
  moneyImpact: Money.nullable(),
  rowImpact: Count,
  tier: Count,
  reason: NoteText,
  makerName: NameText,
  askedAt: Timestamp,
  expiresAt: Timestamp,
  checkerName: NameText.nullable(),
  decidedAt: Timestamp.nullable(),
  /** True when the caller may decide it now. */
  mayDecide: Flag,
}

/** The inbox: requests about records within the caller's scope, of kinds that the caller may see. */
export const listRequests = defineList({
  path: '/approval-admin/requests/v1/search',
  permission: `${INBOX}/view`,
  summary: { vi: 'Yêu cầu phê duyệt', en: 'Approval requests' },
  entity: 'approvals.request',
  filter: {
    /** The inbox opens on what waits for the reader. */
    box: Box.optional().meta({ opens: 'TO_DECIDE' }),
    kind: z.array(ApprovalKindKey).min(1).max(100).optional(),
    status: z.array(RequestStatus).min(1).max(RequestStatus.options.length).optional(),
    subjectCode: KeyFilter,
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
    /** Days on which it was asked for. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({ ...head, unitName: UnitText }),
  sort: ['askedAt', 'moneyImpact', 'expiresAt', 'subjectCode'],
  defaultSort: '-askedAt',
  sums: ['moneyImpact'],
  split: { by: 'status', words: { vi: '{n} yêu cầu', en: '{n} {n|request|requests}' } },
})

/** One field of the subject that the request changes. */
export const FieldChange = z.object({
  field: z.string(),
  /** Kind and labels of the field, as its contract has them. */
  kind: z.string(),
  labels: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FieldChange = z.output<typeof FieldChange>

/** One thing that a request stands on: a piece of evidence. */
export const Ground = z.object({
  id: Id,
  at: Timestamp,
  title: Text,
  source: AccountText,
  text: NoteText,
  /** What it speaks for; neutral where it proves nothing by itself. */
  tone: z.enum(['neutral', 'success', 'failure']),
  files: z.array(FileInfo),
})

export const RequestDetail = z.object({
  ...head,
  /** Evidence that the maker brought. */
  attachments: z.array(FileInfo),
  /** What it stands on, the newest first: what its checker signs. */
  grounds: z.array(Ground),
  makerAccount: AccountText,
  checkerAccount: AccountText.nullable(),
  /** The absent person in whose place the checker decided. */
  onBehalfOf: Text.nullable(),
  decisionReason: NoteText.nullable(),
  unitName: UnitText,
  /** Who gets the money, as it was when it was asked for. */
  beneficiary: Text.nullable(),
  /** Address of the subject in the portal, for who may enter there. */
  subjectPath: z.string().nullable(),
  /** Where the labels of the changed fields stand: 'qr.refund'. */
  entity: z.templateLiteral([z.string(), '.', z.string()]),
  changes: z.array(FieldChange),
  mayWithdraw: Flag,
  /** Why the caller may not decide it, when it is pending: an error code. */
  refusal: z.string().nullable(),
  /** What the caller may still decide of its kind today, for its partner; null where nothing is limited. */
  limitLeft: Money.nullable(),
})
export type RequestDetail = z.output<typeof RequestDetail>

/** 404 outside the caller's scope, as for one that does not exist. */
export const getRequest = defineQuery({
  path: '/approval-admin/requests/v1/detail',
  permission: SIGNED_IN,
  summary: { vi: 'Chi tiết yêu cầu phê duyệt và nội dung thay đổi', en: 'Approval request details with its changes' },
  input: { id: Id },
  output: RequestDetail,
})

/** All requests about one record, newest first: for its detail screen. */
export const requestsOf = defineQuery({
  path: '/approval-admin/requests/v1/of-subject',
  permission: SIGNED_IN,
  summary: { vi: 'Các yêu cầu về một đối tượng', en: 'Requests for one record' },
  input: { subjectType: trimmed().max(64), subjectId: trimmed().max(200) },
  output: z.array(z.object({ ...head, decisionReason: NoteText.nullable() })),
})

const Decided = z.object({ id: Id, status: RequestStatus, version: Version })
export type Decided = z.output<typeof Decided>

/** Who may is decided by kind and tier, in person or as a delegate; a rejection needs a reason. */
export const decideRequest = defineCommand({
  path: '/approval-admin/requests/v1/decide',
  permission: SIGNED_IN,
  summary: { vi: 'Quyết định yêu cầu', en: 'Approve or reject a request' },
  input: { id: Id, version: Version, decision: Decision, reason: OptionalNote(1000) },
  fires: [requestMachine, 'approve', 'reject'],
  output: Decided,
  idempotent: true,
})

/** Repeating it changes nothing: what is decided stays decided. */
export const decideRequests = defineBulk({
  path: '/approval-admin/requests/v1/decide-many',
  permission: SIGNED_IN,
  summary: { vi: 'Quyết định nhiều yêu cầu', en: 'Approve or reject several requests' },
  input: { decision: Decision, reason: OptionalNote(1000) },
  fires: [requestMachine, 'approve', 'reject'],
})

export const withdrawRequest = defineCommand({
  path: '/approval-admin/requests/v1/withdraw',
  permission: SIGNED_IN,
  summary: { vi: 'Rút yêu cầu', en: 'Withdraw a request' },
  input: { id: Id, version: Version, reason: OptionalNote(1000) },
  fires: [requestMachine, 'withdraw'],
  output: Decided,
})

/** What waits for the caller: how many, the money of them, since when. */
export const countToDecide = defineQuery({
  path: '/approval-admin/requests/v1/waiting',
  permission: SIGNED_IN,
  summary: { vi: 'Số yêu cầu đang chờ mình duyệt', en: 'Number of requests waiting for the caller' },
  input: {},
  output: z.object({ count: Count, money: Money, oldestAt: Timestamp.nullable() }),
})

/** A reason is needed to reject; the rule stands here because it hangs on another field. */
export const reasonNeeded = (decision: Decision, reason: string | undefined): boolean => decision === 'REJECT' && !reason
