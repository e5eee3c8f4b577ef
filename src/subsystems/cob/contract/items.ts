import { z } from 'zod'
import { slipMachine } from '#core/cash/contract/counter/slip.ts'
import { Journal } from '#core/ledger/contract/journal.ts'
import { MoneyStep } from '#core/trace/contract/steps.ts'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import type { Tone } from '#kernel/machine.ts'
import {
  AccountText,
  AddressText,
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
  RequiredNote,
  RequiredText,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { DeliveryState, EventKind, ItemMark, MoneyState } from './machines.ts'

const API = '/cob-admin/items/v1'
const BASE = 'pp-cob/quan_ly_buu_gui_chap_nhan'

/** What journals, requests and the audit log call it. */
export const ITEM_SUBJECT = 'cob.item'
/** The global list of reasons why a sender waits. */
export const HOLD_REASONS = 'COD_HOLD'

export const itemDeskErrors = defineErrors({
  holdReasonUnknown: error('COB-501', 422, { vi: 'Không có lý do tạm giữ này trong danh mục', en: 'This reason to hold is not in the list' }),
  heldAlready: error('COB-502', 409, { vi: 'Bưu gửi {code} đang được tạm giữ', en: 'Item {code} is on hold already' }),
  notHeld: error('COB-503', 409, { vi: 'Bưu gửi {code} không bị tạm giữ', en: 'Item {code} is not on hold' }),
  holdTooLate: error('COB-504', 409, {
    vi: 'Tiền COD của bưu gửi {code} đã trả cho người gửi hoặc không còn phải trả, không tạm giữ được',
    en: 'The money of item {code} has been paid to its sender or is not owed any more: it cannot be held',
  }),
  amountTooLate: error('COB-505', 409, {
    vi: 'Bưu gửi {code} đã phát hoặc đã kết thúc, không sửa được tiền COD',
    en: 'Item {code} is delivered or at its end: its amount cannot be changed any more',
  }),
  amountCollected: error('COB-506', 409, {
    vi: 'Bưu tá đã thu tiền của bưu gửi {code}, không sửa được tiền COD; hãy mở sự vụ',
    en: 'The money of item {code} has been collected: its amount cannot be changed any more; open an incident instead',
  }),
  amountSame: error('COB-507', 422, { vi: 'Số tiền mới bằng số tiền hiện tại', en: 'The new amount is the present one' }),
  refundNotWhole: error('COB-508', 409, {
    vi: 'Tiền của bưu gửi {code} không còn nguyên ở bưu tá hoặc bưu cục, không trả lại người nhận được',
    en: 'The money of item {code} is not wholly with the postman or the office any more: it cannot be given back to the receiver',
  }),
  refundDelivered: error('COB-509', 409, {
    vi: 'Bưu gửi {code} đã phát; chỉ trả lại tiền khi chưa phát hoặc đã hoàn',
    en: 'Item {code} is delivered: money is given back for one that is not, or that is returned',
  }),
  beingHandedIn: error('COB-510', 409, {
    vi: 'Bưu gửi {code} đang nằm trong lần nộp tiền {paper}',
    en: 'Item {code} stands in the hand-in {paper} that is under way',
  }),
  grantTooLate: error('COB-511', 409, {
    vi: 'Bưu gửi {code} không ở tình trạng giao được cho bưu tá khác',
    en: 'Item {code} cannot be given to another postman as it stands',
  }),
  courierNotThere: error('COB-512', 422, {
    vi: 'Không có bưu tá này đang làm việc trong phạm vi của bạn',
    en: 'There is no such active postman within your scope',
  }),
  courierSame: error('COB-513', 422, { vi: 'Bưu gửi đã ở bưu tá này', en: 'The item is with this postman already' }),
  courierFull: error('COB-514', 409, {
    vi: 'Bưu tá {courier} đang giữ {held} đồng, đã tới hạn mức {ceiling} đồng: phải nộp tiền trước khi nhận thêm bưu gửi',
    en: 'Postman {courier} holds VND {held} and has reached the ceiling of VND {ceiling}: hand in before taking further items',
  }),
  amountOver: error('COB-515', 422, {
    vi: 'Tiền COD vượt mức tối đa {limit} đồng của một bưu gửi',
    en: 'The amount exceeds the most that one item may collect, VND {limit}',
  }),
  nothingToRemind: error('COB-516', 409, { vi: 'Không ai trong số này còn giữ tiền COD', en: 'None of these holds COD money any more' }),
})

/** Colours of the two states, wherever they are shown. */
export const DELIVERY_TONES: Readonly<Record<DeliveryState, Tone>> = {
  ...{ ACCEPTED: 'neutral', IN_TRANSIT: 'moving', AT_OFFICE: 'moving', OUT_FOR_DELIVERY: 'moving', FAILED_DELIVERY: 'attention' },
  ...{ DELIVERED: 'success', RETURNING: 'attention', RETURNED: 'neutral', CANCELLED: 'neutral' },
}
export const MONEY_TONES: Readonly<Record<MoneyState, Tone>> = {
  ...{ NONE: 'neutral', COLLECTED: 'attention', PARTIAL: 'attention', HANDED_IN: 'moving', PAYABLE: 'moving', PAID_OUT: 'success', WAIVED: 'neutral' },
}

/** Collected money that is still to be handed in: due today or later, or due before today. */
export const DueState = enumOf('cob.items.due', ['NOT_DUE', 'OVERDUE'])

const Phone = z.string().meta({ kind: 'phone' })

const Row = z.object({
  id: Id,
  code: CodeText,
  deliveryState: DeliveryState,
  moneyState: MoneyState,
  codAmount: Money,
  collectedAmount: Money,
  handedInAmount: Money,
  keyAccountCode: CodeText.nullable(),
  senderName: NameText,
  receiverName: NameText,
  courierCode: CodeText.nullable(),
  courierName: NameText.nullable(),
  unitName: UnitText,
  route: Text,
  acceptedAt: Timestamp,
  promisedOn: DateOnly.nullable(),
  deliveredAt: Timestamp.nullable(),
  collectedAt: Timestamp.nullable(),
  dueOn: DateOnly.nullable(),
  /** Days after the day it was due on, while some of it is still to be handed in. */
  daysLate: Count.nullable(),
  handedInAt: Timestamp.nullable(),
  paidOutAt: Timestamp.nullable(),
  attempts: Count,
  postage: Money,
  codFee: Money,
  marks: z.array(ItemMark),
  /** In words, in the reader's language. */
  holdReason: Text.nullable(),
  held: Flag,
  acceptedUnitName: UnitText,
  updatedAt: Timestamp,
  pendingRequestId: Id.nullable(),
  version: Version,
})
export type ItemRow = z.output<typeof Row>

export const listItems = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Bưu gửi chấp nhận có COD', en: 'Accepted items with cash on delivery' },
  entity: 'cob.items.item',
  filter: {
    /** The whole code; found whatever the day. */
    code: KeyFilter,
    /** Part of a name or telephone number of sender or receiver. */
    party: SearchText,
    deliveryState: z.array(DeliveryState).min(1).max(DeliveryState.options.length).optional(),
    moneyState: z.array(MoneyState).min(1).max(MoneyState.options.length).optional(),
    keyAccountId: Id.optional(),
    /** Of senders without a contract. */
    retail: Flag.optional(),
    unitId: Id.optional(),
    courierId: Id.optional(),
    mark: z.array(ItemMark).min(1).max(ItemMark.options.length).optional(),
    held: Flag.optional(),
    due: DueState.optional(),
    /** Days of acceptance. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    dueOnFrom: DateOnly.optional(),
    dueOnTo: DateOnly.optional(),
    codAmountFrom: Money.optional(),
    codAmountTo: Money.optional(),
  },
  row: Row,
  sort: ['acceptedAt', 'code', 'codAmount', 'dueOn', 'updatedAt'],
  defaultSort: '-acceptedAt',
  sums: ['codAmount', 'collectedAmount', 'handedInAmount'],
  // What was collected may be more or less than was to be, and is handed in later: none is made of the others.
  adds: { codAmount: [] },
})

const Position = z.object({
  id: Id,
  kind: enumOf('cob.items.positionKind', ['COLLECT', 'HAND_IN', 'ADJUST']),
  amount: Money,
  businessDate: DateOnly,
  dueOn: DateOnly,
  courierCode: CodeText,
  courierName: NameText,
  unitName: UnitText,
  at: Timestamp,
})
export type ItemPosition = z.output<typeof Position>

/** A payout of an item to its retail sender at a counter: under way, unknown, made or given up. */
const ItemPayout = z.object({
  transactionId: Id,
  code: CodeText,
  status: slipMachine.status,
  amount: Money,
  unitName: UnitText,
  tillCode: CodeText,
  tellerName: NameText,
  personName: NameText,
  at: Timestamp,
})
export type ItemPayout = z.output<typeof ItemPayout>

/** Who has the money now. */
export const HolderKind = enumOf('cob.items.holderKind', ['NOBODY', 'COURIER', 'OPERATOR', 'SENDER', 'RECEIVER'])

/** cash-order-parcel: detail. */
export const findItem = defineQuery({
  path: `${API}/detail`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết bưu gửi COD', en: 'Item details' },
  input: { id: Id },
  output: Row.extend({
    holderKind: HolderKind,
    holderName: NameText.nullable(),
    /** Since the money was collected, while it has not reached its sender. */
    daysHeld: Count.nullable(),
    /** Still with the postman. */
    leftAmount: Money,
    holdReasonKey: CodeText.nullable(),
    holdNote: NoteText,
    /** What the sender would be paid if nothing held it. */
    heldAmount: Money,
    refundedAt: Timestamp.nullable(),
    updatedBy: AccountText,
    positions: z.array(Position),
    payouts: z.array(ItemPayout),
    journals: z.array(Journal),
    trace: z.array(MoneyStep),
    amountChanges: z.array(z.object({ id: Id, before: Money, after: Money, afterOut: Flag, reason: NoteText, decidedBy: AccountText, decidedAt: Timestamp })),
  }),
})

/** cash-order-parcel: delivery info. Telephone numbers are masked for staff of partners. */
export const deliveryInfo = defineQuery({
  path: `${API}/delivery-info`,
  permission: `${BASE}/view`,
  summary: { vi: 'Thông tin phát của bưu gửi COD', en: 'Delivery information of an item' },
  input: { id: Id },
  output: z.object({
    partnerName: NameText,
    keyAccountName: NameText.nullable(),
    senderName: NameText,
    senderPhone: Phone,
    receiverName: NameText,
    receiverPhone: Phone,
    receiverAddress: AddressText,
    content: NoteText,
    weightGrams: Count.nullable(),
    postage: Money,
    postagePayer: enumOf('cob.items.postagePayer', ['SENDER', 'RECEIVER']),
    codFee: Money,
    acceptedAt: Timestamp,
    acceptedUnitName: UnitText,
    unitName: UnitText,
    route: Text,
    courierCode: CodeText.nullable(),
    courierName: NameText.nullable(),
    promisedOn: DateOnly.nullable(),
    attempts: Count,
    deliveredAt: Timestamp.nullable(),
    returnedAt: Timestamp.nullable(),
  }),
})

/** An event that was told so many minutes after it happened was told late. */
export const LATE_MINUTES = 60

/** cash-order-parcel: state history, in the order in which it happened. */
export const itemHistory = defineQuery({
  path: `${API}/state-history`,
  permission: `${BASE}/view`,
  summary: { vi: 'Lịch sử trạng thái bưu gửi COD', en: 'State history of an item' },
  input: { id: Id },
  output: z.object({
    events: z.array(
      z.object({
        id: Id,
        kind: EventKind,
        at: Timestamp,
        unitName: UnitText.nullable(),
        courierCode: CodeText.nullable(),
        courierName: NameText.nullable(),
        amount: Money.nullable(),
        reason: NoteText,
        receivedAt: Timestamp,
        /** Told long after it happened. */
        late: Flag,
      }),
    ),
  }),
})

const HoldReason = RequiredText(100)

/** Its sender is not paid, whatever else is done, until somebody releases it. */
export const holdItem = defineCommand({
  path: `${API}/hold`,
  permission: `${BASE}/update`,
  summary: { vi: 'Tạm giữ tiền COD của bưu gửi', en: 'Hold the money of an item' },
  input: { id: Id, version: Version, holdReason: HoldReason, holdNote: OptionalNote(500) },
})

export const releaseItem = defineCommand({
  path: `${API}/release`,
  permission: `${BASE}/update`,
  summary: { vi: 'Bỏ tạm giữ tiền COD của bưu gửi', en: 'Release the money of an item' },
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const holdItems = defineBulk({
  path: `${API}/hold-many`,
  permission: `${BASE}/update`,
  summary: { vi: 'Tạm giữ tiền COD của nhiều bưu gửi', en: 'Hold the money of several items' },
  input: { holdReason: HoldReason },
})

export const releaseItems = defineBulk({
  path: `${API}/release-many`,
  permission: `${BASE}/update`,
  summary: { vi: 'Bỏ tạm giữ tiền COD của nhiều bưu gửi', en: 'Release the money of several items' },
  input: { reason: RequiredNote(500) },
})

export const itemPermissions = { see: `${BASE}/view`, ask: `${BASE}/submit`, approve: `${BASE}/approve` } as const
const Requested = z.object({ id: Id, version: Version, requestId: Id })

export const AmountPayload = z.strictObject({ codAmount: Money })
export type AmountPayload = z.output<typeof AmountPayload>
export const AmountPicture = z.object({ codAmount: Money, deliveryState: DeliveryState })

/** Another amount is to be collected, once somebody else agrees; possible until it is delivered or collected. */
export const changeAmount = defineCommand({
  path: `${API}/change-amount`,
  permission: itemPermissions.ask,
  summary: { vi: 'Đề nghị sửa tiền COD', en: 'Ask to change the amount to be collected' },
  input: { id: Id, version: Version, codAmount: Money, reason: RequiredNote(500) },
  output: Requested,
  idempotent: true,
})

export const RefundPayload = z.strictObject({ amount: Money })
export type RefundPayload = z.output<typeof RefundPayload>
export const RefundPicture = z.object({ collectedAmount: Money, moneyState: MoneyState, courierName: NameText.nullable() })

/** cash-order-parcel: refund. What the postman still has, or has handed in before the item came back, goes back to the receiver, once somebody else agrees. */
export const refundItem = defineCommand({
  path: `${API}/refund`,
  permission: itemPermissions.ask,
  summary: { vi: 'Đề nghị trả lại tiền COD cho người nhận', en: 'Ask to give the money back to the receiver' },
  input: { id: Id, version: Version, reason: RequiredNote(500) },
  output: Requested,
  idempotent: true,
})

/** cash-order-parcel: salesman grant. The item goes out with another postman, before anything is collected. */
export const grantItem = defineCommand({
  path: `${API}/salesman-grant`,
  permission: `${BASE}/update`,
  summary: { vi: 'Giao bưu gửi cho bưu tá khác', en: 'Give an item to another postman' },
  input: { id: Id, version: Version, courierId: Id, reason: RequiredNote(200) },
})
