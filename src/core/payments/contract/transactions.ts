import { z } from 'zod'
import { Journal } from '#core/ledger/contract/journal.ts'
import { MerchantStatus } from '#core/merchants/contract/merchant.ts'
import { UnitLevelField } from '#core/organisation/contract/unit.ts'
import { type Contract, defineCommand, defineList, defineQuery, type ListContract } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { Attachments } from '#kernel/files.ts'
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
  OptionalText,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { FeeOrigin, FeeOriginFilter } from './fees.ts'
import { RefundAmount } from './refund.ts'
import { netOf, type ServiceDeclaration, type ServiceType } from './service.ts'
import { TimelineEntry } from './timeline.ts'
import {
  Channel,
  Deviation,
  Direction,
  HourOfDay,
  PAID_STATUSES,
  RefusedReturn,
  Returned,
  TransactionStatus,
  TransactionType,
  transactionMachine,
} from './transaction.ts'

/** The longest period one search may span, both days counted. */
export const MAX_DAYS = 92

const Phone = z.string().meta({ kind: 'phone' })

/** Who pays or is paid; the bank by its short name, or its number where the name is not known. */
export const Party = z.object({ name: NameText, account: AccountText, bank: Text.nullable() })

export const PaidMerchant = z.object({ code: CodeText, name: NameText, address: AddressText, phone: Phone, status: MerchantStatus, settlement: Party })

/** What the channel reported of the outcome: its own code and words, and what proves it. */
export const ChannelOutcome = z.object({ code: CodeText, message: NoteText, bankReference: CodeText.nullable(), bankTime: Timestamp.nullable() })

/** Why a refund could not be sent to its partner when that was tried last. HELD: the payment or another refund of it is in dispute. */
export const RefundFault = enumOf('payments.refundFault', [
  'PARTNER_LOCKED',
  'HELD',
  'NOT_CONFIGURED',
  'SWITCHED_OFF',
  'ADDRESS',
  'CIRCUIT_OPEN',
  'CONNECTION',
  'UNKNOWN',
])
export type RefundFault = z.output<typeof RefundFault>

/** Why the outcome of a transaction is looked into. CONTRADICTED: it was decided, and a later report says otherwise. */
export const Unresolved = enumOf('payments.unresolved', ['OPEN', 'CONTRADICTED'])
export type Unresolved = z.output<typeof Unresolved>

/** A refund of a transaction that left through its partner; `fault`: nothing has left yet. */
export const RefundTransaction = z.object({
  id: Id,
  code: CodeText,
  amount: Money,
  status: TransactionStatus,
  occurredAt: Timestamp,
  fault: RefundFault.nullable(),
})

const filters = {
  head: { code: KeyFilter, externalRef: KeyFilter },
  /** Words of the name, or an account number from its beginning. */
  payer: { payer: SearchText },
  payee: { payee: SearchText },
  merchant: { merchantId: Id.optional() },
  rest: {
    status: z.array(TransactionStatus).min(1).max(TransactionStatus.options.length).optional(),
    channel: Channel.optional(),
    /** NONE finds what was paid without a fee because nothing was in force. */
    feeSource: FeeOriginFilter.optional(),
    deviation: Deviation.optional(),
    /** True: the refunds that left through partners, which are left out otherwise unless found by their code or reference. */
    refunds: Flag.optional(),
    /** A unit of any level, with everything below it. */
    unitId: Id.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    /** Days of the books, beside those of the payments: an outcome that came later counts for a day of its own. */
    ledgerFrom: DateOnly.optional(),
    ledgerTo: DateOnly.optional(),
  },
}

/**
 * The filter that finds what counted for these days of the books: with payments of earlier days, of which an outcome may have come as late as the
 * longest search reaches.
 */
export function countedOn(from: string, to: string) {
  const first = addDays(to, 1 - MAX_DAYS)
  return { from: first < from ? first : from, to, ledgerFrom: from, ledgerTo: to }
}

/**
 * Filters of services whose payments are given back: what was refunded or cancelled, or is about to be; and what the partner refused, whatever
 * its day.
 */
export const returnedFilter = { returned: z.array(Returned).min(1).max(Returned.options.length).optional(), refusedReturn: RefusedReturn.optional() }

