import { z } from 'zod'
import { enumOf, RequiredText, trimmed } from '#kernel/primitives.ts'
import { ruleError, type ValidationRule } from '#kernel/validation-texts.ts'

/** What a column of a statement is to us. */
export const StatementField = enumOf('reconciliation.setups.statementField', [
  'day',
  'valueDay',
  'time',
  'reference',
  'documentNo',
  'amount',
  'debit',
  'credit',
  'sign',
  'fee',
  'tax',
  'balance',
  'counterAccount',
  'counterName',
  'text',
  'status',
  'account',
])
export type StatementField = z.output<typeof StatementField>

export const DayPattern = enumOf('reconciliation.setups.dayPattern', [
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DDMMYYYY',
  'DD/MM/YY',
  'DD-MM-YY',
])
export type DayPattern = z.output<typeof DayPattern>

export const TextEncoding = enumOf('reconciliation.setups.encoding', ['AUTO', 'UTF-8', 'UTF-16LE', 'UTF-16BE', 'WINDOWS-1258'])
export type TextEncoding = z.output<typeof TextEncoding>

/** How the file shows which way the money went. */
export const AmountForm = enumOf('reconciliation.setups.amountForm', ['SIGNED', 'DEBIT_CREDIT', 'SIGN_COLUMN'])

/** Which side of the file is money to us: a bank credits its customer, an operator's own export debits the bank. */
export const MoneyIn = enumOf('reconciliation.setups.moneyIn', ['CREDIT', 'DEBIT'])

/** What the running balance moves by. */
export const BalanceIncludes = enumOf('reconciliation.setups.balanceIncludes', ['AMOUNT', 'AMOUNT_FEE_TAX'])

/** What became of the payment behind a line, in our words. */
export const LineStatus = enumOf('reconciliation.setups.lineStatus', ['SUCCEEDED', 'FAILED', 'PENDING', 'REFUNDED', 'CANCELLED'])
export type LineStatus = z.output<typeof LineStatus>

const Place = z.number().int().min(1).max(200)

/** Where a column is: by its title, by its place from the left (from 1), or by its characters (from 1). */
export const ColumnPlace = z.union([
  z.strictObject({ name: RequiredText(200) }),
  z.strictObject({ place: Place }),
  z.strictObject({ start: z.number().int().min(1).max(10_000), width: z.number().int().min(1).max(2_000) }),
])
export type ColumnPlace = z.output<typeof ColumnPlace>

export const ColumnMapping = z.strictObject({ field: StatementField, by: ColumnPlace })
export type ColumnMapping = z.output<typeof ColumnMapping>

const Words = z.array(RequiredText(200)).min(1).max(20)

/** The row that holds the titles: by its number, or the first that holds all of these texts, whatever their marks and case. */
const Header = z.union([z.strictObject({ row: z.number().int().min(1).max(1_000) }), z.strictObject({ find: Words })])

/** A row whose first filled cell begins with one of the texts is no line; it is counted under the name. */
const SkipRule = z.strictObject({ name: RequiredText(100), texts: Words })

/** The row that ends the file, and what it says of the rows above: how many, and the sums of columns as they stand. */
const Trailer = z.strictObject({
  find: RequiredText(200),
  count: ColumnPlace.optional(),
  sum: ColumnPlace.optional(),
  debit: ColumnPlace.optional(),
  credit: ColumnPlace.optional(),
})
export type Trailer = z.output<typeof Trailer>

/** What stands beside the table, by the words before it: the account that the statement is of, its first and its last balance. */
const Labels = z.strictObject({ account: Words.optional(), opening: Words.optional(), closing: Words.optional() })

const table = {
  header: Header.optional(),
  columns: z.array(ColumnMapping).min(1).max(40),
  dayPattern: DayPattern.default('DD/MM/YYYY'),
  /** The cell of the day holds the document number too, behind the day. */
  dayAndDocument: z.boolean().default(false),
  decimal: z.enum(['.', ',']).default('.'),
  thousands: z.enum(['.', ',', ' ', 'NONE']).default('NONE'),
  amounts: AmountForm.default('SIGNED'),
  /** Debits stand with their minus already. */
  debitNegative: z.boolean().default(false),
  /** Fees and taxes that we pay stand with a minus. */
  feeNegative: z.boolean().default(false),
  signs: z.strictObject({ debit: Words, credit: Words }).optional(),
  moneyIn: MoneyIn.default('CREDIT'),
  /** Fields whose blank cells take what stands above. */
  fillDown: z.array(StatementField).max(10).default([]),
  skip: z.array(SkipRule).max(20).default([]),
  /** The last line of the file is the first of the day. */
  newestFirst: z.boolean().default(false),
  trailer: Trailer.optional(),
  labels: Labels.default({}),
  balanceIncludes: BalanceIncludes.default('AMOUNT'),
  /** The partner's words for what became of a payment; any other word is refused. */
  statuses: z.record(trimmed().min(1).max(60), LineStatus).meta({ maxProperties: 50 }).default({}),
}

