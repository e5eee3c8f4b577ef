import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, DateOnly, Flag, Id, KeyFilter, Money, NameText, NoteText, PositiveMoney, SearchText, Text, Timestamp } from '#kernel/primitives.ts'
import type { ServiceDeclaration } from './service.ts'
import { TransactionStatus } from './transaction.ts'
import { ChannelOutcome, Unresolved } from './transactions.ts'

/** The longest period one look-up may span, both days counted. */
export const INQUIRY_DAYS = 31
/** The most that one look-up shows: whoever finds more says more. */
export const INQUIRY_ROWS = 50

/** A payment as a look-up shows it: what was paid, to whom, and what the partner said of it. */
export const InquiryFinding = z.object({
  id: Id,
  code: CodeText,
  externalRef: CodeText,
  orderRef: CodeText.nullable(),
  status: TransactionStatus,
  amount: Money,
  occurredAt: Timestamp,
  merchantName: NameText.nullable(),
  payerName: NameText,
  payerAccount: CodeText,
  payerBank: Text.nullable(),
  memo: NoteText,
  partnerName: NameText,
  outcome: ChannelOutcome.nullable(),
  /** Why its outcome is looked into. */
  unresolved: Unresolved.nullable(),
})
export type InquiryFinding = z.output<typeof InquiryFinding>

interface Place {
  /** Where its call stands: '/ts-301/qr/transaction/v1'. */
  api: string
  /** Address of its screen; its permission has the same base. */
  route: string
}

/**
 * Looks payments of a service up within the caller's scope: by their code, the reference of the partner, the bank or the order as a whole, or by days with
 * an amount, the account of the payer from its beginning, words of the memo, or the account or code that was paid to. PAY-050 for a question that could mean anything, PAY-051 for
 * more days than INQUIRY_DAYS. What it shows is personal: each look-up is kept in the audit log.
 */
export const transactionInquiry = <R extends string>({ name }: ServiceDeclaration, { api, route }: Place & { route: R }) => ({
  route,
  search: defineQuery({
    method: 'POST',
    path: `${api}/search`,
    permission: `${route.replace(/^\//, '')}/view`,
    summary: { vi: `Tra soát giao dịch: ${name.vi}`, en: `Look a transaction up: ${name.en}` },
    input: {
      reference: SearchText,
      from: DateOnly.optional(),
      to: DateOnly.optional(),
      amount: PositiveMoney.optional(),
      account: KeyFilter,
      memo: SearchText,
      /** The account or code that was paid to, as a whole. */
      paidTo: KeyFilter,
    },
    output: z.object({
      rows: z.array(InquiryFinding),
      /** There are more than are shown. */
      more: Flag,
    }),
  }),
})

export type TransactionInquiry = ReturnType<typeof transactionInquiry>