/** Filters of services with a dashboard and reports: whose channel reported it, the hour it happened in, and the payer's bank by its BIN. */
export const figureFilter = { partnerId: Id.optional(), hour: HourOfDay.optional(), payerBankBin: KeyFilter }

const rows = {
  head: { id: Id, code: CodeText, externalRef: CodeText },
  merchant: { merchantCode: CodeText.nullable(), merchantName: NameText.nullable() },
  place: { unitName: UnitText, provinceName: UnitText.nullable() },
  payer: { payerName: NameText, payerAccount: CodeText, payerBank: Text.nullable() },
  payee: { payeeName: Text, payeeAccount: CodeText, payeeBank: Text.nullable() },
  rest: {
    amount: Money,
    fee: Money.nullable(),
    tax: Money.nullable(),
    /** What the payee is owed of it. Fee, tax and net are there once the transaction has succeeded (refunded later or not). */
    net: Money.nullable(),
    status: TransactionStatus,
    type: TransactionType,
    channel: Channel,
    /** As in the detail. */
    feeSource: FeeOrigin.nullable(),
    occurredAt: Timestamp,
    businessDate: DateOnly,
    /** The day it belongs to, where that was closed or over when it came: it counts for a later one. */
    lateOf: DateOnly.nullable(),
    /** The request for approval that waits for a decision. */
    pendingRequestId: Id.nullable(),
    /** Its outcome, or that of a refund of it, is in dispute: nothing of it is given back meanwhile. */
    held: Flag,
  },
}

const detail = {
  id: Id,
  version: Version,
  code: CodeText,
  externalRef: CodeText,
  /** The order, slip or line that it pays, as its service names it. */
  orderRef: CodeText.nullable(),
  /** The number given out by the operator that was paid to. */
  creditedAccount: CodeText.nullable(),
  type: TransactionType,
  direction: Direction,
  channel: Channel,
  status: TransactionStatus,
  memo: NoteText,
  currency: z.string(),
  amount: Money,
  fee: Money.nullable(),
  tax: Money.nullable(),
  net: Money.nullable(),
  /** Whether fee and tax are paid beside the amount. */
  feeOnTop: z.boolean(),
  /** What gave the fee when the transaction was reported, and the revision of it; null in transactions from before this was kept. */
  feeSource: FeeOrigin.nullable(),
  feeCode: CodeText.nullable(),
  feeRevision: Count.nullable(),
  /** Given back so far, and what is left of fee, tax and net after it. */
  refunded: Money,
  feeLeft: Money.nullable(),
  taxLeft: Money.nullable(),
  netLeft: Money.nullable(),
  /** Until when it can still be cancelled today; null where it cannot. */
  cancelUntil: Timestamp.nullable(),
  occurredAt: Timestamp,
  businessDate: DateOnly,
  /** As in the list. */
  lateOf: DateOnly.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  payer: Party,
  payee: Party,
  merchant: PaidMerchant.nullable(),
  /** The partner whose channel reported it. */
  partner: z.object({ code: CodeText, name: NameText }),
  /** The path of units from the head office down to where the transaction belongs. */
  units: z.array(z.object({ level: UnitLevelField, code: CodeText, name: NameText })),
  outcome: ChannelOutcome.nullable(),
  /** The request for approval that waits for a decision, about it or about its case. */
  pendingRequestId: Id.nullable(),
  /** Its case, while nobody knows its outcome, or what was heard later contradicts it. */
  unresolved: z.object({ caseId: Id, state: Unresolved }).nullable(),
  /** The transaction that this one gives back. */
  parent: z.object({ id: Id, code: CodeText }).nullable(),
  /** The refund or cancellation of it that the partner refused last, while nobody has asked again. */
  refusedReturn: z.object({ id: Id, code: CodeText, cancels: z.boolean(), reason: NoteText, at: Timestamp }).nullable(),
  /** As in the list. */
  held: Flag,
  /** Its reader is staff of a partner: journals, the terms of the merchant and whose account it is are left out. */
  forPartner: Flag,
  /** Of a refund that has not left: why. */
  fault: RefundFault.nullable(),
  /** The transactions that give it back through its partner, the newest first. */
  refunds: z.array(RefundTransaction),
  journals: z.array(Journal),
  timeline: z.array(TimelineEntry),
}

