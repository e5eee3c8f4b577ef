import { z } from 'zod'
import { Fault } from '#core/partners/contract/answer.ts'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { Channel, Direction, TransactionType } from '#core/payments/contract/transaction.ts'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { Attachments, FileInfo } from '#kernel/files.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalText,
  PositiveMoney,
  RequiredNote,
  SearchText,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import {
  Cause,
  ConflictDecision,
  caseMachine,
  EvidenceKind,
  Finding,
  Findings,
  NextInquiry,
  outcomePermissions,
  proposalMachine,
  Reason,
  ResolvedBy,
  Verdict,
} from './case.ts'

export const OUTCOMES_API = '/pp-admin/asynchronous-order/v1'
const API = OUTCOMES_API

const Row = z.object({
  id: Id,
  code: CodeText,
  status: caseMachine.status,
  amount: Money,
  /** Whole hours since it happened; null once it is decided. */
  hours: Count.nullable(),
  partnerName: NameText,
  channel: Channel,
  service: ServiceCode,
  unitName: UnitText,
  /** What the answers of the partner, statement lines, reports of the partner and papers come to. */
  inquiry: Findings.nullable(),
  statement: Findings.nullable(),
  partner: Findings.nullable(),
  paper: Findings.nullable(),
  suggested: Verdict.nullable(),
  reason: Reason,
  inquiries: Count,
  inquiredAt: Timestamp.nullable(),
  /** Null where the partner is not asked; `nextInquiry` says why. */
  nextInquiryAt: Timestamp.nullable(),
  nextInquiry: NextInquiry,
  assignee: NameText.nullable(),
  cause: Cause,
  /** What was heard after the decision contradicts it, and its money is held: nobody has settled that, or what was heard is right. */
  conflict: Flag,
  verdict: Verdict.nullable(),
  resolvedBy: ResolvedBy.nullable(),
  decidedAt: Timestamp.nullable(),
  occurredAt: Timestamp,
  externalRef: CodeText,
  waitsSince: Timestamp.nullable(),
  pendingRequestId: Id.nullable(),
  version: Version,
})

export const listCases = defineList({
  path: `${API}/search`,
  permission: outcomePermissions.see,
  summary: { vi: 'Giao dịch chưa rõ kết quả', en: 'Unresolved transactions' },
  entity: 'outcomes.case',
  filter: {
    /** Part of the code, or of the partner's reference. */
    text: SearchText,
    status: z.array(caseMachine.status).min(1).max(caseMachine.status.options.length).optional(),
    partnerId: Id.optional(),
    channel: Channel.optional(),
    service: ServiceCode.optional(),
    suggested: Verdict.optional(),
    /** Those that the reader has taken on, or nobody has. */
    mine: Flag.optional(),
    taken: Flag.optional(),
    conflict: Flag.optional(),
    cause: Cause.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
  },
  row: Row,
  sort: ['waitsSince', 'amount', 'nextInquiryAt', 'occurredAt', 'decidedAt', 'code'],
  defaultSort: 'waitsSince',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} giao dịch', en: '{n} {n|transaction|transactions}' } },
})

export const Evidence = z.object({
  id: Id,
  at: Timestamp,
  kind: EvidenceKind,
  finding: Finding,
  /** Enough for a verdict. */
  hard: Flag,
  source: AccountText,
  code: CodeText,
  message: NoteText,
  /** Why an answer of the partner counts for nothing; null where it counts, or says itself that nobody knows. */
  fault: Fault.nullable(),
  reference: CodeText,
  /** As a statement line names it. */
  amount: Money.nullable(),
  recordedAt: Timestamp,
  /** As it came. */
  raw: z.string(),
  /** Its papers and pictures, or the file that the line stands in. */
  files: z.array(FileInfo),
})

export const Proposal = z.object({
  id: Id,
  verdict: Verdict,
  proposalStatus: proposalMachine.status,
  /** How many pieces of evidence it stands on. */
  evidence: Count,
  note: NoteText,
  proposedBy: AccountText,
  proposedAt: Timestamp,
  endedBy: AccountText.nullable(),
  endedAt: Timestamp.nullable(),
  endNote: NoteText,
})

