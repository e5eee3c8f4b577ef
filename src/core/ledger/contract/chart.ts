import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineImport } from '#kernel/import.ts'
import {
  CodeText,
  CodeWithDot,
  Count,
  DateOnly,
  Flag,
  Id,
  KeyFilter,
  Money,
  NameText,
  RequiredText,
  SearchText,
  Stamped,
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { AccountClass } from './account.ts'
import { ACCOUNTS_PATH } from './accounts.ts'

export const CHART = 'general-ledger/chart'
const PATH = `${ACCOUNTS_PATH}/chart`

/** The number of a line: letters, digits, dots. */
const ChartNumber = trimmed()
  .min(1, { error: ruleError('required') })
  .max(20)
  .regex(/^[A-Za-z0-9.]+$/, { error: ruleError('chartNumber') })
  .meta({ kind: 'code' })

const Line = z.object({
  id: Id,
  number: CodeText,
  name: NameText,
  /** Levels above it. */
  depth: Count,
  class: AccountClass,
  parentNumber: CodeText.nullable(),
  validFrom: DateOnly,
  /** Last day; null while there is none. */
  validTo: DateOnly.nullable(),
  allowsManual: Flag,
  /** The program opens accounts on it. */
  shipped: Flag,
  /** Accounts of the reader's scope that refer to it or to a line below it. */
  accounts: Count,
  /** What they come to, positive on the normal side of the class; null for whoever does not see every figure. */
  balance: Money.nullable(),
  ...Stamped,
})

export const listChart = defineList({
  path: `${PATH}/search`,
  permission: `${CHART}/view`,
  summary: { vi: 'Hệ thống tài khoản kế toán', en: 'Chart of accounts' },
  entity: 'ledger.chartLine',
  filter: {
    /** Words of the number or the name. */
    text: SearchText,
    /** Number of a line, with everything below it. */
    under: KeyFilter,
    class: AccountClass.optional(),
    /** In force on this day; of all times when left out. */
    asOf: DateOnly.optional(),
  },
  row: Line,
  // By number is by place in the tree.
  sort: ['number', 'name', 'updatedAt'],
  defaultSort: 'number',
})

/** Lines in force to choose from: the first of a text, or the one of a number. */
export const searchChart = defineQuery({
  path: `${PATH}/options`,
  permission: `${CHART}/view`,
  summary: { vi: 'Chọn tài khoản kế toán', en: 'Choose a line of the chart' },
  input: { text: SearchText, number: KeyFilter, class: AccountClass.optional(), /** Only lines that take journals by hand. */ manual: Flag.optional() },
  output: z.array(z.object({ number: CodeText, name: NameText })),
})

const fields = {
  number: ChartNumber,
  name: RequiredText(255),
  class: AccountClass,
  /** The line above it, of the same class; none for the first level. */
  parentNumber: ChartNumber.optional(),
  validFrom: DateOnly,
  allowsManual: Flag.default(false),
}

export const createChartLine = defineCommand({
  path: `${PATH}/insert`,
  permission: `${CHART}/create`,
  summary: { vi: 'Thêm tài khoản kế toán', en: 'Add a line to the chart' },
  input: fields,
})

export const updateChartLine = defineCommand({
  path: `${PATH}/update`,
  permission: `${CHART}/update`,
  summary: { vi: 'Sửa tài khoản kế toán', en: 'Change a line of the chart' },
  input: { id: Id, version: Version, ...fields, /** Last day. */ validTo: DateOnly.optional() },
})

export const endChartLine = defineCommand({
  path: `${PATH}/end`,
  permission: `${CHART}/update`,
  summary: { vi: 'Kết thúc hiệu lực tài khoản kế toán', en: 'End a line of the chart' },
  input: { id: Id, version: Version, validTo: DateOnly },
})

/** For what was added by mistake: no account refers to it, and no line below. */
export const removeChartLine = defineCommand({
  path: `${PATH}/remove`,
  permission: `${CHART}/delete`,
  summary: { vi: 'Xoá tài khoản kế toán', en: 'Delete a line of the chart' },
  input: { id: Id, version: Version },
})

/** An account shown under another line of its class; what was posted stays as it was. */
export const moveAccount = defineCommand({
  path: `${ACCOUNTS_PATH}/move`,
  permission: `${CHART}/update`,
  summary: { vi: 'Chuyển tài khoản nghiệp vụ sang tài khoản kế toán khác', en: 'Move a business account to another line of the chart' },
  input: { id: Id, version: Version, chartNumber: ChartNumber },
})

/** An account that no module keeps, on a line that takes journals by hand: the module that keeps one opens it by itself. */
export const createAccount = defineCommand({
  path: `${ACCOUNTS_PATH}/insert`,
  permission: `${CHART}/create`,
  summary: { vi: 'Mở tài khoản nghiệp vụ', en: 'Open a business account' },
  input: {
    code: CodeWithDot.max(64),
    name: RequiredText(255),
    chartNumber: ChartNumber,
    /** Whose account it is; the operator’s as a whole when left out. */ unitId: Id.optional(),
  },
})

export const CHART_IMPORT_ROWS = 2_000

/** Lines from a file, new ones and changed ones: an export of the chart with another number beside those that get one is such a file. */
export const importChart = defineImport({
  path: `${PATH}/import`,
  permission: `${CHART}/import`,
  summary: { vi: 'Nhập hệ thống tài khoản', en: 'Import the chart of accounts' },
  entity: 'ledger.chartImport',
  row: z.object({
    /** As it is now; of a new line the one that it gets. */
    number: ChartNumber,
    newNumber: ChartNumber.optional(),
    name: RequiredText(255),
    class: AccountClass,
    /** As it is before the file, or of a new line of it. */
    parentNumber: ChartNumber.optional(),
    validFrom: DateOnly,
    validTo: DateOnly.optional(),
    allowsManual: Flag,
  }),
  unique: ['number'],
  maxRows: CHART_IMPORT_ROWS,
})
