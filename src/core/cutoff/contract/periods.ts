import { z } from 'zod'
import { AccountClass, PeriodGranularity } from '#core/ledger/contract/account.ts'
import { Changed, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  openKey,
  RequiredNote,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'

const CUTOFF = 'period-cut-off/periods'
const PATH = '/cfm-admin/sspay-period/v1'

/** A period has been checked, closed or reopened, or its snapshot is there. */
export const periodsTopic: LiveTopic = { name: 'cutoff.periods', permission: `${CUTOFF}/view` }

/** A period that closes: checked, submitted by one, closed by another; opened again by two. */
export const cutOffMachine = defineMachine({
  name: 'cutoff.periodStatus',
  initial: 'OPEN',
  states: {
    OPEN: { tone: 'neutral' },
    CHECKING: { tone: 'moving' },
    SUBMITTED: { tone: 'attention' },
    CLOSED: { tone: 'success' },
    REOPENED: { tone: 'failure' },
  },
  events: {
    check: { from: ['OPEN', 'CHECKING', 'REOPENED'], to: 'CHECKING' },
    submit: { from: ['CHECKING'], to: 'SUBMITTED' },
    giveBack: { from: ['SUBMITTED'], to: 'CHECKING' },
    close: { from: ['SUBMITTED'], to: 'CLOSED' },
    reopen: { from: ['CLOSED'], to: 'REOPENED' },
  },
})
export const CutOffStatus = cutOffMachine.status
export type CutOffStatus = z.output<typeof CutOffStatus>

/** Whose journals: which services there are follows from what the composition root names. */
export const LedgerService = openKey('cutoff.service')

export const cutOffErrors = defineErrors({
  exists: error('CUT-001', 409, { vi: 'Kỳ {code} đã được lập', en: 'The period {code} already exists' }),
  notEnded: error('CUT-002', 409, { vi: 'Kỳ chưa kết thúc: chỉ chốt được sau ngày {date}', en: 'The period has not ended: it can be closed after {date}' }),
  blocked: error('CUT-003', 409, {
    vi: 'Còn {count} việc chặn kỳ, trước hết: {first}',
    en: '{count} {count|item blocks|items block} the period, first of all: {first}',
  }),
  ownSubmission: error('CUT-004', 403, { vi: 'Người trình chốt kỳ không được tự chốt kỳ đó', en: 'The person who submitted a period may not close it' }),
  snapshotPending: error('CUT-005', 409, {
    vi: 'Số liệu của lần chốt gần nhất đang được ghi; hãy thử lại sau ít phút',
    en: 'The figures of the last closing are being kept; try again in a few minutes',
  }),
  serviceUnknown: error('CUT-006', 422, { vi: 'Không có dịch vụ {service}', en: 'There is no service {service}' }),
  notClosed: error('CUT-007', 409, { vi: 'Kỳ {code} chưa chốt hoặc đã được mở lại', en: 'The period {code} is not closed or has been reopened' }),
})

const row = {
  id: Id,
  code: CodeText,
  service: LedgerService,
  unitName: UnitText,
  granularity: PeriodGranularity,
  startsOn: DateOnly,
  endsOn: DateOnly,
  status: CutOffStatus,
  /** What stood in the way when it was checked last; null: not checked yet. */
  blockers: Count.nullable(),
  checkedAt: Timestamp.nullable(),
  submittedBy: AccountText.nullable(),
  submittedAt: Timestamp.nullable(),
  closedBy: AccountText.nullable(),
  closedAt: Timestamp.nullable(),
  /** Of the last closing. */
  snapshotCode: CodeText.nullable(),
  pendingRequestId: Id.nullable(),
  version: Version,
}

export const listPeriods = defineList({
  path: `${PATH}/search`,
  permission: `${CUTOFF}/view`,
  summary: { vi: 'Chốt chặn kỳ', en: 'Period cut-off' },
  entity: 'cutoff.period',
  filter: {
    service: LedgerService.optional(),
    unitId: Id.optional(),
    granularity: PeriodGranularity.optional(),
    status: z.array(CutOffStatus).min(1).max(CutOffStatus.options.length).optional(),
    /** Days on which it begins. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object(row),
  sort: ['startsOn', 'code', 'closedAt'],
  defaultSort: '-startsOn',
})

/** Something that stands in the way of a closing, and whose it is. */
export const Blocker = z.object({
  check: CodeText,
  /** Who has to do something. */
  owner: NameText,
  label: Text,
  count: Count,
  since: Timestamp.nullable(),
  link: z.string().max(500).nullable(),
})
export type Blocker = z.output<typeof Blocker>

export const CheckResult = z.object({ check: CodeText, title: Text, count: Count })

/** A line of the chart in the last snapshot, and in the one before it. */
export const SnapshotLine = z.object({
  class: AccountClass,
  number: CodeText,
  name: NameText,
  debitBefore: Money.nullable(),
  debit: Money.nullable(),
  creditBefore: Money.nullable(),
  credit: Money.nullable(),
  /** What the debits grew by, and the credits. */
  debitChange: Money.nullable(),
  creditChange: Money.nullable(),
})

export const Snapshot = z.object({
  code: CodeText,
  closedAt: Timestamp,
  closedBy: AccountText,
  journals: Count,
  entries: Count,
  debit: Money,
  hash: CodeText,
})

/** What happened in the period and was posted after it. */
export const LateJournal = z.object({
  id: Id,
  description: NoteText,
  occurredAt: Timestamp,
  businessDate: DateOnly,
  amount: Money,
})

export const PeriodDetail = z.object({
  ...row,
  note: NoteText.nullable(),
  checks: z.array(CheckResult),
  blocking: z.array(Blocker),
  snapshots: z.array(Snapshot),
  lines: z.array(SnapshotLine),
  late: z.array(LateJournal),
})
export type PeriodDetail = z.output<typeof PeriodDetail>

export const getPeriod = defineQuery({
  path: `${PATH}/detail`,
  permission: `${CUTOFF}/view`,
  summary: {
    vi: 'Chi tiết chốt chặn kỳ: ai đang chặn, số liệu các lần chốt, bút toán đến muộn',
    en: 'Cut-off of a period: who blocks it, its snapshots, what came late',
  },
  input: { id: Id },
  output: PeriodDetail,
})

export const createPeriod = defineCommand({
  path: `${PATH}/create`,
  permission: `${CUTOFF}/create`,
  summary: { vi: 'Lập kỳ chốt', en: 'Set up a period' },
  input: { service: LedgerService, unitId: Id, granularity: PeriodGranularity, startsOn: DateOnly },
})

export const checkPeriod = defineCommand({
  path: `${PATH}/check`,
  permission: `${CUTOFF}/update`,
  summary: { vi: 'Kiểm tra kỳ', en: 'Check a period' },
  fires: [cutOffMachine, 'check'],
  input: { id: Id, version: Version },
  output: Changed.extend({ blockers: Count }),
})

export const submitPeriod = defineCommand({
  path: `${PATH}/submit`,
  permission: `${CUTOFF}/submit`,
  summary: { vi: 'Trình chốt kỳ', en: 'Submit a period for closing' },
  fires: [cutOffMachine, 'submit'],
  input: { id: Id, version: Version, note: OptionalNote(1000) },
})

export const giveBackPeriod = defineCommand({
  path: `${PATH}/give-back`,
  permission: `${CUTOFF}/approve`,
  summary: { vi: 'Trả lại kỳ đã trình chốt', en: 'Return a submitted period' },
  fires: [cutOffMachine, 'giveBack'],
  input: { id: Id, version: Version, note: RequiredNote(1000) },
})

export const closePeriod = defineCommand({
  path: `${PATH}/close`,
  permission: `${CUTOFF}/approve`,
  summary: { vi: 'Chốt kỳ', en: 'Close a period' },
  fires: [cutOffMachine, 'close'],
  input: { id: Id, version: Version },
})

export const askReopening = defineCommand({
  path: `${PATH}/reopen`,
  permission: `${CUTOFF}/submit`,
  summary: { vi: 'Đề nghị mở lại kỳ', en: 'Ask to reopen a period' },
  fires: [cutOffMachine, 'reopen'],
  input: { id: Id, version: Version, reason: RequiredNote(1000) },
  output: Changed.extend({ requestId: Id }),
})