export const findCase = defineQuery({
  path: `${API}/detail`,
  permission: outcomePermissions.see,
  summary: { vi: 'Chi tiết giao dịch chưa rõ kết quả', en: 'Unresolved transaction details' },
  input: { id: Id },
  output: Row.extend({
    type: TransactionType,
    direction: Direction,
    openedAt: Timestamp,
    decidedBy: AccountText.nullable(),
    proposedBy: AccountText.nullable(),
    conflictAt: Timestamp.nullable(),
    conflictSettledAt: Timestamp.nullable(),
    conflictSettledBy: AccountText.nullable(),
    conflictDecision: ConflictDecision.nullable(),
    /** Address of the transaction; null where it has no screen. */
    link: z.string().nullable(),
    evidence: z.array(Evidence),
    proposals: z.array(Proposal),
  }),
})
export type CaseDetail = z.output<typeof findCase.output>

/** The partner is asked within seconds; what is said comes in as evidence. OUT-002 for what was asked just now. */
export const inquireCase = defineCommand({
  path: `${API}/inquire`,
  permission: outcomePermissions.work,
  summary: { vi: 'Hỏi lại đối tác về một giao dịch', en: 'Ask the partner about a transaction again' },
  input: { id: Id, version: Version },
})

export const inquireCases = defineBulk({
  path: `${API}/inquire-many`,
  permission: outcomePermissions.work,
  summary: { vi: 'Hỏi lại đối tác về nhiều giao dịch', en: 'Ask partners about several transactions again' },
  input: {},
})

/** The caller takes them on. */
export const takeCases = defineBulk({
  path: `${API}/take`,
  permission: outcomePermissions.work,
  summary: { vi: 'Nhận xử lý giao dịch chưa rõ kết quả', en: 'Take on unresolved transactions' },
  input: {},
})

export const assignCase = defineCommand({
  path: `${API}/assign`,
  permission: outcomePermissions.work,
  summary: { vi: 'Giao người xử lý giao dịch chưa rõ kết quả', en: 'Assign an unresolved transaction' },
  input: { id: Id, version: Version, userId: Id },
})

/** Of the kinds those that people bring; what it shows: PENDING and UNKNOWN as well. */
const Brought = enumOf('outcomes.evidenceKind', ['STATEMENT', 'SLIP', 'DOCUMENT', 'PHONE', 'EMAIL'])

/**
 * Kept at once, whatever it is worth. A statement line is enough for a verdict where it has its reference and the amount of the transaction
 * (another one is refused, OUT-018); of a transaction at a counter of the operator a slip, document or photo that comes as a file is.
 */
export const addEvidence = defineCommand({
  path: `${API}/evidence`,
  permission: outcomePermissions.work,
  summary: { vi: 'Bổ sung bằng chứng', en: 'Add evidence' },
  input: {
    id: Id,
    version: Version,
    kind: Brought,
    finding: Finding,
    /** The day on which it was said; today is now. */
    on: DateOnly,
    reference: OptionalText(64),
    /** As the statement names it. */
    amount: PositiveMoney.optional(),
    /** The statement line, what was said or written. */
    message: RequiredNote(2000),
    attachments: Attachments.optional(),
  },
  idempotent: true,
})

export const proposeVerdict = defineCommand({
  path: `${API}/propose`,
  permission: outcomePermissions.ask,
  summary: { vi: 'Đề nghị kết quả giao dịch', en: 'Propose a verdict' },
  fires: [caseMachine, 'propose'],
  input: { id: Id, version: Version, verdict: Verdict, note: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})

/**
 * Asks for a decision on a contradicted verdict. Its state stays as it is: either its money goes on, or the difference is booked with the decision
 * and nothing of it is ever paid again.
 */
export const settleConflict = defineCommand({
  path: `${API}/settle-conflict`,
  permission: outcomePermissions.ask,
  summary: { vi: 'Đề nghị xử lý mâu thuẫn kết quả', en: 'Propose how to settle a contradicted verdict' },
  input: { id: Id, version: Version, decision: ConflictDecision, note: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})

/** What the checkers see. */
export const VerdictPicture = z.object({
  amount: Money,
  externalRef: CodeText,
  verdict: Verdict.nullable(),
  reason: Reason,
  evidenceCount: CodeText,
})
export const VerdictPayload = z.strictObject({ verdict: Verdict, evidenceIds: z.array(Id).min(1).max(1000) })
export type VerdictPayload = z.output<typeof VerdictPayload>

export const ConflictPicture = z.object({ amount: Money, externalRef: CodeText, verdict: Verdict, conflictDecision: ConflictDecision.nullable() })
export const ConflictPayload = z.strictObject({ decision: ConflictDecision.default('RELEASE') })
export type ConflictPayload = z.output<typeof ConflictPayload>
