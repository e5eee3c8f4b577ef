import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  Code,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ExplainedBy, UnknownPayout } from './counter/unknown-payout.ts'
import { Printed } from './documents.ts'

export const countErrors = defineErrors({
  notCounting: error('CSH-140', 409, { vi: 'Lượt kiểm này đã kết thúc hoặc không phải của bạn', en: 'This count has ended or is not yours' }),
  counted: error('CSH-141', 409, { vi: '{name} đang kiểm quỹ {code}', en: '{name} is counting the holding {code}' }),
  countingElsewhere: error('CSH-142', 409, {
    vi: 'Bạn đang kiểm quỹ {code}; hãy nộp kết quả trước',
    en: 'You are counting the holding {code}; submit that count first',
  }),
  varianceWaits: error('CSH-143', 409, {
    vi: 'Chênh lệch của lần kiểm {count} đang chờ duyệt; hãy đợi quyết định rồi kiểm lại',
    en: 'The variance of count {count} is waiting for a decision; count again after it',
  }),
  piecesNegative: error('CSH-144', 422, { vi: 'Số tờ không được âm', en: 'The number of pieces must not be negative' }),
  piecesFraction: error('CSH-145', 422, { vi: 'Số tờ phải là số nguyên', en: 'The number of pieces must be whole' }),
  denominationTwice: error('CSH-146', 422, { vi: 'Mệnh giá {denomination} có hai dòng', en: 'The denomination {denomination} appears twice' }),
  ownHolding: error('CSH-147', 409, {
    vi: 'Kiểm đột xuất do người khác thực hiện, không phải người đang giữ quỹ',
    en: 'A spot check is made by someone other than the holder',
  }),
  witnessNeeded: error('CSH-148', 422, { vi: 'Lần kiểm này phải có người chứng kiến', en: 'This count needs a witness' }),
  witnessSelf: error('CSH-149', 422, {
    vi: 'Người chứng kiến phải khác người kiểm và là nhân viên đang làm việc',
    en: 'The witness must be an active member of staff other than the counter',
  }),
  shiftHolding: error('CSH-150', 409, {
    vi: 'Quầy {code} đang trong ca; tiền của quầy được kiểm khi kết ca',
    en: 'Till {code} is on shift; its cash is counted when the shift ends',
  }),
  decidedByInvolved: error('CSH-151', 409, {
    vi: 'Người kiểm, người chứng kiến và giao dịch viên của ca không được duyệt chênh lệch này',
    en: 'The counter, the witness and the teller of the shift may not decide this variance',
  }),
  cancelOwn: error('CSH-152', 409, { vi: 'Bạn không tự huỷ được lượt kiểm của mình', en: 'You cannot call off your own count' }),
  holdingClosed: error('CSH-153', 409, { vi: 'Quỹ {code} đã đóng', en: 'The holding {code} is closed' }),
  reasonUnknown: error('CSH-154', 422, { vi: 'Không có lý do này trong danh mục', en: 'This reason is not in the list' }),
  noVariance: error('CSH-155', 409, { vi: 'Lần kiểm này không có chênh lệch cần giải trình', en: 'This count has no variance to explain' }),
  blindPrint: error('CSH-156', 409, {
    vi: 'Bạn đang kiểm quỹ này, chưa in được biên bản',
    en: 'You are counting this holding, so its minutes cannot be printed yet',
  }),
})

export const COUNTS = 'cash/counts'
const PATH = '/cfm-admin/count/v1'

export const CountReason = enumOf('cash.shifts.countReason', ['OPEN', 'SHIFT', 'DAY', 'SPOT', 'DISPATCH', 'RECEIPT'])
export type CountReason = z.output<typeof CountReason>

/** Notes in use, the largest first. */
export const DENOMINATIONS = [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200] as const

/** What was counted of one denomination. Negative and broken numbers are refused by the server, each in its own words. */
export const CountLine = z.strictObject({ denomination: z.literal([...DENOMINATIONS]), pieces: z.number().min(-1_000_000).max(1_000_000) })
export type CountLine = z.output<typeof CountLine>
export const CountLines = z.array(CountLine).max(2 * DENOMINATIONS.length)

export const varianceMachine = defineMachine({
  name: 'cash.shifts.varianceStatus',
  initial: 'OPEN',
  states: {
    OPEN: { tone: 'failure' },
    PENDING: { tone: 'attention' },
    POSTED: { tone: 'success', final: true },
    SUPERSEDED: { tone: 'neutral', final: true },
    CLEARED: { tone: 'success', final: true },
  },
  events: {
    explain: { from: ['OPEN'], to: 'PENDING' },
    giveBack: { from: ['PENDING'], to: 'OPEN' },
    post: { from: ['PENDING'], to: 'POSTED' },
    supersede: { from: ['OPEN'], to: 'SUPERSEDED' },
    /** Payouts that were unknown when it was counted explain it whole. */
    clear: { from: ['OPEN'], to: 'CLEARED' },
  },
})

const CountRow = z.object({
  id: Id,
  code: CodeText,
  holdingId: Id,
  holdingCode: CodeText,
  unitId: Id,
  unitName: UnitText,
  reason: CountReason,
  businessDate: DateOnly,
  countedAt: Timestamp,
  counterName: NameText,
  /** Figures are null to who counts the holding again. */
  counted: Money.nullable(),
  ledgerBalance: Money.nullable(),
  variance: Money.nullable(),
  /** Once payouts that explain it are taken off: what people decide about. Null without a variance. */
  varianceLeft: Money.nullable(),
  /** Null without a variance. */
  varianceStatus: varianceMachine.status.nullable(),
  shiftCode: CodeText.nullable(),
})

