import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { IMPORT_LIMITS, importErrors } from '#kernel/import-errors.ts'
import { bomb, compound, document, lockedXls, manyParts, withMacros } from '../../../../test/hostile-workbooks.ts'
import { type Aoa, workbook } from '../../../../test/workbooks.ts'
import { checkDirectory, formatOf } from './archive.ts'
import { type ReadRow, readWorkbook } from './read.ts'
import type { SheetFacts } from './workbook.ts'

async function read(content: Buffer, name = 'a.xlsx', signal?: AbortSignal): Promise<{ facts: SheetFacts; rows: ReadRow[] }> {
  let facts: SheetFacts | undefined
  const rows: ReadRow[] = []
  for await (const part of readWorkbook(name, content, signal)) {
    if (Array.isArray(part)) rows.push(...part)
    else facts = part
  }
  if (!facts) throw new Error('no facts')
  return { facts, rows }
}

const DATA: Aoa = [
  ['STT', 'Mã', 'Tên'],
  [1, '00004', 'Ba Đình'],
]

describe('a workbook', () => {
  it.each(['xlsx', 'xls'] as const)('gives its cells as Excel keeps them (.%s)', async (format) => {
    const decomposed = 'Ba Đình'.normalize('NFD')
    const { facts, rows } = await read(
      workbook(
        [
          ['Mã', `Tên  `, 'Ngày', 'Lúc', 'Số', 'Đúng', 'Công thức', 'Lỗi', 'Mã số'],
          [
            '00004',
            `  ${decomposed}\u00a0\u200b`,
            { t: 'n', v: 45_839, z: 'dd/mm/yyyy' },
            { t: 'n', v: 45_839.354_166_666_7, z: 'dd/mm/yyyy hh:mm' },
            0.1 + 0.2,
            true,
            { t: 'n', v: 42, f: 'SUM(1,41)' },
            { t: 'e', v: 23 },
            { t: 'n', v: 7, z: '00000' },
          ],
          [null, null, null],
          [null, 'x\u0000y', { t: 'n', v: 12_345_678_901_234 }, 1e-7, -5, false, { t: 's', v: '=1+1' }, null, 1234.5],
        ],
        format,
      ),
      `a.${format}`,
    )
    expect(facts).toMatchObject({ sheet: 'Dữ liệu', sheets: 1, rows: 2, header: ['Mã', 'Tên', 'Ngày', 'Lúc', 'Số', 'Đúng', 'Công thức', 'Lỗi', 'Mã số'] })
    expect(rows[0]).toEqual([
      2,
      '00004',
      'Ba Đình',
      { d: '2025-07-01' },
      { d: '2025-07-01T08:30:00' },
      { n: '0.3' },
      true,
      { n: '42' },
      { e: '#REF!' },
      { n: '00007' },
    ])
    expect(rows[1]).toEqual([4, null, 'xy', { n: '12345678901234' }, { n: '0.0000001' }, { n: '-5' }, false, '=1+1', null, { n: '1234.5' }])
  })

  it('of the time before 1904 dates, with days counted from there', async () => {
    const content = workbook([['Ngày'], [{ t: 'n', v: 44_377, z: 'yyyy-mm-dd' }]], 'xlsx', (_sheet, book) => {
      book.Workbook = { WBProps: { date1904: true } }
    })
    expect((await read(content)).rows[0]).toEqual([2, { d: '2025-07-01' }])
  })

  it('is read in a process that ends when nobody wants it any more', async () => {
    const abort = new AbortController()
    const reading = read(workbook(DATA), 'a.xlsx', abort.signal)
    abort.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    await expect(read(workbook(DATA), 'a.xlsx', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })
})

const rowsOf = (count: number): Aoa => [['Mã', 'Tên'], ...Array.from({ length: count }, (_none, at) => [at, 'x'])]
const merged = () =>
  workbook(
    [
      ['Mã', 'Tên', null],
      ['1', 'a', 'b'],
    ],
    'xlsx',
    (sheet) => {
      sheet['!merges'] = [XLSX.utils.decode_range('B1:C1')]
    },
  )
const xls = () => workbook(DATA, 'xls')
const cut = (content: Buffer, share: number) => content.subarray(0, Math.floor(content.length * share))

describe('is refused in words, nothing read:', () => {
  it.each<[string, string, () => Buffer, keyof typeof importErrors]>([
    ['a page called .xls', 'a.xls', () => Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'notSpreadsheet'],
    ['csv called .xlsx', 'a.xlsx', () => Buffer.from('a,b\n1,2\n'), 'notSpreadsheet'],
    ['nothing', 'a.xlsx', () => Buffer.alloc(0), 'notSpreadsheet'],
    ['another ending', 'a.xlsm', () => workbook(DATA), 'notSpreadsheet'],
    ['a text document called .xlsx', 'a.xlsx', document, 'notSpreadsheet'],
    ['an old text document called .xls', 'a.xls', () => compound({ WordDocument: Buffer.from('x') }), 'notSpreadsheet'],
    ['.xls called .xlsx', 'a.xlsx', xls, 'otherFormat'],
    ['.xlsx called .xls', 'a.xls', () => workbook(DATA), 'otherFormat'],
    ['.xlsx with a password', 'a.xlsx', () => compound({ EncryptedPackage: Buffer.alloc(64), EncryptionInfo: Buffer.alloc(64) }), 'encrypted'],
    ['.xls with a password', 'a.xls', () => lockedXls(xls()), 'encrypted'],
    ['macros in .xlsx', 'a.xlsx', withMacros, 'macros'],
    ['macros in .xls', 'a.xls', () => compound({ Workbook: Buffer.from('x'), _VBA_PROJECT: Buffer.from('x') }), 'macros'],
    ['a bomb of 4 GiB that says so', 'a.xlsx', () => bomb(), 'unpacked'],
    ['a bomb of 4 GiB that says it is small', 'a.xlsx', () => bomb(1_000), 'damaged'],
    ['more parts than a workbook has', 'a.xlsx', () => manyParts(IMPORT_LIMITS.entries), 'unpacked'],
    ['one row too many', 'a.xlsx', () => workbook(rowsOf(IMPORT_LIMITS.rows + 1)), 'tooManyRows'],
    ['16,384 columns', 'a.xlsx', () => workbook([Array.from({ length: 16_384 }, (_none, at) => `c${at}`), ['1']]), 'tooManyColumns'],
    ['an empty sheet', 'a.xlsx', () => workbook([]), 'empty'],
    ['titles only', 'a.xlsx', () => workbook([['Mã', 'Tên']]), 'empty'],
    [
      'blank rows only',
      'a.xls',
      () =>
        workbook(
          [
            ['Mã', 'Tên'],
            ['', '  '],
          ],
          'xls',
        ),
      'empty',
    ],
    ['merged titles', 'a.xlsx', merged, 'mergedHeader'],
    ['half a file', 'a.xlsx', () => cut(workbook(DATA), 0.5), 'damaged'],
    ['half an .xls, its directory gone', 'a.xls', () => cut(xls(), 0.4), 'notSpreadsheet'],
    ['the first bytes', 'a.xlsx', () => cut(workbook(DATA), 0.01), 'damaged'],
  ])('%s', async (_what, name, content, error) => {
    const refused = await read(content(), name).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(refused).toBeInstanceOf(AppError)
    expect((refused as AppError).definition.code).toBe(importErrors[error].code)
  })

  it('exactly as many rows as are allowed are not', async () => {
    expect((await read(workbook(rowsOf(IMPORT_LIMITS.rows)))).rows).toHaveLength(IMPORT_LIMITS.rows)
  })
})

/** Bytes that are changed, taken out or put in. */
interface Mutation {
  at: number
  how: 'change' | 'remove' | 'insert'
  bytes: Uint8Array
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  how: fc.constantFrom('change', 'remove', 'insert'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 24 }),
})

