import { z } from 'zod'
import { plainText } from '#core/payments/contract/line-fields.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import {
  CodeText,
  CodeWithDot,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  PositiveMoney,
  RequiredNote,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { cashOrderMachine } from './cash-order.ts'
import { CounterPerson, IdentityType } from './counter.ts'
import { SourceKind, slipMachine } from './slip.ts'

/** What a teller is told who pays in the portal. */
export const payErrors = defineErrors({
  claimUnknown: error('CSH-630', 409, {
    vi: 'Lượt chi {slip} đã quá thời gian xác nhận nên chưa rõ kết quả: hai người phải quyết định, phiếu không tự mở lại',
    en: 'Payout {slip} was not confirmed in time, so its result is unknown: two people decide it, it never becomes free by itself',
  }),
  othersClaim: error('CSH-631', 409, {
    vi: 'Lượt chi {slip} là của {teller} tại quầy {till}',
    en: 'Payout {slip} belongs to {teller} at till {till}',
  }),
  claimEnded: error('CSH-632', 409, { vi: 'Lượt chi {slip} đã kết thúc', en: 'Payout {slip} has ended' }),
  channelsClaim: error('CSH-633', 409, {
    vi: 'Lượt chi {slip} do phần mềm quầy báo, kết quả cũng do phần mềm quầy báo',
    en: 'Payout {slip} was reported by the counter channel, which reports its result too',
  }),
  notUnknown: error('CSH-635', 409, {
    vi: 'Lượt chi {slip} không ở trạng thái chưa rõ kết quả',
    en: 'The result of payout {slip} is not unknown',
  }),
  payInvolved: error('CSH-636', 409, {
    vi: 'Giao dịch viên đã chi không được quyết định kết quả lượt chi của mình',
    en: 'The teller of a payout may not decide its result',
  }),
  claimOpen: error('CSH-637', 409, {
    vi: 'Quầy {till} đang giữ phiếu {slip} để chi tiền: xác nhận đã giao tiền hoặc thôi chi rồi mới kiểm quỹ kết ca',
    en: 'Till {till} still holds slip {slip} to pay it: confirm or release it before the closing count',
  }),
  kindUnknown: error('CSH-634', 422, { vi: 'Không chi được loại phiếu này tại quầy', en: 'This kind of slip is not paid at counters' }),
})

const BASE = 'cash/pay'
const PATH = '/cfm-admin/pay/v1'

/** Who is paid: the person named, who gave the money, or who fetches it for the person named. */
export const PayTo = enumOf('cash.counter.payTo', ['RECEIVER', 'SENDER', 'AUTHORISED'])

/** Something that may be paid to somebody. */
export const Payable = z.object({
  kind: SourceKind,
  code: CodeText,
  to: PayTo,
  name: NameText,
  /** The last digits alone; null where the payer did not name one. */
  identityNumber: CodeText.nullable(),
  birthDate: DateOnly.nullable(),
  amount: Money,
  /** Where the money comes from. */
  about: NoteText,
  /** The secret that was told with it has to be given. */
  needsSecret: Flag,
  /** Whoever fetches it shows the authorisation; this is what was announced. */
  paper: NoteText.nullable(),
  /** Why it is not paid now. */
  hindrance: NoteText.nullable(),
  /** Its record, where the reader may open it. */
  path: z.string().nullable(),
})
export type Payable = z.output<typeof Payable>

/**
 * By code, identity number or telephone number, each of them whole: parts would find it digit by digit. Or by the words of a name, among
 * what is to be paid at the caller's own office. A command, because the audit log keeps who looked for what.
 */
