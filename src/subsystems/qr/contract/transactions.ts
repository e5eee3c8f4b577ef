import { z } from 'zod'
import { Journal } from '#core/ledger/contract/journal.ts'
import { MerchantStatus } from '#core/merchants/contract/merchant.ts'
import { UnitLevelField } from '#core/organisation/contract/unit.ts'
import { TimelineEntry } from '#core/payments/contract/timeline.ts'
import { Channel, Direction, TransactionStatus, TransactionType } from '#core/payments/contract/transaction.ts'
import { defineList, defineQuery } from '#kernel/contract.ts'
import { DateOnly, Id, KeyFilter, Money, SearchText, Timestamp, Version } from '#kernel/primitives.ts'

const LIST = 'pp-qr/quanlygiaodich/danhsachgiaodich'
const DETAIL = 'pp-qr/quanlygiaodich/chitietgiaodich'

/** The longest period one search may span, both days counted. */
export const MAX_DAYS = 92

const Text = z.string().meta({ kind: 'text' })
const CodeText = z.string().meta({ kind: 'code' })
const Phone = z.string().meta({ kind: 'phone' })

/**
 * QR payments within the caller's scope. `from` and `to` are business dates and needed (at most MAX_DAYS), unless a code
 * or a partner reference is given: those are found by the whole text, whatever their day, and the period is not looked at.
 */
export const listQrTransactions = defineList({
  path: '/qr-admin/transactions/v1/search',
  permission: `${LIST}/view`,
  summary: 'QR transactions',
  entity: 'transaction',
  filter: {
    code: KeyFilter,
    externalRef: KeyFilter,
    /** Words of the payer's name, or an account number from its beginning. */
    payer: SearchText,
    merchantId: Id.optional(),
    status: z.array(TransactionStatus).min(1).max(TransactionStatus.options.length).optional(),
    channel: Channel.optional(),
    /** A unit of any level, with everything below it. */
    unitId: Id.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({
    id: Id,
    code: CodeText,
    externalRef: CodeText,
    merchantCode: CodeText.nullable(),
    merchantName: Text.nullable(),
    unitName: Text,
    provinceName: Text.nullable(),
    payerName: Text,
    payerAccount: CodeText,
    payerBank: Text.nullable(),
    amount: Money,
    fee: Money,
    tax: Money,
    /** What the merchant is owed: amount less fee and tax. Fee, tax and net are 0 unless the payment succeeded (refunded later or not). */
    net: Money,
    status: TransactionStatus,
    channel: Channel,
    occurredAt: Timestamp,
    businessDate: DateOnly,
    /** The request for approval that waits for a decision. */
    pendingRequestId: Id.nullable(),
  }),
  sort: ['occurredAt', 'businessDate', 'code', 'amount', 'fee', 'net'],
  defaultSort: '-occurredAt',
  sums: ['amount', 'fee', 'tax', 'net'],
})

/** Who pays or is paid; the bank by its short name, or its number where the name is not known. */
export const Party = z.object({ name: Text, account: CodeText, bank: Text.nullable() })

export const PaidMerchant = z.object({ code: CodeText, name: Text, address: Text, phone: Phone, status: MerchantStatus, settlement: Party })

/** What the channel said of the outcome: its own code and words, and what proves it. */
export const ChannelOutcome = z.object({ code: CodeText, message: Text, bankReference: CodeText.nullable(), bankTime: Timestamp.nullable() })

/** Everything about one QR payment; 404 outside the caller's scope, as for one that does not exist. */
export const getQrTransaction = defineQuery({
  path: '/qr-admin/transactions/v1/detail',
  permission: `${DETAIL}/view`,
  summary: 'One QR transaction with its journals and timeline',
  input: { id: Id },
  output: z.object({
    id: Id,
    version: Version,
    code: CodeText,
    externalRef: CodeText,
    type: TransactionType,
    direction: Direction,
    channel: Channel,
    status: TransactionStatus,
    memo: Text,
    currency: z.string(),
    amount: Money,
    fee: Money,
    tax: Money,
    net: Money,
    /** Given back so far, and what is left of fee, tax and net after it. */
    refunded: Money,
    feeLeft: Money,
    taxLeft: Money,
    netLeft: Money,
    occurredAt: Timestamp,
    businessDate: DateOnly,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    payer: Party,
    payee: Party,
    merchant: PaidMerchant.nullable(),
    /** The partner whose channel reported it. */
    partner: z.object({ code: CodeText, name: Text }),
    /** The path of units from the head office down to where the payment belongs. */
    units: z.array(z.object({ level: UnitLevelField, code: CodeText, name: Text })),
    outcome: ChannelOutcome.nullable(),
    /** The payment that this one gives back. */
    parent: z.object({ id: Id, code: CodeText }).nullable(),
    journals: z.array(Journal),
    timeline: z.array(TimelineEntry),
  }),
})
