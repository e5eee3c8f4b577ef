import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { importErrors } from '#kernel/import-errors.ts'
import { bomb, compound, lockedXls, manyParts, withMacros, zipOf } from '../../../../../test/hostile-workbooks.ts'
import { fileWriter, readAll } from '../../../../../test/statement-files.ts'
import { workbook } from '../../../../../test/workbooks.ts'
import type { StatementFormat } from '../../contract/format.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { appError } from './runner.ts'
import { READING_LIMITS } from './verdict.ts'

const write = fileWriter()
const COLUMNS = [
  { field: 'day' as const, by: { name: 'Ngày' } },
  { field: 'amount' as const, by: { name: 'Số tiền' } },
  { field: 'text' as const, by: { name: 'Nội dung' } },
]
type Input = z.input<typeof StatementFormat>
const TABLE = { header: { find: ['Ngày', 'Số tiền'] }, columns: COLUMNS }
const CSV: Extract<Input, { kind: 'CSV' }> = { kind: 'CSV', delimiter: ';', ...TABLE }
const XLSX: Input = { kind: 'XLSX', ...TABLE }
const MT940: Input = { kind: 'MT940' }
const CAMT: Input = { kind: 'CAMT053' }
const HEAD = 'Ngày;Số tiền;Nội dung\n'
const GOOD = `${HEAD}21/11/2026;1;Tiền hàng\n22/11/2026;2;Phí\n`
const ROWS = [
  ['Ngày', 'Số tiền', 'Nội dung'],
  ['21/11/2026', '1', 'x'],
]