const sheet = { sheet: trimmed().max(100).optional() }
const encoding = TextEncoding.default('AUTO')
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: ruleError('code') })
  .default('VND')
  .meta({ kind: 'code' })

/** What may stand between the cells of a text. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

const Xlsx = z.strictObject({ kind: z.literal('XLSX'), ...sheet, ...table })
const Xls = z.strictObject({ kind: z.literal('XLS'), ...sheet, ...table })
const Csv = z.strictObject({ kind: z.literal('CSV'), ...table, encoding, delimiter: z.enum(DELIMITERS).default(',') })
const Fixed = z.strictObject({ kind: z.literal('FIXED'), ...table, encoding })
const Mt940 = z.strictObject({ kind: z.literal('MT940'), encoding, currency })
const Camt053 = z.strictObject({ kind: z.literal('CAMT053'), currency })

export type TableFormat = z.output<typeof Xlsx> | z.output<typeof Xls> | z.output<typeof Csv> | z.output<typeof Fixed>

interface Refusal {
  path: (string | number)[]
  message: ValidationRule
}

const AMOUNT_FIELDS: Record<z.output<typeof AmountForm>, StatementField[]> = {
  SIGNED: ['amount'],
  DEBIT_CREDIT: ['debit', 'credit'],
  SIGN_COLUMN: ['amount', 'sign'],
}

/** What does not go together in a table: each with the field that is to be changed. */
function contradictions(format: TableFormat): Refusal[] {
  const { kind, columns, header, amounts, signs, decimal, thousands, trailer, statuses, dayAndDocument } = format
  const found: Refusal[] = []
  const refuse = (message: ValidationRule, ...path: (string | number)[]) => found.push({ path, message })
  const fields = columns.map(({ field }) => field)
  const places = [
    ...columns.map(({ by }, at) => ({ by, path: ['columns', at, 'by'] })),
    ...(['count', 'sum', 'debit', 'credit'] as const).flatMap((key) => (trailer?.[key] ? [{ by: trailer[key], path: ['trailer', key] }] : [])),
  ]
  for (const { by, path } of places) {
    if ('start' in by !== (kind === 'FIXED')) refuse('choice', ...path)
    if ('name' in by && header === undefined) refuse('required', 'header')
  }
  if (new Set(fields).size < fields.length) refuse('repeated', 'columns')
  if (!fields.includes('day') && !fields.includes('valueDay')) refuse('required', 'columns')
  if (dayAndDocument && fields.includes('documentNo')) refuse('repeated', 'columns')
  if (AMOUNT_FIELDS[amounts].some((field) => !fields.includes(field))) refuse('required', 'columns')
  if (Object.values(AMOUNT_FIELDS).some((own) => own.some((field) => fields.includes(field) && !AMOUNT_FIELDS[amounts].includes(field))))
    refuse('choice', 'amounts')
  if ((amounts === 'SIGN_COLUMN') !== (signs !== undefined)) refuse(signs ? 'choice' : 'required', 'signs')
  if (decimal === thousands) refuse('choice', 'thousands')
  if (fields.includes('status') !== Object.keys(statuses).length > 0) refuse('required', 'statuses')
  return found
}

/** How a statement of the other side is read. A table's kinds share their settings; MT940 and camt.053 say by themselves what is what. */
export const StatementFormat = z.discriminatedUnion('kind', [Xlsx, Xls, Csv, Fixed, Mt940, Camt053]).superRefine((format, context) => {
  if (!isTable(format)) return
  for (const { path, message } of contradictions(format)) context.addIssue({ code: 'custom', path, message })
})
export type StatementFormat = z.output<typeof StatementFormat>

/** True for the kinds that are rows of cells. */
export function isTable(format: StatementFormat): format is TableFormat {
  return format.kind !== 'MT940' && format.kind !== 'CAMT053'
}
