import { z } from 'zod'
import { WholeDong } from '#core/payments/contract/line-fields.ts'
import { transactionMachine } from '#core/payments/contract/transaction.ts'
import { defineCommand, defineDownload, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  CodeText,
  Count,
  DateOnly,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  Otp,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ItemCode } from './item-code.ts'
import { MOST_ITEMS } from './service.ts'
import { codTransactions } from './transactions.ts'

const BASE = 'pp-cob/quan_ly_giao_dich/nop_tien_tai_buu_cuc'
const API = '/cpob-404/order/v1'

/** One item of a deposit or a hand-in: what was owed of it, what was handed in, and what is still missing. */
export const DepositLine = z.object({
  itemId: Id,
  itemCode: CodeText,
  senderName: NameText,
  dueOn: DateOnly.nullable(),
  /** Named by who pays; otherwise found, the oldest due first. */
  named: Flag,
  expected: Money,
  /** Null until the deposit has an outcome. */
  amount: Money.nullable(),
  difference: Money.nullable(),
})

/** What a deposit has beside what all transactions have: its items, and the hand-in or the bank slip behind it. */
export const getDepositItems = defineQuery({
  path: '/cpob-404/trans/v1/items',
  permission: codTransactions.detail.permission,
  summary: { vi: 'Bưu gửi, phiếu nộp và chênh lệch của một giao dịch nộp COD', en: 'Items, paper and differences of a COD deposit' },
  input: { id: Id },
  output: z.object({
    lines: z.array(DepositLine),
    expected: Money,
    handedIn: Money,
    surplus: Money,
    handIn: z.object({ code: CodeText, declared: Money, counted: Money.nullable(), declaredBy: CodeText, tillCode: CodeText, note: NoteText }).nullable(),
    slip: z
      .object({ id: Id, code: CodeText, bank: NameText, bankReference: CodeText, paidOn: DateOnly, amount: Money, bankAmount: Money.nullable() })
      .nullable(),
  }),
})

/** What was paid in beyond the debt pays what the same postman owes now, the oldest due first. */
export const useSurplus = defineCommand({
  path: '/cpob-404/trans/v1/use-surplus',
  permission: `${BASE}/approve`,
  summary: { vi: 'Bù tiền nộp thừa vào khoản phải nộp', en: 'Set a surplus against what is owed' },
  input: { id: Id, reason: RequiredNote(500) },
  output: z.object({ id: Id, used: Money, left: Money }),
  idempotent: true,
})

/** "Bảng kê nộp tiền COD": PDF. */
export const printDeposit = defineDownload({
  path: '/cpob-404/trans/v1/print',
  permission: codTransactions.detail.permission,
  summary: { vi: 'Bảng kê nộp tiền COD (PDF)', en: 'Statement of a COD deposit (PDF)' },
  input: { id: Id },
})

/**
 * Cash that a postman brings. Counted without seeing what was declared: equal amounts are booked at once; different ones move nothing until it was
 * counted again, or somebody else has accepted what was counted.
 */