const fault = async (content: string | Buffer, format: Input) => (await readAll(write(content), format)).verdict.fault

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 9 }, (_none, at) => `<!ENTITY b${at} "&a;&a;&a;&a;">`).join('')}]><Document>&b8;</Document>`

/** An .xlsx whose sheet is this text. */
const sheetOf = (sheet: string): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>') },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: Buffer.from('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
    },
    { name: 'xl/workbook.xml', content: Buffer.from('<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>') },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheet) },
  ])

describe('a text that cannot be read is refused at its line and column:', () => {
  it.each<[string, string | Buffer, Input, keyof typeof fileErrors, object]>([
    ['nothing', '', CSV, 'empty', {}],
    ['zeros', Buffer.concat([Buffer.from(GOOD), Buffer.alloc(8)]), CSV, 'notText', { row: 4, column: 1 }],
    ['a zero inside of a cell', `${HEAD}21/11/2026;1;a\u0000b\n`, CSV, 'notText', { row: 2, column: 15 }],
    ['a sign that was lost before', `${HEAD}21/11/2026;1;a\ufffdb\n`, CSV, 'encoding', { row: 2, column: 15 }],
    [
      'Windows-1258 called UTF-8',
      Buffer.concat([Buffer.from(HEAD), Buffer.from('21/11/2026;1;Ti\u00e8n\n', 'latin1')]),
      { ...CSV, encoding: 'UTF-8' },
      'encoding',
      { row: 2 },
    ],
    ['UTF-8 called Windows-1258', GOOD, { ...CSV, encoding: 'WINDOWS-1258' }, 'otherEncoding', { found: 'UTF-8' }],
    ['UTF-16 called UTF-8', Buffer.from(`\ufeff${GOOD}`, 'utf16le'), { ...CSV, encoding: 'UTF-8' }, 'otherEncoding', { found: 'UTF-16LE' }],
    ['UTF-8 called UTF-16', GOOD, { ...CSV, encoding: 'UTF-16LE' }, 'otherEncoding', { found: 'UTF-8' }],
    ['the wrong end of UTF-16', Buffer.from(GOOD, 'utf16le'), { ...CSV, encoding: 'UTF-16BE' }, 'otherEncoding', { found: 'UTF-16LE' }],
    ['UTF-16 cut inside of a letter', Buffer.from(`\ufeff${GOOD}`, 'utf16le').subarray(0, -3), CSV, 'encoding', { row: 3 }],
    ['UTF-8 cut inside of a letter', Buffer.from(`${GOOD}23/11/2026;1;Phí`).subarray(0, -1), CSV, 'encoding', { row: 4, column: 16 }],
    ['a row that is cut', `${GOOD}23/11/2026;12`, CSV, 'truncated', { row: 4, column: 'Số tiền' }],
    [
      'a table that is cut behind a row',
      `Số dư đầu kỳ;100\n${GOOD}`,
      { ...CSV, labels: { opening: ['Số dư đầu kỳ'], closing: ['Số dư cuối kỳ'] } },
      'closingMissing',
      { row: 4, label: 'Số dư cuối kỳ' },
    ],
    [
      'lines of which none can be read',
      `${HEAD}21/11/2026;1,5,0;x\n22/11/2026;?;y\n`,
      CSV,
      'nothingRead',
      { count: 2, row: 2, column: 'Số tiền', value: '1,5,0' },
    ],
    ['a quotation mark that is never closed', `${HEAD}21/11/2026;1;"x\n`, CSV, 'truncated', { row: 2, column: 1 }],
    ['a line without end', `${HEAD}${'x'.repeat(READING_LIMITS.line + 2)}`, CSV, 'lineTooLong', { row: 2 }],
    ['a quotation without end', `${HEAD}"${'x\n'.repeat(READING_LIMITS.line)}`, CSV, 'lineTooLong', { row: 2 }],
    ['a line without end in MT940', `:20:${'x'.repeat(READING_LIMITS.line + 2)}`, MT940, 'lineTooLong', { row: 1 }],
    ['more columns than any statement has', `${HEAD}${';x'.repeat(250)}\n`, CSV, 'tooManyColumns', { row: 2 }],
    ['a file of another bank', 'Date;Amount\n21/11/2026;1\n', CSV, 'headerNotFound', { titles: 'Ngày, Số tiền' }],
    ['no header in a thousand rows', 'x\n'.repeat(1_002), CSV, 'headerNotFound', {}],
    ['a header without a column', 'Ngày;Số tiền\n', CSV, 'columnMissing', { row: 1, columns: 'Nội dung' }],
    ['a header with a column twice', 'Ngày;Số tiền;Nội dung;NỘI DUNG\n', CSV, 'columnTwice', { row: 1, columns: 'Nội dung' }],
    ['days in the other order', `${HEAD}05/11/2026;1;x\n11/25/2026;2;y\n`, CSV, 'otherDayOrder', { row: 3, column: 'Ngày', found: 'MM/DD/YYYY' }],
    ['entities that grow', laughs, CAMT, 'xmlForbidden', { row: 1, column: 22 }],
    ['an entity from a file', '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', CAMT, 'xmlForbidden', { row: 2, column: 1 }],
    ['an element without end', `<Document>${'x'.repeat(1_100_000)}`, CAMT, 'xmlDeep', { row: 1 }],
  ])('%s', async (_what, content, format, error, params) => {
    expect(await fault(content, format)).toMatchObject({ code: fileErrors[error].code, params })
  })

  it('days of which one proves the configured order are rejected one by one', async () => {
    const { verdict, rejected } = await readAll(write(`${HEAD}25/11/2026;1;x\n11/25/2026;2;y\n`), CSV)
    expect(verdict.fault).toBeUndefined()
    expect(rejected).toMatchObject([{ row: 3, column: 'Ngày', value: '11/25/2026' }])
  })
})

