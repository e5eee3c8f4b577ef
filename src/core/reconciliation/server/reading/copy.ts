import type { ReadRow } from './verdict.ts'

/** Columns of the rows that are copied into the database, in this order unless others are asked for. */
export const COPY_COLUMNS = [
  'row',
  'verdict',
  'day',
  'at',
  'amount_hundredths',
  'fee_hundredths',
  'tax_hundredths',
  'balance_hundredths',
  'reference',
  'document_no',
  'counter_account',
  'counter_name',
  'text',
  'status',
  'rule_or_column',
  'value',
  'error_code',
  'error_params',
] as const
export type CopyColumn = (typeof COPY_COLUMNS)[number]

const NULL = '\\N'
const SPECIAL = /[\\\t\n\r]/
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign) : text)

type Writer = (row: ReadRow) => string

const ofLine = (write: (line: Extract<ReadRow, { verdict: 'ACCEPTED' }>['line']) => string): Writer => {
  return (row) => (row.verdict === 'ACCEPTED' ? write(row.line) : NULL)
}
const ofRejected = (write: (row: Extract<ReadRow, { verdict: 'REJECTED' }>) => string): Writer => {
  return (row) => (row.verdict === 'REJECTED' ? write(row) : NULL)
}

const WRITERS: Record<CopyColumn, Writer> = {
  row: ({ row }) => String(row),
  verdict: ({ verdict }) => verdict.charAt(0),
  day: ofLine(({ day }) => day),
  at: ofLine(({ at }) => at ?? NULL),
  amount_hundredths: ofLine(({ amount }) => amount.toString()),
  fee_hundredths: ofLine(({ fee }) => fee.toString()),
  tax_hundredths: ofLine(({ tax }) => tax.toString()),
  balance_hundredths: ofLine(({ balance }) => balance?.toString() ?? NULL),
  reference: ofLine(({ reference }) => escaped(reference)),
  document_no: ofLine(({ documentNo }) => escaped(documentNo)),
  counter_account: ofLine(({ counterAccount }) => escaped(counterAccount)),
  counter_name: ofLine(({ counterName }) => escaped(counterName)),
  text: ofLine(({ text }) => escaped(text)),
  status: ofLine(({ status }) => escaped(status)),
  rule_or_column: (row) => (row.verdict === 'ACCEPTED' ? NULL : escaped(row.verdict === 'IGNORED' ? row.rule : row.column)),
  value: ofRejected(({ value }) => escaped(value.toWellFormed())),
  error_code: ofRejected(({ error }) => error.code),
  error_params: ofRejected(({ error }) => escaped(JSON.stringify(error.params).toWellFormed())),
}

/** Writes rows as PostgreSQL's COPY reads them (text format). */
export function copyWriter(columns: readonly CopyColumn[]): (rows: readonly ReadRow[]) => string {
  const writers = columns.map((column) => WRITERS[column])
  return (rows) => {
    let text = ''
    for (const row of rows) {
      for (let at = 0; at < writers.length; at++) text += (at === 0 ? '' : '\t') + (writers[at] as Writer)(row)
      text += '\n'
    }
    return text
  }
}
