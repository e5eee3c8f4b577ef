import { z } from 'zod'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
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
import { IdentityType } from './counter.ts'
import { SourceKind, slipMachine } from './slip.ts'

/** What a teller is told whose payment waits for a cash order, and who decides one. */
export const cashOrderErrors = defineErrors({
  needed: error('CSH-620', 409, {
    vi: 'Số tiền vượt hạn mức chi của giao dịch viên ({limit} đồng): đã lập lệnh chi tiền mặt, chờ kiểm soát viên duyệt',
    en: 'This exceeds what a teller may pay out (VND {limit}): a cash order has been made and waits for a checker',
  }),
  pending: error('CSH-621', 409, { vi: 'Lệnh chi {order} đang chờ kiểm soát viên duyệt', en: 'Cash order {order} is waiting for a checker' }),
  elsewhere: error('CSH-622', 409, {
    vi: 'Đã lập lệnh chi {order} tại {office}, quầy {till}, lúc {at}: chỉ chi tại quầy đó, hoặc sau khi lệnh được rút lại',
    en: 'Cash order {order} was made at {office}, till {till}, {at}: it is paid at that till only, or after the order is withdrawn',
  }),
  otherPerson: error('CSH-623', 409, { vi: 'Lệnh chi {order} lập cho người nhận khác', en: 'Cash order {order} is for another person' }),
  ownOrder: error('CSH-624', 409, {
    vi: 'Giao dịch viên xin chi không được duyệt lệnh chi của mình',
    en: 'The teller who asked may not decide their own cash order',
  }),
  largeOrder: error('CSH-625', 403, {
    vi: 'Lệnh chi từ {amount} đồng phải do người có quyền duyệt lệnh chi lớn quyết định',
    en: 'Cash orders of VND {amount} or more need the right to approve large ones',
  }),
  othersOrder: error('CSH-626', 409, { vi: 'Lệnh chi do giao dịch viên {teller} lập', en: 'The cash order was made by {teller}' }),
  orderOver: error('CSH-627', 409, {
    vi: 'Lệnh chi {order} là của ngày làm việc {day}, đã hết hiệu lực',
    en: 'Cash order {order} is of the business date {day} and no longer valid',
  }),
  ownDecision: error('CSH-628', 409, {
    vi: 'Lệnh chi {order} do chính bạn duyệt nên phải do người khác chi',
    en: 'You approved cash order {order}, so another teller has to pay it',
  }),
  alikeUnknown: error('CSH-629', 409, {
    vi: 'Người thụ hưởng này còn lượt chi {payment} cùng loại, cùng {amount} đồng tại {office} lúc {at} chưa rõ đã giao tiền hay chưa: đã lập lệnh chi tiền mặt, chờ kiểm soát viên duyệt',
    en: 'Nobody knows yet whether payment {payment} of the same kind and of VND {amount} was made to this beneficiary at {office}, {at}: a cash order has been made and waits for a checker',
  }),
  alikePaid: error('CSH-611', 409, {
    vi: 'Bạn là giao dịch viên của lượt chi {payment} chưa rõ kết quả, nên người khác phải duyệt lệnh chi {order}',
    en: 'You are the teller of payment {payment}, which is unknown, so another person decides cash order {order}',
  }),
})

/** Cash orders have come or moved, somewhere. */
export const cashOrdersTopic: LiveTopic = { name: 'cash.cashOrders' }

/** A payment above the teller's limit: approved it is used once, by the claim it was made for; nothing of it outlives its business date. */
export const cashOrderMachine = defineMachine({
  name: 'cash.counter.cashOrderStatus',
  initial: 'PENDING',
  states: {
    PENDING: { tone: 'attention' },
    APPROVED: { tone: 'moving' },
    USED: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
    WITHDRAWN: { tone: 'neutral', final: true },
    EXPIRED: { tone: 'neutral', final: true },
  },
  events: {
    approve: { from: ['PENDING'], to: 'APPROVED' },
    reject: { from: ['PENDING', 'APPROVED'], to: 'REJECTED' },
    withdraw: { from: ['PENDING', 'APPROVED'], to: 'WITHDRAWN' },
    use: { from: ['APPROVED'], to: 'USED' },
    expire: { from: ['PENDING', 'APPROVED'], to: 'EXPIRED' },
  },
})

const BASE = 'cash/orders'
const PATH = '/pob-admin/global/order/cash/cas/v1'

/** Above the amount of `cash.payout-large`. */
export const approveLargeOrders = `${BASE}/large/approve`

const Whose = enumOf('cash.counter.orderWhose', ['OWN', 'TO_DECIDE'])

export const listCashOrders = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Lệnh chi tiền mặt', en: 'Cash orders' },
  entity: 'cash.counter.cashOrder',
  filter: {
    /** Part of the code of the order or of what is paid, or of the name of who is paid. */
    text: SearchText,
    status: z.array(cashOrderMachine.status).min(1).max(cashOrderMachine.status.options.length).optional(),
    /** Made by the reader; or waiting for a decision that the reader may make. */
    whose: Whose.optional(),
    kind: SourceKind.optional(),
    large: Flag.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
  },
  row: z.object({
    id: Id,
    code: CodeText,
    status: cashOrderMachine.status,
    kind: SourceKind,
    sourceCode: CodeText,
    amount: Money,
    personName: NameText,
    identityType: IdentityType,
    /** The last digits alone. */
    identityNumber: CodeText,
    tillCode: CodeText,
    tellerName: NameText,
    unitName: UnitText,
    businessDate: DateOnly,
    createdAt: Timestamp,
    large: Flag,
    decidedBy: AccountText.nullable(),
    decidedAt: Timestamp.nullable(),
    note: NoteText,
    /** Payments of the same kind and amount to the same beneficiary that were unknown when it was asked for. */
    alike: CodeText.nullable(),
    /** The claim that it was used for. */
    slipCode: CodeText.nullable(),
    /** The reader asked for it. */
    own: Flag,
    version: Version,
  }),
  sort: ['createdAt', 'code', 'amount', 'businessDate'],
  defaultSort: '-createdAt',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} lệnh', en: '{n} {n|order|orders}' } },
})

/** What has become of the payments that an order is like: they may lie outside of the reader's scope. */
export const alikePayments = defineQuery({
  path: `${PATH}/alike`,
  permission: `${BASE}/view`,
  summary: { vi: 'Các lượt chi mà lệnh chi giống', en: 'Payments that a cash order is like' },
  input: { id: Id },
  output: z.array(z.object({ code: CodeText, status: slipMachine.status, office: UnitText, at: Timestamp })),
})

/** Approves or rejects orders, each by itself. */
export const approveCashOrders = defineBulk({
  path: `${PATH}/approve`,
  permission: `${BASE}/approve`,
  summary: { vi: 'Duyệt lệnh chi tiền mặt', en: 'Approve cash orders' },
  fires: [cashOrderMachine, 'approve'],
  input: { note: OptionalNote(500) },
})

export const rejectCashOrders = defineBulk({
  path: `${PATH}/reject`,
  permission: `${BASE}/reject`,
  summary: { vi: 'Từ chối lệnh chi tiền mặt', en: 'Reject cash orders' },
  fires: [cashOrderMachine, 'reject'],
  input: { note: RequiredNote(500) },
})

/** By the teller who asked: the customer has left. */
export const withdrawCashOrder = defineCommand({
  path: `${PATH}/withdraw`,
  permission: `${BASE}/create`,
  summary: { vi: 'Rút lại lệnh chi tiền mặt', en: 'Withdraw a cash order' },
  fires: [cashOrderMachine, 'withdraw'],
  input: { id: Id, version: Version },
})
