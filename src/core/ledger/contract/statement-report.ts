import { z } from 'zod'
import { CodeText, Count, DateOnly, Id, Money, NameText, NoteText, Text, Timestamp } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'
import { ACCOUNTS, ACCOUNTS_PATH } from './accounts.ts'

/**
 * The statement as paper and file: of one account, or of all that moved. Opening and closing balance are lines of their own; days are those
 * of recording, as on the screen.
 */
export const accountStatement = defineReport({
  path: `${ACCOUNTS_PATH}/statement-report/search`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Sổ chi tiết tài khoản nghiệp vụ', en: 'Statement of business accounts' },
  entity: 'ledger.statement',
  title: 'statement',
  form: 'S38-DN',
  maxDays: 366,
  filter: { from: DateOnly, to: DateOnly, accountId: Id.optional() },
  row: z.object({
    accountId: Id,
    accountName: NameText,
    /** 0: opening balance; one more than the last entry: closing balance. */
    seq: Count,
    recordedAt: Timestamp.nullable(),
    businessDate: DateOnly.nullable(),
    journalId: CodeText.nullable(),
    kind: Text.nullable(),
    description: NoteText,
    contra: Text.nullable(),
    debit: Money.nullable(),
    credit: Money.nullable(),
    /** Debit less credit. */
    change: Money.nullable(),
    balance: Money,
  }),
  groups: [{ by: 'accountId', name: 'accountName' }],
  order: ['seq'],
  totals: ['debit', 'credit', 'change'],
  adds: { change: ['debit', '-credit'] },
  notPrinted: ['seq', 'change', 'kind'],
  current: ['accountName', 'description'],
})
