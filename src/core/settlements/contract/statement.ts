import { z } from 'zod'
import { CodeText, Count, DateOnly, enumOf, Id, Money, NameText, NoteText, Timestamp } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'
import { SETTLEMENTS } from './words.ts'

/** What a line of a statement is: a movement, or what was transferred, given back or put right. */
export const StatementPart = enumOf('settlements.statementPart', ['PAYMENT', 'REFUND', 'CANCELLATION', 'OTHER', 'TRANSFER'])

/**
 * What a merchant was owed at the beginning of a period, what changed that, and what it is owed at the end; days are those of recording, as in the
 * ledger, so that a day that is over never changes.
 */
export const merchantStatement = defineReport({
  path: '/qr-report/merchant-statement/v1/search',
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Sao kê công nợ điểm bán', en: 'Statement of a merchant' },
  entity: 'settlements.statement',
  title: 'merchantStatement',
  form: '01/QT-ĐB',
  maxDays: 92,
  filter: { from: DateOnly, to: DateOnly, merchantId: Id.optional() },
  row: z.object({
    merchantId: Id,
    merchantName: NameText,
    /** 0: opening balance; one more than the last entry: closing balance. */
    seq: Count,
    recordedAt: Timestamp.nullable(),
    businessDate: DateOnly.nullable(),
    part: StatementPart.nullable(),
    reference: CodeText.nullable(),
    description: NoteText,
    amount: Money.nullable(),
    fee: Money.nullable(),
    tax: Money.nullable(),
    /** Amount less fee and tax; negative where the merchant is owed less. */
    change: Money.nullable(),
    balance: Money,
  }),
  groups: [{ by: 'merchantId', name: 'merchantName' }],
  order: ['seq'],
  totals: ['amount', 'fee', 'tax', 'change'],
  adds: { change: ['amount', '-fee', '-tax'] },
  notPrinted: ['seq', 'businessDate'],
  current: ['merchantName'],
})