export const findPayables = defineCommand({
  path: `${PATH}/find`,
  permission: `${BASE}/create`,
  summary: { vi: 'Tìm phiếu chi trả', en: 'Find what is to be paid' },
  input: {
    text: trimmed()
      .min(5)
      .max(140)
      .regex(/^[\p{L}\p{M}\d+_.' -]+$/u, { error: ruleError('invalid') })
      .meta({ kind: 'text' }),
  },
  output: z.object({
    found: z.array(Payable),
    /** There are further ones: the words of a name are too few. */
    more: Flag,
  }),
})

export const payPermissions = { ask: `${BASE}/request`, see: `${BASE}/view`, approve: `${BASE}/approve` } as const

/** A payout under way or made at a till. */
export const PayClaim = z.object({
  id: Id,
  transactionId: Id,
  code: CodeText,
  kind: SourceKind,
  sourceCode: CodeText,
  status: slipMachine.status,
  amount: Money,
  personName: NameText,
  identityType: IdentityType,
  /** The last digits alone. */
  identityNumber: CodeText,
  claimedAt: Timestamp,
  /** Until then its cash is to be handed over and confirmed. */
  heldUntil: Timestamp,
  /** When it was confirmed that its cash was handed over. */
  paidAt: Timestamp.nullable(),
  version: Version,
  /** The request about its unknown result that waits for a decision. */
  pendingRequestId: Id.nullable(),
  /** Who reported it and reports its result too; null where it was made here. */
  channel: NameText.nullable(),
})
export type PayClaim = z.output<typeof PayClaim>

/** A cash order of the caller's that is not used yet. */
export const PayOrder = z.object({
  id: Id,
  code: CodeText,
  kind: SourceKind,
  sourceCode: CodeText,
  personName: NameText,
  amount: Money,
  status: cashOrderMachine.status,
  createdAt: Timestamp,
  note: NoteText,
})
export type PayOrder = z.output<typeof PayOrder>

/** Where the caller pays: the till of their shift, what they are paying and what they paid last. */
export const payDesk = defineQuery({
  path: `${PATH}/desk`,
  permission: `${BASE}/create`,
  summary: { vi: 'Quầy chi trả của tôi', en: 'My payout desk' },
  input: {},
  output: z.object({
    till: z.object({ code: CodeText, unitName: UnitText }).nullable(),
    /** Of the server, for the countdown. */
    now: Timestamp,
    claims: z.array(PayClaim),
    paid: z.array(PayClaim),
    /** Of this business date, the last one a record: what still waits, what may be paid now, what was rejected. */
    orders: z.array(PayOrder),
  }),
})

/** CLAIMED: held for the till; WAITING: for its cash order; REFUSED: what was tried counts (a wrong secret), so it is answered and not undone. */
export const ClaimResult = enumOf('cash.counter.claimResult', ['CLAIMED', 'WAITING', 'REFUSED'])

/** Holds a payable for the caller's till, once its papers were checked. */
export const claimPayable = defineCommand({
  path: `${PATH}/claim`,
  permission: `${BASE}/create`,
  summary: { vi: 'Giữ phiếu để chi tiền', en: 'Claim a slip to pay it' },
  input: {
    kind: SourceKind,
    code: CodeWithDot,
    to: PayTo,
    amount: PositiveMoney,
    payee: CounterPerson,
    secret: z
      .string()
      .regex(/^\d{8}$/, { error: ruleError('invalid') })
      .meta({ kind: 'secret' })
      .optional(),
    /** What shows that somebody else may fetch it. */
    paper: plainText(200).optional(),
  },
  output: z.object({
    result: ClaimResult,
    claim: PayClaim.nullable(),
    /** first: the payment that stands in the way. */
    refusal: z.object({ code: z.string(), message: z.string(), field: z.string().nullable(), first: z.string().nullable() }).nullable(),
  }),
  idempotent: true,
})

/** The cash was handed over. */
export const confirmClaim = defineCommand({
  path: `${PATH}/confirm`,
  permission: `${BASE}/create`,
  summary: { vi: 'Xác nhận đã chi tiền', en: 'Confirm that the cash was paid' },
  fires: [slipMachine, 'pay'],
  input: { id: Id },
  output: z.object({ id: Id, transactionId: Id }),
  idempotent: true,
})

/** No cash was handed over: what was to be paid is free again. */
export const releaseClaim = defineCommand({
  path: `${PATH}/release`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thôi chi, trả lại phiếu', en: 'Release a slip without paying it' },
  fires: [slipMachine, 'release'],
  input: { id: Id },
  output: z.object({ id: Id, transactionId: Id }),
  idempotent: true,
})

/** What became of an unknown payout: the cash was handed over, or it was not. */
const Made = enumOf('cash.counter.made', ['PAID', 'NOT_PAID'])
export const ResultPayload = z.strictObject({ made: Made })
export type ResultPayload = z.output<typeof ResultPayload>
/** What the checker sees. */
export const ResultPicture = z.object({ sourceCode: CodeText, personName: NameText, amount: Money, claimedAt: Timestamp, status: slipMachine.status })

/** Says what became of an unknown payout; somebody else agrees, and then it counts. */
export const proposeResult = defineCommand({
  path: `${PATH}/propose-result`,
  permission: payPermissions.ask,
  summary: { vi: 'Đề nghị kết quả lượt chi chưa rõ', en: 'Propose the result of an unknown payout' },
  input: { id: Id, version: Version, made: Made, reason: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})
