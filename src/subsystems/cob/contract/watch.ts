import { z } from 'zod'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateFromToday,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  SearchText,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'

export const WATCH_ROUTE = '/pp-cob/quan_ly_su_vu/danh_sach_giao_dich_can_theo_doi'
const BASE = WATCH_ROUTE.slice(1)
const API = '/cpob-407/watch/v1'

/** What is watched has come, gone or been looked at, somewhere. */
export const watchTopic: LiveTopic = { name: 'cob.watch', permission: `${BASE}/view` }

/** A row closes by itself when its reason is gone; nobody closes one by hand. */
export const watchMachine = defineMachine({
  name: 'cob.watch.status',
  initial: 'NEW',
  states: { NEW: { tone: 'failure' }, SEEN: { tone: 'attention' }, SNOOZED: { tone: 'neutral' }, CLOSED: { tone: 'success' } },
  events: {
    see: { from: ['NEW', 'SNOOZED'], to: 'SEEN' },
    snooze: { from: ['NEW', 'SEEN', 'SNOOZED'], to: 'SNOOZED' },
    /** The day that it was put off to has come. */
    wake: { from: ['SNOOZED'], to: 'NEW' },
    close: { from: ['NEW', 'SEEN', 'SNOOZED'], to: 'CLOSED' },
    reopen: { from: ['CLOSED'], to: 'NEW' },
  },
})

/** Why something is to be watched. */
export const WatchRule = enumOf('cob.watch.rule', [
  'LATE_HAND_IN',
  'REPEATED_SHORTAGE',
  'AMOUNT_CHANGED',
  'DELIVERED_NOT_COLLECTED',
  'COLLECTED_NOT_DELIVERED',
  'COLLECTED_TWICE',
  'WRONG_AMOUNT',
  'DELIVERED_AND_RETURNED',
  'PAID_BEFORE_HANDED_IN',
  'PAID_AND_RETURNED',
])
export type WatchRule = z.output<typeof WatchRule>

/** Whose rows are looked at: one's own, those that nobody has, all that are not closed. */
export const WatchView = enumOf('cob.watch.view', ['MINE', 'UNASSIGNED', 'OPEN'])
export type WatchView = z.output<typeof WatchView>

const row = {
  id: Id,
  rule: WatchRule,
  /** In words, with its figures, in the language of the caller. */
  reason: NoteText,
  /** Code of the item, or of the postman. */
  subjectCode: CodeText,
  amount: Money.nullable(),
  status: watchMachine.status,
  courierCode: CodeText.nullable(),
  courierName: NameText.nullable(),
  unitName: UnitText,
  assigneeName: NameText.nullable(),
  since: Timestamp,
  openedAt: Timestamp,
  openings: Count,
  seenBy: AccountText.nullable(),
  seenAt: Timestamp.nullable(),
  snoozeUntil: Timestamp.nullable(),
  snoozeNote: NoteText,
  closedAt: Timestamp.nullable(),
  /** Id of the item, where it is about one. */
  itemId: Id.nullable(),
  /** Codes of the records that an incident of it is about, parted by commas. */
  codes: CodeText,
  mine: Flag,
  version: Version,
}

export const listWatched = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Giao dịch COD cần theo dõi', en: 'COD transactions to watch' },
  entity: 'cob.watch.watched',
  filter: {
    /** Part of the code of the item, or of the code or name of the postman. */
    text: SearchText,
    rule: z.array(WatchRule).min(1).max(WatchRule.options.length).optional(),
    status: z.array(watchMachine.status).min(1).max(watchMachine.status.options.length).optional(),
    view: WatchView.optional(),
    unitId: Id.optional(),
    /** Days on which it was opened last. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object(row),
  sort: ['openedAt', 'since', 'amount', 'subjectCode'],
  defaultSort: '-openedAt',
})

export const getWatched = defineQuery({
  path: `${API}/detail`,
  permission: listWatched.permission,
  summary: { vi: 'Chi tiết giao dịch COD cần theo dõi', en: 'One COD transaction to watch' },
  input: { id: Id },
  output: z.object(row),
})

const permission = `${BASE}/update`
const ref = { id: Id, version: Version }
const snoozing = { until: DateFromToday, note: OptionalNote(500) }

export const seeWatched = defineCommand({
  path: `${API}/see`,
  permission,
  summary: { vi: 'Đánh dấu đã xem giao dịch COD cần theo dõi', en: 'Mark a COD transaction to watch as seen' },
  fires: [watchMachine, 'see'],
  input: ref,
})

export const seeManyWatched = defineBulk({
  path: `${API}/see-many`,
  permission,
  summary: { vi: 'Đánh dấu đã xem nhiều giao dịch COD cần theo dõi', en: 'Mark COD transactions to watch as seen' },
  fires: [watchMachine, 'see'],
  input: {},
})

export const snoozeWatched = defineCommand({
  path: `${API}/snooze`,
  permission,
  summary: { vi: 'Tạm ẩn giao dịch COD cần theo dõi', en: 'Put off a COD transaction to watch' },
  fires: [watchMachine, 'snooze'],
  input: { ...ref, ...snoozing },
})

export const snoozeManyWatched = defineBulk({
  path: `${API}/snooze-many`,
  permission,
  summary: { vi: 'Tạm ẩn nhiều giao dịch COD cần theo dõi', en: 'Put off COD transactions to watch' },
  fires: [watchMachine, 'snooze'],
  input: snoozing,
})

export const takeWatched = defineCommand({
  path: `${API}/take`,
  permission,
  summary: { vi: 'Nhận theo dõi giao dịch COD', en: 'Take a COD transaction to watch' },
  input: ref,
})

export const runWatch = defineCommand({
  path: `${API}/run`,
  permission,
  summary: { vi: 'Rà soát ngay giao dịch COD cần theo dõi', en: 'Look for COD transactions to watch now' },
  input: {},
  output: z.object({ jobId: z.string() }),
})