describe('a workbook that cannot be read is refused:', () => {
  it.each<[string, Buffer | string, string]>([
    ['a csv called .xlsx', GOOD, fileErrors.notWorkbook.code],
    ['bytes of any kind', Buffer.from(Array.from({ length: 999 }, (_none, at) => (at * 37) % 256)), fileErrors.notWorkbook.code],
    ['a bomb of 4 GiB that says so', bomb(), importErrors.unpacked.code],
    ['a bomb of 4 GiB that says it is small', bomb(1_000), importErrors.damaged.code],
    ['more parts than a workbook has', manyParts(2_000), importErrors.unpacked.code],
    ['macros', withMacros(), importErrors.macros.code],
    ['a password', compound({ EncryptedPackage: Buffer.alloc(64), EncryptionInfo: Buffer.alloc(64) }), importErrors.encrypted.code],
    ['an old workbook with a password', lockedXls(workbook(ROWS, 'xls')), importErrors.encrypted.code],
    ['half a file', workbook(ROWS).subarray(0, 3_000), importErrors.damaged.code],
    ['entities in a sheet', sheetOf(laughs), fileErrors.xmlForbidden.code],
    ['a sheet that is cut', sheetOf('<worksheet><sheetData><row r="1"><c r="A1"><v>1'), fileErrors.truncated.code],
    ['rows beyond any sheet', sheetOf('<worksheet><sheetData><row r="9999999"/></sheetData></worksheet>'), fileErrors.damaged.code],
    [
      'cells beyond any sheet',
      sheetOf('<worksheet><sheetData><row r="1"><c r="ZZZZ1"><v>1</v></c></row></sheetData></worksheet>'),
      fileErrors.tooManyColumns.code,
    ],
    [
      'texts that are not there',
      sheetOf('<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row></sheetData></worksheet>'),
      fileErrors.damaged.code,
    ],
    ['a page without end', `<table><tr><td>${'x'.repeat(2_000_000)}`, fileErrors.html.code],
    ['a page that is cut', '<html><table><tr><td>Ngày</td>', fileErrors.truncated.code],
    ['a page with a table inside of a cell', '<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>', fileErrors.html.code],
    ['a page with a cell over a million columns', '<table><tr><td colspan="1000000">x</td></tr></table>', fileErrors.html.code],
    ['a page with a cell over several rows', '<table><tr><td rowspan="2">x</td></tr></table>', fileErrors.html.code],
  ])('%s', async (_what, content, code) => {
    expect((await fault(content, XLSX))?.code).toBe(code)
  })

  it('of a sheet that is not there names it; without a name the first is read', async () => {
    const other = await fault(workbook(ROWS), { ...XLSX, sheet: 'Sheet9' } as Input)
    expect(other).toEqual({ code: fileErrors.sheetMissing.code, params: { sheet: 'Sheet9' } })
    expect((await readAll(write(workbook(ROWS)), { ...XLSX, sheet: 'DỮ LIỆU' } as Input)).lines).toHaveLength(1)
  })

  it('in words of both languages', async () => {
    const refused = await fault(`${GOOD}23/11/2026;12`, CSV)
    expect(appError(refused).text('vi')).toBe('File bị cắt cụt ở dòng 4, cột Số tiền')
    expect(appError(refused).text('en')).toBe('The file ends too early, in row 4, column Số tiền')
  })
})

describe('damaged files', () => {
  const deflated = deflateRawSync(Buffer.from(GOOD))
  const ORIGINALS: [Buffer, Input][] = [
    [Buffer.from(GOOD), CSV],
    [Buffer.from(`\ufeff${GOOD}`, 'utf16le'), CSV],
    [workbook(ROWS), XLSX],
    [workbook(ROWS, 'xls'), { ...XLSX, kind: 'XLS' } as Input],
    [Buffer.from('<table><tr><td>Ngày</td><td>Số tiền</td><td>Nội dung</td></tr><tr><td>21/11/2026</td><td>1</td><td>x</td></tr></table>'), XLSX],
    [Buffer.from(':20:S\n:25:1\n:60F:C261120VND1,\n:61:261121C1,NTRFA\n:86:x\n:62F:C261121VND2,\n'), MT940],
    [Buffer.from('<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="VND">1</Amt></Ntry></Stmt></BkToCstmrStmt></Document>'), CAMT],
    [Buffer.concat([deflated, deflated]), CSV],
  ]
  const RUNS = process.env.FAULTS === 'full' ? 20_000 : 400

  it(`are read or refused, never anything else (${RUNS} mutations)`, { timeout: 60_000 + RUNS * 50 }, async () => {
    const mutation = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bytes: fc.uint8Array({ maxLength: 12 }), cut: fc.nat(12) })
    const seen = { read: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ORIGINALS), fc.array(mutation, { minLength: 1, maxLength: 3 }), async ([original, format], mutations) => {
        let content = original
        for (const { at, bytes, cut } of mutations) {
          const place = Math.floor(at * content.length)
          content = Buffer.concat([content.subarray(0, place), bytes, content.subarray(place + cut)])
        }
        const { verdict } = await readAll(write(content), format)
        seen[verdict.fault ? 'refused' : 'read']++
        if (verdict.fault) expect(appError(verdict.fault).definition.code).toBe(verdict.fault.code)
      }),
      { numRuns: RUNS },
    )
    expect(seen.read).toBeGreaterThan(0)
    expect(seen.refused).toBeGreaterThan(0)
  })
})
