import { z } from 'zod'
import { UnitLevelField } from '#core/organisation/contract/unit.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Text,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { Printed } from '../documents.ts'
import { DayFigures } from './figures.ts'
import { dayMachine } from './machine.ts'

/** Base of the permissions of day close; where its screens stand is for who stamps them. */
export const DAY_CLOSE = 'cash/day-close'
const PATH = '/cfm-admin/day-close/v1'

/** A day was opened, counted, submitted, closed or reopened, somewhere. */
export const daysTopic: LiveTopic = { name: 'cash.days', permission: `${DAY_CLOSE}/view` }

const Day = z.object({
  id: Id,
  unitId: Id,
  unitCode: CodeText,
  unitName: UnitText,
  unitLevel: UnitLevelField,
  businessDate: DateOnly,
  status: dayMachine.status,
  /** Its day is over and it is not closed. */
  overdue: Flag,
  /** Closed on a later day, by two people as always. */
  closedLate: Flag,
  /** Days of units below for the same date: closed, and all. */
  closedBelow: Count,
  daysBelow: Count,
  openedAt: Timestamp,
  submittedBy: AccountText.nullable(),
  submittedAt: Timestamp.nullable(),
  closedBy: AccountText.nullable(),
  closedAt: Timestamp.nullable(),
  /** Cash at the end of the day, once it has closed. */
  closing: Money.nullable(),
  version: Version,
})

const Whose = enumOf('cash.day-close.whose', ['OWN', 'OTHERS'])

export const listDays = defineList({
  path: `${PATH}/search`,
  permission: `${DAY_CLOSE}/view`,
  summary: { vi: 'Chốt ngày theo đơn vị', en: 'Business dates of units and their close' },
  entity: 'cash.day-close.day',
  filter: {
    /** Part of the code or the name of the unit. */
    text: SearchText,
    unitId: Id.optional(),
    status: z.array(dayMachine.status).min(1).max(dayMachine.status.options.length).optional(),
    /** The unit that the caller works in, or all others. */
    whose: Whose.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Day,
  sort: ['businessDate', 'unitCode', 'openedAt', 'submittedAt', 'closedAt'],
  defaultSort: '-businessDate',
})

/** BLOCK holds up the close until it is settled, ACKNOWLEDGE until somebody has said why it stays. */
export const Severity = enumOf('cash.day-close.severity', ['BLOCK', 'ACKNOWLEDGE'])
export type Severity = z.output<typeof Severity>

/** One thing that a check has found. */
export const CheckItem = z.object({
  /** Names the item in an acknowledgement: the check and its key. */
  item: Text,
  severity: Severity,
  code: CodeText,
  /** What is to be done, or what lies there. */
  about: Text,
  amount: Money.nullable(),
  /** Address of what is missing, inside the portal. */
  path: z.string().nullable(),
  note: NoteText.nullable(),
  acknowledgedBy: AccountText.nullable(),
})

/** A figure that is not as it was when the day was closed the last time. */
export const FigureChange = z.object({ figure: Text, before: Money, after: Money, difference: Money })

export const DayRun = z.object({
  run: Count,
  submittedBy: AccountText,
  closedBy: AccountText,
  closedAt: Timestamp,
  received: Money,
  paid: Money,
  closing: Money,
})

export const findDay = defineQuery({
  path: `${PATH}/detail`,
  permission: `${DAY_CLOSE}/view`,
  summary: { vi: 'Chi tiết một ngày của đơn vị: danh sách kiểm tra và số liệu', en: 'A business date of a unit: checklist and figures' },
  input: { id: Id },
  output: Day.extend({
    pendingRequestId: Id.nullable(),
    singleHanded: Flag,
    checks: z.array(z.object({ name: z.string(), title: Text, items: z.array(CheckItem) })),
    /** As stored while the day is closed, as they stand now otherwise. */
    figures: DayFigures.nullable(),
    /** The caller counts a holding of the unit just now and is told no figures. */
    blind: Flag,
    runs: z.array(DayRun),
    /** Against the figures of the last close; empty while it is closed. */
    changes: z.array(FigureChange),
  }),
})

export const openDay = defineCommand({
  path: `${PATH}/open`,
  permission: `${DAY_CLOSE}/submit-day`,
  summary: { vi: 'Mở ngày làm việc của đơn vị', en: 'Open the business date of a unit' },
  input: { unitId: Id },
})

export const startCounting = defineCommand({
  path: `${PATH}/start-counting`,
  permission: `${DAY_CLOSE}/submit-day`,
  summary: { vi: 'Bắt đầu chốt ngày', en: 'Start closing a day' },
  fires: [dayMachine, 'startCounting'],
  input: { id: Id, version: Version },
})

export const acknowledgeItem = defineCommand({
  path: `${PATH}/acknowledge`,
  permission: `${DAY_CLOSE}/submit-day`,
  summary: { vi: 'Ghi nhận một mục trong danh sách kiểm tra chốt ngày', en: 'Acknowledge an item on the checklist of a day' },
  input: { id: Id, version: Version, item: trimmed().min(1).max(200), note: RequiredNote(500) },
})

/** With `lateReason` the units below that are still open are named as late: the person who closes agrees to it. */
export const submitDay = defineCommand({
  path: `${PATH}/submit`,
  permission: `${DAY_CLOSE}/submit-day`,
  summary: { vi: 'Trình chốt ngày', en: 'Submit a day for closing' },
  fires: [dayMachine, 'submit'],
  input: { id: Id, version: Version, lateReason: OptionalNote(500) },
})

export const giveBackDay = defineCommand({
  path: `${PATH}/give-back`,
  permission: `${DAY_CLOSE}/close-day`,
  summary: { vi: 'Trả lại ngày đã trình chốt', en: 'Return a submitted day' },
  fires: [dayMachine, 'giveBack'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const closeDay = defineCommand({
  path: `${PATH}/close`,
  permission: `${DAY_CLOSE}/close-day`,
  summary: { vi: 'Duyệt chốt ngày', en: 'Close a day' },
  fires: [dayMachine, 'close'],
  input: { id: Id, version: Version },
})

/** The sheet of a closed day, drawn from the figures that its last close has kept. */
export const printDay = defineCommand({
  path: `${PATH}/print`,
  permission: `${DAY_CLOSE}/view`,
  summary: { vi: 'In bảng kê chốt ngày', en: 'Print the day sheet' },
  input: { id: Id },
  output: Printed,
})

export const reopenPermissions = { ask: `${DAY_CLOSE}/reopen-day`, see: `${DAY_CLOSE}/view`, approve: 'o2o/approvals/day-close/approve' } as const

export const askReopening = defineCommand({
  path: `${PATH}/reopen`,
  permission: reopenPermissions.ask,
  summary: { vi: 'Đề nghị mở lại ngày đã chốt', en: 'Request to reopen a closed day' },
  fires: [dayMachine, 'reopen'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

export const ReopeningPicture = z.object({ businessDate: DateOnly, unitName: UnitText, closing: Money, closedBy: AccountText })