const refundInput = {
  id: Id,
  version: Version,
  amount: RefundAmount,
  reasonCode: OptionalText(100),
  reason: OptionalNote(450),
  attachments: Attachments.optional(),
}
const cancellationInput = {
  id: Id,
  version: Version,
  reasonCode: OptionalText(100),
  reason: OptionalNote(450),
  attachments: Attachments.optional(),
}
const RefundAsked = z.object({ requestId: Id, status: TransactionStatus, version: Version })

const SORT = ['occurredAt', 'businessDate', 'code', 'amount', 'fee', 'net'] as const

/** Fields that a service has when one of its types is so: merchants, payers of money in, payees of money out. */
type When<S extends ServiceDeclaration, What, Shape> = [{ [K in keyof S['types']]-?: S['types'][K] extends What ? K : never }[keyof S['types']]] extends [never]
  ? Record<never, never>
  : Shape
type WithMerchants = { line: { merchantCode: z.ZodType } }
type MoneyIn = { direction: 'IN' }
type MoneyOut = { direction: 'OUT' }

type FilterShape<S extends ServiceDeclaration> = typeof filters.head &
  When<S, WithMerchants, typeof filters.merchant> &
  When<S, MoneyIn, typeof filters.payer> &
  When<S, MoneyOut, typeof filters.payee> &
  typeof filters.rest
type RowShape<S extends ServiceDeclaration> = typeof rows.head &
  When<S, WithMerchants, typeof rows.merchant> &
  typeof rows.place &
  When<S, MoneyIn, typeof rows.payer> &
  When<S, MoneyOut, typeof rows.payee> &
  typeof rows.rest &
  S['own']['shape']

/** What a list of transactions may be asked for; those of a service lack what it has not. */
export type TransactionFilter = z.output<
  z.ZodObject<
    typeof filters.head &
      typeof filters.merchant &
      typeof filters.payer &
      typeof filters.payee &
      typeof filters.rest &
      typeof returnedFilter &
      typeof figureFilter
  >
>

/** What the rows of every service have. */
export type TransactionRow = z.output<z.ZodObject<typeof rows.head & typeof rows.place & typeof rows.rest>>

/** Which fields the transactions of a service have, from what it declares. */
export function traitsOf({ types }: ServiceDeclaration): { merchants: boolean; payers: boolean; payees: boolean } {
  const all: ServiceType[] = Object.values(types)
  return {
    merchants: all.some(({ line }) => 'merchantCode' in line),
    payers: all.some(({ direction }) => direction === 'IN'),
    payees: all.some(({ direction }) => direction === 'OUT'),
  }
}

/** Everything about the transactions of one service that both sides know. */
export interface TransactionContracts<S extends ServiceDeclaration = ServiceDeclaration, F extends z.ZodRawShape = z.ZodRawShape> {
  service: S
  /** Addresses of the list and of one transaction. */
  routes: { list: string; detail: string }
  /** Who asks for a refund or a cancellation, who sees it, who decides; `approveLarge` is for those above the first tier. */
  permissions: { ask: string; see: string; approve: string; approveLarge: string }
  list: ListContract<FilterShape<S> & F, RowShape<S>, (typeof SORT)[number]>
  detail: Contract<z.ZodObject<{ id: typeof Id }, z.core.$strict>, z.ZodObject<typeof detail & { own: S['own'] }>>
  askRefund: Contract<z.ZodObject<typeof refundInput, z.core.$strict>, typeof RefundAsked>
  askCancellation: Contract<z.ZodObject<typeof cancellationInput, z.core.$strict>, typeof RefundAsked>
}

interface Place<R, F> {
  /** Where its calls stand: '/qr-admin/transactions/v1'. */
  api: string
  /** Addresses of its screens; permissions have the same base. */
  routes: R
  /** Permission that lets a person decide refunds and cancellations above the first tier. */
  approveLarge: string
  /** Filters on its own columns, `returnedFilter` and `figureFilter`. */
  filter?: F
}

