import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { formatMoney } from '#kernel/money.ts'
import { fileWriter, readAll } from '../../../../../test/statement-files.ts'
import { workbook } from '../../../../../test/workbooks.ts'
import type { StatementFormat } from '../../contract/format.ts'

const write = fileWriter()
type Input = z.input<typeof StatementFormat>

interface Row {
  day: string
  amount: bigint
  reference: string
  text: string
}

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019 ;,|"\'Ạđữ\t\nß€-'), maxLength: 20 }).map((text) => text.replace(/\s+/g, ' ').trim())
const row: fc.Arbitrary<Row> = fc.record({
  day: fc.date({ min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((amount) => amount !== 0n),
  reference: fc.stringMatching(/^[A-Z][A-Z0-9]{0,11}$/).filter((text) => text !== 'NONREF'),
  text: word,
})
const rows = fc.array(row, { minLength: 0, maxLength: 40 })

const TITLES = ['day', 'reference', 'amount', 'text', 'balance'] as const
const table = { header: { row: 1 }, columns: TITLES.map((field) => ({ field, by: { name: field } })), dayPattern: 'YYYY-MM-DD' as const }
const cellsOf = (all: readonly Row[], money: (value: bigint) => string): string[][] => {
  let balance = 0n
  return all.map(({ day, reference, amount, text }) => {
    balance += amount
    return [day, reference, money(amount), text, money(balance)]
  })
}
const quoted = (cell: string): string => (/[";,|\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const csv = (all: readonly Row[], delimiter: string, money = formatMoney): string =>
  `${[[...TITLES], ...cellsOf(all, money)].map((cells) => cells.map(quoted).join(delimiter)).join('\r\n')}\r\n`

/** 1234567.5 → 1.234.567,50 */
const grouped = (value: bigint): string =>
  formatMoney(value)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+(?=,))/g, '.')
const plain = (value: bigint): string => formatMoney(value < 0n ? -value : value).replace('.', ',')
const short = (day: string): string => day.slice(2).replaceAll('-', '')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function mt940(all: readonly Row[]): string {
  const closing = all.reduce((sum, { amount }) => sum + amount, 0n)
  const lines = all.flatMap(({ day, amount, reference, text }) => [
    `:61:${short(day)}${amount < 0n ? 'D' : 'C'}${plain(amount)}NTRF${reference}`,
    ...(text === '' || /^[-:]/.test(text) ? [] : [`:86:${text}`]),
  ])
  const balance = (value: bigint) => `${value < 0n ? 'D' : 'C'}261120VND${plain(value)}`
  return [':20:S', ':25:0011', `:60F:${balance(0n)}`, ...lines, `:62F:${balance(closing)}`, ''].join('\n')
}

function camt(all: readonly Row[]): string {
  const entries = all.map(
    ({ day, amount, reference, text }) =>
      `<Ntry><Amt Ccy="VND">${formatMoney(amount < 0n ? -amount : amount)}</Amt><CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>VN1</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

const page = (all: readonly Row[]): string =>
  `<table>${[[...TITLES], ...cellsOf(all, formatMoney)].map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`

const fixed = (all: readonly Row[]): string =>
  all.map(({ day, amount, reference, text }) => `${day}${formatMoney(amount).padStart(20)}${reference.padEnd(12)}${text}\n`).join('')
const FIXED_COLUMNS = (
  [
    ['day', 1, 10],
    ['amount', 11, 20],
    ['reference', 31, 12],
    ['text', 43, 30],
  ] as const
).map(([field, start, width]) => ({ field, by: { start, width } }))

const FORMATS: [string, (all: readonly Row[]) => string | Buffer, Input][] = [
  ['csv', (all) => csv(all, ','), { kind: 'CSV', ...table }],
  ['csv in UTF-16 with tabs', (all) => Buffer.from(`\ufeff${csv(all, '\t')}`, 'utf16le'), { kind: 'CSV', ...table, delimiter: '\t' }],
  ['csv with grouped amounts', (all) => csv(all, ';', grouped), { kind: 'CSV', ...table, delimiter: ';', decimal: ',', thousands: '.' }],
  ['.xlsx', (all) => workbook([[...TITLES], ...cellsOf(all, formatMoney)]), { kind: 'XLSX', ...table }],
  ['.xls', (all) => workbook([[...TITLES], ...cellsOf(all, formatMoney)], 'xls'), { kind: 'XLS', ...table }],
  ['a page', page, { kind: 'XLS', ...table }],
  ['fixed width', fixed, { kind: 'FIXED', columns: FIXED_COLUMNS, dayPattern: 'YYYY-MM-DD' }],
  ['MT940', mt940, { kind: 'MT940' }],
  ['camt.053', camt, { kind: 'CAMT053' }],
]
const EMPTY_IS_NO_FILE = new Set(['fixed width'])

describe('what was written is read back', () => {
  it.each(FORMATS)('as %s', async (name, file, format) => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        fc.pre(all.length > 0 || !EMPTY_IS_NO_FILE.has(name))
        const { lines, verdict } = await readAll(write(file(all)), format)
        expect(verdict.fault).toBeUndefined()
        expect(verdict.breakInBalance).toBeUndefined()
        expect(verdict.rejected).toBe(0)
        expect(lines.map(({ day, amount, reference, text }) => ({ day, amount, reference, text: told(name, text) }))).toEqual(
          all.map((one) => ({ ...one, text: told(name, one.text) })),
        )
        expect(verdict.moneyIn - verdict.moneyOut).toBe(all.reduce((sum, { amount }) => sum + amount, 0n))
      }),
      { numRuns: 40 },
    )
  })
})

/** The writer of MT940 leaves out texts that would be a tag or an end, and a page knows no text that is a number of spaces. */
const told = (name: string, text: string): string => (name === 'MT940' && /^[-:]/.test(text) ? '' : text)