function mutated(content: Buffer, mutations: readonly Mutation[]): Buffer {
  let result = content
  for (const { at, how, bytes } of mutations) {
    const place = Math.floor(at * result.length)
    const [before, after] = [result.subarray(0, place), result.subarray(place + (how === 'insert' ? 0 : bytes.length))]
    result = Buffer.concat(how === 'remove' ? [before, after] : [before, bytes, after])
  }
  return result
}

describe('damaged files', () => {
  const RUNS = process.env.FAULTS === 'full' ? 5_000 : 200
  const originals = [workbook(rowsOf(30)), workbook(rowsOf(30), 'xls')] as const

  /** As the server takes a file: looked at here, read in its own process; rows or a refusal, never anything else. */
  async function take(content: Buffer, name: string): Promise<'read' | 'refused'> {
    try {
      if (formatOf(name, content) === 'xlsx') await checkDirectory(content)
      const { facts, rows } = await read(content, name)
      expect(rows.length).toBe(facts.rows)
      return 'read'
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      expect(Object.values(importErrors)).toContain(error.definition)
      return 'refused'
    }
  }

  it(`never hurt the server (${RUNS} mutations)`, { timeout: 60_000 + RUNS * 2_000 }, async () => {
    const seen = { read: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), fc.array(mutation, { minLength: 1, maxLength: 3 }), async (which, mutations) => {
        seen[await take(mutated(originals[which === 0 ? 0 : 1], mutations), which === 0 ? 'a.xlsx' : 'a.xls')]++
      }),
      { numRuns: RUNS },
    )
    expect(seen.refused).toBeGreaterThan(0)
  })
})