const baseOf = (route: string): string => route.replace(/^\//, '').replace(/\/\{id\}$/, '')

/**
 * The contracts of the transactions of a service: list with export, detail, refunds and the asking for one. The list finds what is within
 * the caller's scope; `from` and `to` are business dates and needed (at most MAX_DAYS), unless a code or a partner reference is given:
 * those are found by the whole text, whatever their day, as is what a partner refused to give back. A detail outside the scope is 404, as one that does not exist.
 */
export function transactionContracts<
  S extends ServiceDeclaration,
  const R extends { list: string; detail: string },
  F extends z.ZodRawShape = Record<never, never>,
>(service: S, { api, routes, approveLarge, filter }: Place<R, F>): TransactionContracts<S, F> & { routes: R } {
  const { merchants, payers, payees } = traitsOf(service)
  const base = baseOf(routes.detail)
  const permissions = { ask: `${base}/submit`, see: `${base}/view`, approve: `${base}/approve`, approveLarge }
  const { name } = service
  const row = {
    ...rows.head,
    ...(merchants ? rows.merchant : {}),
    ...rows.place,
    ...(payers ? rows.payer : {}),
    ...(payees ? rows.payee : {}),
    ...rows.rest,
  }
  const twice = Object.keys(service.own.shape).filter((field) => field in row)
  if (twice.length > 0) throw new Error(`transactions of ${service.code} have ${twice.join(', ')} already`)
  const list = defineList({
    path: `${api}/search`,
    permission: `${baseOf(routes.list)}/view`,
    summary: { vi: `Danh sách giao dịch: ${name.vi}`, en: `Transactions: ${name.en}` },
    entity: service.entity,
    filter: {
      ...filters.head,
      ...(payers ? filters.payer : {}),
      ...(payees ? filters.payee : {}),
      ...(merchants ? filters.merchant : {}),
      ...filters.rest,
      ...filter,
    },
    period: { maxDays: MAX_DAYS, unless: ['code', 'externalRef', 'refusedReturn'] },
    row: z.object({ ...row, ...service.own.shape }),
    sort: SORT,
    defaultSort: '-occurredAt',
    sums: ['amount', 'fee', 'tax', 'net'],
    split: {
      by: 'status',
      counted: PAID_STATUSES,
      words: { vi: '{n} giao dịch, {counted} thành công', en: '{n} {n|transaction|transactions}, {counted} successful' },
    },
    adds: { net: netOf(service) ?? [] },
  })
  return {
    service,
    routes,
    permissions,
    // What stands in it is decided by the declaration, as its type is.
    list: list as unknown as TransactionContracts<S, F>['list'],
    detail: defineQuery({
      path: `${api}/detail`,
      permission: permissions.see,
      summary: { vi: `Chi tiết giao dịch, bút toán và diễn biến: ${name.vi}`, en: `One transaction with its journals and timeline: ${name.en}` },
      input: { id: Id },
      output: z.object({ ...detail, own: service.own as S['own'] }),
    }),
    // PAY-011 above what is left, APR-004 while one is pending. `reasonCode` is a key of the list REFUND_REASON, needed while that list
    // has entries; `reason` says more, and all where there is no list.
    askRefund: defineCommand({
      path: `${api}/refund`,
      permission: permissions.ask,
      summary: { vi: `Yêu cầu hoàn tiền: ${name.vi}`, en: `Request a refund: ${name.en}` },
      input: refundInput,
      output: RefundAsked,
      idempotent: true,
      fires: [transactionMachine, 'requestRefund'],
    }),
    // Always the whole, on its own business day; answered only for services that offer it. PAY-040 to PAY-047 say why not. Reasons as of
    // a refund, from the list CANCEL_REASON; PAY-048 where evidence is needed.
    askCancellation: defineCommand({
      path: `${api}/cancel`,
      permission: permissions.ask,
      summary: { vi: `Yêu cầu huỷ giao dịch trong ngày: ${name.vi}`, en: `Request a same-day cancellation: ${name.en}` },
      input: cancellationInput,
      output: RefundAsked,
      idempotent: true,
      fires: [transactionMachine, 'requestCancel'],
    }),
  }
}

/** Address of one transaction's screen; where its route has no place for the id, that stands in the query. */
export const addressOf = ({ routes: { detail } }: Pick<TransactionContracts, 'routes'>, id: string): string =>
  detail.includes('{id}') ? detail.replace('{id}', id) : `${detail}?id=${id}`