export const listCounts = defineList({
  path: `${PATH}/search`,
  permission: `${COUNTS}/view`,
  summary: { vi: 'Các lần kiểm quỹ', en: 'Cash counts' },
  entity: 'cash.shifts.count',
  filter: {
    text: SearchText,
    unitId: Id.optional(),
    holdingId: Id.optional(),
    shiftId: Id.optional(),
    reason: z.array(CountReason).min(1).max(6).optional(),
    varianceStatus: z.array(varianceMachine.status).min(1).max(5).optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: CountRow,
  sort: ['countedAt', 'code', 'businessDate'],
  defaultSort: '-countedAt',
})

export const findCount = defineQuery({
  path: `${PATH}/find`,
  permission: `${COUNTS}/view`,
  summary: { vi: 'Một lần kiểm quỹ, bảng kê mệnh giá và chênh lệch', en: 'One cash count with its denominations and variance' },
  input: { id: Id },
  output: CountRow.extend({
    lines: z.array(z.object({ denomination: Count, pieces: Count, amount: Money })),
    witnessName: NameText.nullable(),
    note: NoteText,
    recountOf: CodeText.nullable(),
    recountOfId: Id.nullable(),
    shiftId: Id.nullable(),
    accountVersion: CodeText,
    varianceReason: NameText.nullable(),
    varianceNote: NoteText.nullable(),
    explainedBy: NameText.nullable(),
    decidedBy: NameText.nullable(),
    pendingRequestId: Id.nullable(),
    /** What it may come from, or came from. */
    payouts: z.array(UnknownPayout),
    /** Of the variance; 0 without one. */
    version: Version,
    blind: Flag,
  }),
})

/** A count that the caller has begun and not submitted. */
export const CountUnderWay = z.object({
  sessionId: Id,
  holdingId: Id,
  holdingCode: CodeText,
  holdingName: NameText,
  unitName: UnitText,
  reason: CountReason,
  startedAt: Timestamp,
  shiftId: Id.nullable(),
  witnessName: NameText.nullable(),
  /** Of the holding: not in its books, whether they were made or not. */
  payouts: z.array(UnknownPayout),
})

export const myCount = defineQuery({
  path: `${PATH}/mine`,
  permission: `${COUNTS}/create`,
  summary: { vi: 'Lượt kiểm quỹ tôi đang làm', en: 'The cash count I am making' },
  input: {},
  output: z.object({ count: CountUnderWay.nullable() }),
})

export const startCount = defineCommand({
  path: `${PATH}/start`,
  permission: `${COUNTS}/create`,
  summary: { vi: 'Bắt đầu kiểm quỹ', en: 'Start a cash count' },
  input: { holdingId: Id, reason: CountReason.extract(['SHIFT', 'DAY', 'SPOT']), witnessId: Id.optional() },
  output: z.object({ id: Id }),
})

export const submitCount = defineCommand({
  path: `${PATH}/submit`,
  permission: `${COUNTS}/create`,
  summary: { vi: 'Nộp kết quả kiểm quỹ', en: 'Submit a cash count' },
  input: { sessionId: Id, lines: CountLines, note: OptionalNote(500) },
  output: z.object({ id: Id, code: CodeText, counted: Money, ledgerBalance: Money, variance: Money, shiftId: Id.nullable() }),
})

/** For a count that nobody will finish; never by its counter, who would see the balance and begin anew. */
export const cancelCount = defineCommand({
  path: `${PATH}/cancel`,
  permission: `${COUNTS}/close`,
  summary: { vi: 'Huỷ lượt kiểm quỹ đang dở của người khác', en: 'Call off another person’s unfinished count' },
  input: { holdingId: Id, reason: RequiredNote(200) },
  output: z.object({ id: Id }),
})

/** Reasons come from the global list CASH_VARIANCE_REASON; where it is not kept the words alone say why. */
export const VARIANCE_REASONS = 'CASH_VARIANCE_REASON'

export const variancePermissions = { ask: `${COUNTS}/update`, see: `${COUNTS}/view`, approve: `${COUNTS}/approve` } as const

export const explainVariance = defineCommand({
  path: `${PATH}/explain`,
  permission: variancePermissions.ask,
  summary: { vi: 'Giải trình chênh lệch quỹ, trình duyệt', en: 'Explain a cash variance and submit it for approval' },
  fires: [varianceMachine, 'explain'],
  input: { id: Id, version: Version, reasonCode: Code, note: RequiredNote(450) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

/** What the decision shows: the difference alone, never what the holding should hold. */
export const VariancePicture = z.object({ variance: Money, varianceStatus: varianceMachine.status, varianceReason: NameText.nullable(), ...ExplainedBy })
export const VariancePayload = z.strictObject({ reasonCode: z.string(), note: z.string(), amount: Money })
export type VariancePayload = z.output<typeof VariancePayload>

export const printCount = defineCommand({
  path: `${PATH}/print`,
  permission: `${COUNTS}/view`,
  summary: { vi: 'In biên bản kiểm kê quỹ', en: 'Print the minutes of a cash count' },
  input: { id: Id },
  output: Printed,
})