export const handInMachine = defineMachine({
  name: 'cob.deposits.handInStatus',
  initial: 'DECLARED',
  states: {
    DECLARED: { tone: 'moving' },
    COUNTED: { tone: 'moving' },
    DISCREPANCY: { tone: 'attention' },
    BOOKED: { tone: 'success', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    agree: { from: ['DECLARED', 'DISCREPANCY'], to: 'COUNTED' },
    differ: { from: ['DECLARED', 'DISCREPANCY'], to: 'DISCREPANCY' },
    accept: { from: ['DISCREPANCY'], to: 'COUNTED' },
    book: { from: ['COUNTED'], to: 'BOOKED' },
    cancel: { from: ['DECLARED', 'DISCREPANCY'], to: 'CANCELLED' },
  },
})

const HandIn = z.object({
  id: Id,
  code: CodeText,
  courierId: Id,
  courierCode: CodeText,
  courierName: NameText,
  status: handInMachine.status,
  itemCount: Count,
  /** Null while it is still to be counted: who counts does not see it. */
  declaredAmount: Money.nullable(),
  countedAmount: Money.nullable(),
  difference: Money.nullable(),
  counts: Count,
  unitName: UnitText.nullable(),
  tillCode: CodeText.nullable(),
  /** The deposit that it was booked as, which may have been cancelled since. */
  transactionId: Id.nullable(),
  transactionStatus: transactionMachine.status.nullable(),
  declaredBy: CodeText,
  declaredAt: Timestamp,
  countedAt: Timestamp.nullable(),
  note: NoteText,
  /** Of the declarer, and of the postman's own user: to whom its one-time code is told. */
  tellsCode: Flag,
  ...Stamped,
})

export const listHandIns = defineList({
  path: `${API}/hand-in/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Nộp tiền COD tại bưu cục', en: 'Hand-ins of COD cash at offices' },
  entity: 'cob.deposits.handIn',
  filter: {
    /** Part of the code, or of the postman's code or name. */
    text: SearchText,
    status: z.array(handInMachine.status).min(1).max(5).optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: HandIn,
  sort: ['declaredAt', 'code'],
  defaultSort: '-declaredAt',
  split: { by: 'status', words: { vi: '{n} lần nộp', en: '{n} {n|hand-in|hand-ins}' } },
})

/** What a postman still owes and no other deposit is for: for the form that declares. */
export const courierOwes = defineQuery({
  path: `${API}/owed`,
  permission: `${BASE}/create`,
  summary: { vi: 'Bưu gửi còn phải nộp tiền của một bưu tá', en: 'Items whose money a postman still owes' },
  input: { courierId: Id },
  output: z.object({ total: Money, items: z.array(z.object({ itemId: Id, code: CodeText, dueOn: DateOnly.nullable(), open: Money })) }),
})

const Step = z.object({ id: Id, code: CodeText, status: handInMachine.status, version: Version, transactionId: Id.nullable() })

export const declareHandIn = defineCommand({
  path: `${API}/hand-in/declare`,
  permission: `${BASE}/create`,
  summary: { vi: 'Bưu tá kê khai nộp tiền', en: 'Declare a hand-in' },
  // The items that it is for, or an amount: then the oldest due ones.
  input: { courierId: Id, items: z.array(ItemCode).max(MOST_ITEMS).default([]), amount: WholeDong.optional(), note: OptionalNote(500) },
  output: Step,
  idempotent: true,
})

/** Wrong one-time codes after which a hand-in is not counted any more. */
export const HAND_IN_TRIES = 5

/**
 * What the bringer of a hand-in says at the counter, so that nobody counts one whose bringer is not there. Told to who declared it and to the
 * postman's own user, while it is still to be counted; the same until then.
 */
export const handInCode = defineQuery({
  path: `${API}/hand-in/one-time-code`,
  permission: `${BASE}/create`,
  summary: { vi: 'Mã một lần của lần nộp tiền', en: 'One-time code of a hand-in' },
  input: { id: Id },
  output: z.object({ code: CodeText, courierName: NameText, oneTimeCode: z.string() }),
})

/** At the till of the teller's open shift. Counting again is done by somebody who has not seen the amounts, or by the same teller. */
export const countHandIn = defineCommand({
  path: `${API}/hand-in/count`,
  permission: `${BASE}/update`,
  summary: { vi: 'Kiểm đếm tiền bưu tá nộp', en: 'Count a hand-in' },
  fires: [handInMachine, 'agree'],
  input: { id: Id, version: Version, oneTimeCode: Otp, amount: WholeDong },
  output: Step,
  idempotent: true,
})

/** The counted amount is booked; what is missing stays with the postman. Not by who has counted. */
export const acceptHandIn = defineCommand({
  path: `${API}/hand-in/accept`,
  permission: `${BASE}/approve`,
  summary: { vi: 'Chấp nhận số tiền đã đếm', en: 'Accept the counted amount' },
  fires: [handInMachine, 'accept'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
  output: Step,
  idempotent: true,
})

export const cancelHandIn = defineCommand({
  path: `${API}/hand-in/cancel`,
  permission: `${BASE}/update`,
  summary: { vi: 'Huỷ lần nộp chưa ghi sổ', en: 'Cancel a hand-in that is not booked' },
  fires: [handInMachine, 'cancel'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
  output: Step,
})
