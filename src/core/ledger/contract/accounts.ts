import { z } from 'zod'
import { defineList, defineQuery } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import {
  CodeText,
  Count,
  DateOnly,
  Flag,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { AccountClass, accountMachine, OwnerType, Side } from './account.ts'
import { Journal } from './journal.ts'

export const ACCOUNTS = 'general-ledger/accounts'
export const ACCOUNTS_PATH = '/pp-admin/admin/business-acc/v1'

/** Something was posted. */
export const accountsTopic: LiveTopic = { name: 'ledger.accounts', permission: `${ACCOUNTS}/view` }

const Account = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  chartNumber: CodeText,
  chartName: NameText,
  class: AccountClass,
  /** Positive on the normal side; null while the reader counts the cash that it stands for. */
  balance: Money.nullable(),
  status: accountMachine.status,
  ownerType: OwnerType,
  ownerName: NameText.nullable(),
  unitName: UnitText.nullable(),
  normalSide: Side,
  minBalance: Money.nullable(),
  maxBalance: Money.nullable(),
  /** When the last entry was recorded. */
  lastMovementAt: Timestamp.nullable(),
  currency: CodeText,
  /** The request for approval that waits for a decision. */
  pendingRequestId: Id.nullable(),
  version: Version,
})

export const listAccounts = defineList({
  path: `${ACCOUNTS_PATH}/search`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Tài khoản nghiệp vụ và số dư hiện tại', en: 'Business accounts with their current balances' },
  entity: 'ledger.account',
  filter: {
    /** Words of the code or the name. */
    text: SearchText,
    /** Number of a line of the chart, with everything below it. */
    chart: KeyFilter,
    class: AccountClass.optional(),
    ownerType: OwnerType.optional(),
    /** A unit of any level, with everything below it. */
    unitId: Id.optional(),
    status: accountMachine.status.optional(),
  },
  row: Account,
  sort: ['code', 'name', 'chartNumber', 'balance'],
  defaultSort: 'code',
  sums: ['balance'],
  // Classes do not add up: the total is of assets, the others stand beside it.
  split: {
    by: 'class',
    counted: ['ASSET'],
    words: { vi: '{counted} tài khoản tài sản trên {n} tài khoản', en: '{counted} of {n} {n|account|accounts}: assets' },
  },
})

/** What every class comes to, and whether the books agree; null for whoever does not see all accounts. */
export const getBalanceSheet = defineQuery({
  path: `${ACCOUNTS_PATH}/balance-sheet`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Kiểm tra cân đối: tài sản = nợ phải trả + thu nhập − chi phí', en: 'Balance check: assets = liabilities + income − expenses' },
  input: {},
  output: z
    .object({ asset: Money, liability: Money, income: Money, expense: Money, offBalance: Money, /** Zero in sound books. */ difference: Money })
    .nullable(),
})

export const getAccount = defineQuery({
  path: `${ACCOUNTS_PATH}/find`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Chi tiết tài khoản nghiệp vụ', en: 'Business account details' },
  input: { id: Id },
  output: Account.extend({
    entries: Count,
    /** A module answers for every posting on it: it takes no journal by hand. */
    kept: Flag,
    /** Its line of the chart takes journals by hand. */
    manual: Flag,
    createdAt: Timestamp,
  }),
})

export const StatementRow = z.object({
  /** Place among the entries of the account, from 1. */
  seq: z.string(),
  journalId: Id,
  recordedAt: Timestamp,
  businessDate: DateOnly,
  kind: Text,
  description: NoteText,
  /** Accounts of the other side. */
  contra: Text,
  debit: Money.nullable(),
  credit: Money.nullable(),
  balance: Money,
})

/** Entries of one page of a statement. */
export const STATEMENT_ROWS = 50

const Seq = z.string().regex(/^\d{1,18}$/)

/** By the time of recording, in which the balances of an account follow each other. */
export const getStatement = defineQuery({
  path: `${ACCOUNTS_PATH}/statement`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Sổ chi tiết tài khoản: số dư đầu kỳ, phát sinh, số dư cuối kỳ', en: 'Account statement: opening balance, entries, closing balance' },
  input: { id: Id, from: DateOnly, to: DateOnly, /** The entry before the page; left out for the first one. */ after: Seq.optional() },
  output: z.object({
    /** Null figures while the reader counts the cash that the account stands for. */
    opening: Money.nullable(),
    closing: Money.nullable(),
    entries: Count,
    rows: z.array(StatementRow),
    /** Where the next page begins; null on the last one. */
    next: z.string().nullable(),
  }),
})

export const getBalanceAt = defineQuery({
  path: `${ACCOUNTS_PATH}/balance-at`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Số dư tài khoản tại một thời điểm ghi sổ', en: 'Account balance at a moment of recording' },
  input: { id: Id, at: Timestamp },
  output: z.object({ balance: Money.nullable(), /** When the last entry that counts was recorded. */ recordedAt: Timestamp.nullable() }),
})

/** The longest period that movements are summed over. */
export const MOVEMENT_DAYS = 92

export const getMovements = defineQuery({
  path: `${ACCOUNTS_PATH}/movements`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Phát sinh của tài khoản theo loại bút toán', en: 'Account movements by journal type' },
  input: { id: Id, from: DateOnly, to: DateOnly },
  output: z.array(z.object({ kind: Text, entries: Count, debit: Money, credit: Money })),
})

export const getJournal = defineQuery({
  path: `${ACCOUNTS_PATH}/journal`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Bút toán với đủ hai bên Nợ, Có', en: 'A journal with both sides' },
  input: { id: Id },
  output: Journal.extend({
    kindName: Text,
    /** Address of the record it is about, where there is a screen that the reader may open. */
    recordPath: z.string().nullable(),
  }),
})

export const searchAccounts = defineQuery({
  path: `${ACCOUNTS_PATH}/options`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Chọn tài khoản nghiệp vụ theo mã, tên', en: 'Choose a business account by code or name' },
  input: {
    text: SearchText,
    ids: z
      .string()
      .max(400)
      .regex(/^\d+(,\d+)*$/)
      .optional(),
    /** Only those that take journals by hand. */ manual: z.enum(['true']).optional(),
  },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})
