import { z } from 'zod'
import { IdentityType } from '#core/cash/contract/counter/counter.ts'
import { slipMachine } from '#core/cash/contract/counter/slip.ts'
import { Journal } from '#core/ledger/contract/journal.ts'
import { TransactionStatus, TransactionType } from '#core/payments/contract/transaction.ts'
import { MoneyStep } from '#core/trace/contract/steps.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  AddressText,
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
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { moneyOrderMachine } from './machine.ts'
import { PayTo } from './service.ts'

const BASE = 'pp-cfm/chuyen_tien/danh_sach'
const API = '/cfm-admin/money-order/v1'

/** How a receiver was told; MAIL is what the system does by itself. */
export const ToldHow = enumOf('cfm.toldHow', ['PHONE', 'LETTER', 'VISIT', 'MAIL'])
const TellHow = enumOf('cfm.toldHow', ['PHONE', 'LETTER', 'VISIT'])

/** A receiver who is still to be told: within the working day that the rule allows, or after it. */
export const Telling = enumOf('cfm.telling', ['WAITING', 'LATE'])

/** What stands in the timeline: states, and what happens between them. */
export const OrderStep = enumOf('cfm.orderStep', [
  'PENDING',
  'SENT',
  'NOTIFIED',
  'PAID',
  'RETURNING',
  'RETURNED',
  'EXPIRED',
  'CANCELLED',
  'VOID',
  'CLAIMED',
  'FREED',
  'LOCKED',
  'UNLOCKED',
  'CLEARED',
])

const Phone = z.string().meta({ kind: 'phone' })

const Row = z.object({
  id: Id,
  code: CodeText,
  status: moneyOrderMachine.status,
  amount: Money,
  senderName: NameText,
  receiverName: NameText,
  fromUnit: UnitText,
  /** What its sender would get back. */
  returnAmount: Money,
  /** Where it is being paid or was paid. */
  paidUnit: UnitText.nullable(),
  sentAt: Timestamp.nullable(),
  telling: Telling.nullable(),
  tellBy: DateOnly.nullable(),
  toldOn: DateOnly.nullable(),
  /** Until it goes back to its sender, or until money that came back waits no longer. */
  daysLeft: Count.nullable(),
  locked: Flag,
  /** Somebody reports a payment that does not fit it: it is paid to nobody until two people have looked at that. */
  held: Flag,
  pendingRequestId: Id.nullable(),
  updatedAt: Timestamp,
  /** The reader may act for the office that sent it. */
  sends: Flag,
  version: Version,
})

export const listOrders = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Phiếu chuyển tiền', en: 'Money orders' },
  entity: 'cfm.order',
  filter: {
    /** Part of the code, or of a name or telephone number of either person. */
    text: SearchText,
    status: z.array(moneyOrderMachine.status).min(1).max(moneyOrderMachine.status.options.length).optional(),
    telling: z.array(Telling).min(1).max(2).optional(),
    locked: Flag.optional(),
    held: Flag.optional(),
    /** Back with its sending office, or going back there by the end of tomorrow. */
    dueBack: Flag.optional(),
    /** The office that sent it, or pays it: the unit and everything below it. */
    fromUnitId: Id.optional(),
    paidUnitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
  },
  row: Row,
  sort: ['code', 'sentAt', 'tellBy', 'amount', 'updatedAt'],
  defaultSort: '-sentAt',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} phiếu', en: '{n} {n|order|orders}' } },
})

/** A number of an identity paper of which the last digits alone are shown. */
const Masked = z.string().meta({ kind: 'code' })

const OrderSlip = z.object({
  transactionId: Id,
  code: CodeText,
  type: TransactionType,
  /** Of the transaction. */
  transactionStatus: TransactionStatus,
  slipStatus: slipMachine.status,
  amount: Money,
  /** It holds the order. */
  doubtful: Flag,
  at: Timestamp,
  unitName: UnitText,
  tillCode: CodeText,
  tellerName: NameText,
  personName: NameText,
  identityType: IdentityType,
  identityNumber: Masked,
  /** The reader may open the transaction. */
  visible: Flag,
})
export type OrderSlip = z.output<typeof OrderSlip>

export const findOrder = defineQuery({
  path: `${API}/detail`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết phiếu chuyển tiền', en: 'Money order details' },
  /** By id, or by code where a transaction names it. */
  input: { id: Id.optional(), code: SearchText },
  output: Row.extend({
    purpose: NoteText,
    senderPhone: Phone,
    senderIdentityType: IdentityType,
    senderIdentityNumber: Masked,
    receiverPhone: Phone,
    receiverEmail: z.string().meta({ kind: 'email' }),
    receiverAddress: AddressText,
    receiverIdentityNumber: Masked.nullable(),
    toldHow: ToldHow.nullable(),
    toldBy: AccountText.nullable(),
    wrongTries: Count,
    returnOn: DateOnly.nullable(),
    expiresOn: DateOnly.nullable(),
    payoutTo: PayTo.nullable(),
    paidAt: Timestamp.nullable(),
    slips: z.array(OrderSlip),
    trace: z.array(MoneyStep),
    journals: z.array(Journal),
    timeline: z.array(z.object({ seq: Count, step: OrderStep, at: Timestamp, by: Text, unitName: UnitText.nullable(), note: NoteText })),
  }),
})

export const tellReceiver = defineCommand({
  path: `${API}/tell`,
  permission: `${BASE}/tell`,
  summary: { vi: 'Ghi nhận đã báo người nhận', en: 'Record that the receiver was told' },
  fires: [moneyOrderMachine, 'tell'],
  input: { id: Id, version: Version, how: TellHow, toldOn: DateOnly, note: OptionalNote(200) },
})

export const unlockOrder = defineCommand({
  path: `${API}/unlock`,
  permission: `${BASE}/unlock`,
  summary: { vi: 'Mở khoá phiếu nhập sai mã bí mật', en: 'Unlock after wrong secret codes' },
  input: { id: Id, version: Version, reason: RequiredNote(200) },
})

export const orderPermissions = { see: `${BASE}/view`, ask: `${BASE}/submit`, approve: `${BASE}/approve` } as const

/** The payments that two people have looked at. */
export const ReleasePayload = z.strictObject({ slips: z.array(Id).min(1).max(100) })
export type ReleasePayload = z.output<typeof ReleasePayload>
export const ReleasePicture = z.object({ status: moneyOrderMachine.status, amount: Money, reportedPaid: Money.nullable(), doubts: Text.nullable() })

/** What was reported otherwise has been cleared up: the order may be paid or given back again, once somebody else agrees. */
export const releaseOrder = defineCommand({
  path: `${API}/ask-release`,
  permission: orderPermissions.ask,
  summary: { vi: 'Đề nghị cho chi tiếp phiếu tạm giữ', en: 'Ask to release a held money order' },
  input: { id: Id, version: Version, reason: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})

/** Identity numbers in full; the audit log keeps who has seen them, and why. */
export const revealIdentity = defineCommand({
  path: `${API}/reveal`,
  permission: `${BASE}/reveal`,
  summary: { vi: 'Xem số giấy tờ tuỳ thân', en: 'Show identity numbers' },
  input: { id: Id, reason: RequiredNote(200) },
  output: z.object({ senderIdentityNumber: CodeText, receiverIdentityNumber: CodeText.nullable(), payeeIdentityNumber: CodeText.nullable() }),
})
