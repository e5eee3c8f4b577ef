import { z } from 'zod'
import { FileInfo } from '#kernel/files.ts'
import { AccountText, CodeText, Count, Flag, Id, Money, NameText, NoteText, Text, Timestamp, UnitText, Version } from '#kernel/primitives.ts'
import {
  ActionState,
  Cause,
  ClockKind,
  ClockState,
  EventKind,
  incidentMachine,
  MessageFrom,
  Priority,
  ReplyVia,
  ReportChannel,
  ReporterKind,
} from './incident.ts'

const Tone = z.enum(['neutral', 'moving', 'success', 'failure', 'attention', 'unknown'])
const PhoneText = z.string().meta({ kind: 'phone' })
const EmailText = z.string().meta({ kind: 'email' })

/** An incident as lists and the board show it. */
export const IncidentRow = z.object({
  id: Id,
  code: CodeText,
  categoryName: NameText,
  priority: Priority,
  status: incidentMachine.status,
  subjectCode: CodeText.nullable(),
  amount: Money.nullable(),
  reporterName: NameText,
  assigneeName: NameText.nullable(),
  /** The unit whose people work on it: that of its handler, or the one it was given to. */
  teamName: UnitText.nullable(),
  /** Null while nothing runs: it waits for a partner, or has ended. */
  dueAt: Timestamp.nullable(),
  /** Past its due time. */
  late: Flag,
  unitName: UnitText,
  partnerName: NameText.nullable(),
  reports: Count,
  channel: ReportChannel,
  createdAt: Timestamp,
  createdBy: AccountText,
  answeredAt: Timestamp.nullable(),
  resolvedAt: Timestamp.nullable(),
  updatedAt: Timestamp,
  /** Who has it open from the queue now. */
  heldBy: NameText.nullable(),
  /** The reader works on it. */
  mine: Flag,
  /** Somebody else holds it, so that the reader cannot work on it. */
  heldByOther: Flag,
  pendingRequestId: Id.nullable(),
  version: Version,
})

export const IncidentClock = z.object({
  kind: ClockKind,
  state: ClockState,
  partnerName: NameText.nullable(),
  dueAt: Timestamp.nullable(),
  /** Working minutes. */
  allowed: Count,
  used: Count,
  /** Negative once it is late. */
  left: Count,
  endedAt: Timestamp.nullable(),
  intervals: z.array(z.object({ startedAt: Timestamp, endedAt: Timestamp.nullable() })),
})
export type IncidentClock = z.output<typeof IncidentClock>

export const IncidentEntry = z.object({
  seq: Count,
  at: Timestamp,
  by: NameText,
  kind: EventKind,
  text: NoteText,
  /** Went to, or came from, people outside. */
  outward: Flag,
  via: ReplyVia.nullable(),
  from: MessageFrom.nullable(),
  /** Names of who was called in. */
  mentions: z.array(NameText),
})
export type IncidentEntry = z.output<typeof IncidentEntry>

export const IncidentRecord = z.object({
  type: z.string(),
  subjectId: z.string(),
  /** What records of its type are called. */
  kind: Text,
  /** Null of what lies outside the reader's scope, as all of it. */
  code: CodeText.nullable(),
  title: Text.nullable(),
  /** Its state, by the name of its machine. */
  status: z.object({ machine: z.string(), value: z.string(), tone: Tone }).nullable(),
  amount: Money.nullable(),
  at: Timestamp.nullable(),
  /** Address of its screen, where the reader may open it. */
  link: z.string().nullable(),
})

/** The record by which money moves that takes its time. */
const ActionResult = z.object({ code: CodeText, state: ActionState, link: z.string().nullable() })

/** Money that an approved proposal has moved, or tried to: of this incident, or of another about one of its records. */
export const IncidentMove = z.object({
  id: Id,
  incidentId: Id,
  incidentCode: CodeText,
  actionName: NameText,
  amount: Money,
  at: Timestamp,
  by: NameText,
  state: ActionState,
  /** Where it left by a record of its own. */
  result: ActionResult.nullable(),
})

export const JournalPreview = z.object({ account: CodeText, accountName: NameText, debit: Money.nullable(), credit: Money.nullable() })
export const OfferedAction = z.object({
  key: CodeText,
  title: NameText,
  /** Null where no money moves. */
  greatest: Money.nullable(),
  /** The amount is given: all or nothing. */
  fixed: Flag,
  beneficiary: Text.nullable(),
})

export const IncidentDetail = IncidentRow.extend({
  categoryId: Id,
  twoPeople: Flag,
  description: NoteText,
  reporterKind: ReporterKind,
  reporterPhone: PhoneText.nullable(),
  reporterEmail: EmailText.nullable(),
  partnerId: Id.nullable(),
  partnerCase: CodeText.nullable(),
  assigneeId: Id.nullable(),
  heldUntil: Timestamp.nullable(),
  resolution: NoteText.nullable(),
  cause: Cause.nullable(),
  action: CodeText.nullable(),
  actionName: NameText.nullable(),
  actionAmount: Money.nullable(),
  /** The record by which its money moves, where that takes its time. */
  actionResult: ActionResult.nullable(),
  /** What its money has done so far, kept whatever becomes of the incident. */
  moves: z.array(IncidentMove),
  reopened: Count,
  mergedInto: z.object({ id: Id, code: CodeText }).nullable(),
  endedAt: Timestamp.nullable(),
  updatedBy: AccountText,
  records: z.array(IncidentRecord),
  clocks: z.array(IncidentClock),
  timeline: z.array(IncidentEntry),
  attachments: z.array(FileInfo),
  /** Other incidents of the same records. */
  similar: z.array(z.object({ id: Id, code: CodeText, categoryName: NameText, status: incidentMachine.status, createdAt: Timestamp })),
  /** What may be done with money. */
  offers: z.array(OfferedAction),
})

/** The incidents of one record, on its own screen. */
export const IncidentsOfRecord = z.array(
  z.object({
    id: Id,
    code: CodeText,
    categoryName: NameText,
    status: incidentMachine.status,
    assigneeName: NameText.nullable(),
    dueAt: Timestamp.nullable(),
    late: Flag,
    createdAt: Timestamp,
  }),
)
