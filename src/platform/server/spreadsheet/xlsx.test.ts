import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { unzip } from '../../../../test/unzip.ts'
import type { SheetColumn, SheetRow } from './sheet.ts'
import { type XlsxOptions, xlsxStream } from './xlsx.ts'

async function* from(rows: readonly SheetRow[]): AsyncGenerator<SheetRow> {
  yield* rows
}

const columns: SheetColumn[] = [
  { header: 'Mã giao dịch', kind: 'text' },
  { header: 'Số lượng', kind: 'integer' },
  { header: 'Số tiền', kind: 'money', width: 33 },
  { header: 'Ngày', kind: 'date' },
  { header: 'Thời điểm', kind: 'timestamp' },
  { header: 'Đã duyệt', kind: 'bool' },
]
const texts: SheetColumn[] = [{ header: 'Nội dung', kind: 'text' }]

async function write(options: Partial<XlsxOptions> & { data?: readonly SheetRow[] }): Promise<Buffer> {
  const { data = [], ...rest } = options
  return buffer(xlsxStream({ sheetName: 'Giao dịch', columns, rows: from(data), ...rest }))
}

async function open(options: Partial<XlsxOptions> & { data?: readonly SheetRow[] }): Promise<{ book: WorkBook; sheet: WorkSheet }> {
  const book = read(await write(options), { cellStyles: true, cellNF: true })
  return { book, sheet: book.Sheets[book.SheetNames[0] ?? ''] ?? {} }
}

/** The XML of one part, as it stands in the file. */
function partOf(file: Buffer, name: string): string {
  const part = unzip(file).get(name)
  if (part === undefined) throw new Error(`there is no ${name}`)
  return part
}

describe('what is written is what is read', () => {
  test('each kind of cell, Vietnamese text, empty values', async () => {
    const { book, sheet } = await open({
      data: [
        ['Bưu cục Ngã Tư Sở — «Đặng Thị Ánh» & <con>', '1234567', '1234567.50', '2026-10-31', '2026-10-31T08:30:00.000+07:00', true],
        ['', '-5', '-0.01', '1999-01-02', '2026-10-31T23:59:59Z', false],
        [null, null, null, null, null, null],
      ],
    })
    expect(book.SheetNames).toEqual(['Giao dịch'])
    expect(utils.sheet_to_json(sheet, { header: 1, raw: true, blankrows: true })).toEqual([
      columns.map(({ header }) => header),
      ['Bưu cục Ngã Tư Sở — «Đặng Thị Ánh» & <con>', 1234567, 1234567.5, new Date('2026-10-31T00:00:00Z'), new Date('2026-10-31T08:30:00Z'), true],
      [undefined, -5, -0.01, new Date('1999-01-02T00:00:00Z'), new Date('2026-11-01T06:59:59Z'), false],
      [],
    ])
    const shown = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false })
    expect(shown[1]).toEqual(['Bưu cục Ngã Tư Sở — «Đặng Thị Ánh» & <con>', '1,234,567', '1,234,567.50', '31/10/2026', '31/10/2026 08:30:00', 'TRUE'])
    expect(shown[2]?.[4]).toBe('01/11/2026 06:59:59')
  })

  test('control characters, what XML and the format reserve, and outer spaces come back as they were', async () => {
    const odd = ['a\u0000b\u0008c\u001fd', '_x0041_', '<a href="x">&amp;</a>]]>', '  hai đầu  ', 'dòng 1\ndòng 2\tba', '\uffff', '🧧 lì xì']
    const { sheet } = await open({ columns: texts, data: odd.map((text) => [text]) })
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([['Nội dung'], ...odd.map((text) => [text])])
    // XML readers turn a bare carriage return into a line feed.
    expect(partOf(await write({ columns: texts, data: [['a\rb']] }), 'xl/worksheets/sheet1.xml')).toContain('<t>a_x000D_b</t>')
  })

  test('half a surrogate pair does not spoil the file, and too long a text is cut at what Excel opens', async () => {
    const { sheet } = await open({ columns: texts, data: [['a\ud800b'], ['x'.repeat(40_000)]] })
    expect(sheet.A2?.v).toBe('a\ufffdb')
    expect(sheet.A3?.v).toBe(`${'x'.repeat(32_766)}…`)
  })

  test('an empty result has its header and nothing else', async () => {
    const { book, sheet } = await open({ data: [] })
    expect(book.SheetNames).toHaveLength(1)
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([columns.map(({ header }) => header)])
  })

  test('totals end the last sheet', async () => {
    const { sheet } = await open({ data: [['a', '1', '10.00', null, null, null]], totals: ['Tổng cộng', '1', '10.00', null, null, null] })
    expect(utils.sheet_to_json<unknown[]>(sheet, { header: 1 })[2]).toEqual(['Tổng cộng', 1, 10])
    const xml = partOf(
      await write({ data: [['a', '1', '10.00', null, null, null]], totals: ['Tổng cộng', '1', '10.00', null, null, null] }),
      'xl/worksheets/sheet1.xml',
    )
    // The filter ends above the totals, which must not be sorted in among the rows.
    expect(xml).toContain('<autoFilter ref="A1:F2"/>')
  })
})

test('a per cent shows its decimal, a count none', async () => {
  const { sheet } = await open({ columns: [{ header: 'Tỷ lệ', kind: 'integer' }], data: [['97.5'], ['98']] })
  expect(utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false }).slice(1)).toEqual([['97.50'], ['98']])
})

describe('money', () => {
  const money: SheetColumn[] = [{ header: 'Số tiền', kind: 'money' }]

  test('the decimal string stands in the file digit by digit', async () => {
    const xml = partOf(await write({ columns: money, data: [['1234567890123.45'], ['0.10'], ['100.00']] }), 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('<v>1234567890123.45</v>')
    expect(xml).toContain('<v>0.10</v>')
    expect(xml).toContain('<v>100.00</v>')
  })

  test.each([
    ['999999999999999.00', 'n'],
    ['9999999999999.99', 'n'],
    ['-999999999999999', 'n'],
    ['0.000000000000001', 'n'],
    ['1000000000000000.00', 's'],
    ['99999999999999.99', 's'],
    ['-12345678901234.56', 's'],
    ['1e5', 's'],
    ['12.', 's'],
    ['1,000', 's'],
    ['NaN', 's'],
  ])('%s is written as %s: more than 15 significant digits, or no plain number, stays text', async (amount, type) => {
    const { sheet } = await open({ columns: money, data: [[amount]] })
    expect(sheet.A2?.t).toBe(type)
    expect(type === 's' ? sheet.A2?.v : Number(sheet.A2?.v)).toBe(type === 's' ? amount : Number(amount))
  })
})

test('a day that does not exist, or that spreadsheets count wrongly, stays text', async () => {
  const { sheet } = await open({
    columns: [{ header: 'Ngày', kind: 'date' }],
    data: [['1900-02-28'], ['hôm nay'], ['1900-03-01'], ['2026-02-30'], ['2999-12-31']],
  })
  expect([2, 3, 4, 5, 6].map((row) => sheet[`A${row}`]?.v)).toEqual(['1900-02-28', 'hôm nay', 61, '2026-02-30', 401_768])
})

const FORMULAS = ['=1+1', '+84912345678', '-2+3', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', "=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")']

test('text that looks like a formula is literal text with the quote prefix', async () => {
  const file = await write({ columns: texts, data: [...FORMULAS.map((text) => [text]), ['thường']] })
  const sheet = read(file, { cellFormula: true }).Sheets['Giao dịch'] ?? {}
  FORMULAS.forEach((text, at) => {
    const cell = sheet[`A${at + 2}`]
    expect([cell?.t, cell?.v, cell?.f]).toEqual(['s', text, undefined])
  })
  const styles = [...partOf(file, 'xl/styles.xml').matchAll(/<xf [^>]*xfId="0"[^>]*>/g)].map(([xf]) => xf.includes('quotePrefix="1"'))
  const used = [...partOf(file, 'xl/worksheets/sheet1.xml').matchAll(/<c s="(\d+)" t="inlineStr">/g)].map((match) => styles[Number(match[1])])
  expect(used).toEqual([true, ...FORMULAS.map(() => true), false])
})

describe('the sheet', () => {
  test('header bold and frozen, widths, filter', async () => {
    const xml = partOf(await write({ data: [['a', '1', '1.00', null, null, null]] }), 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(xml).toContain('<col min="3" max="3" width="33" customWidth="1"/>')
    expect(xml).toContain('<autoFilter ref="A1:F2"/>')
    expect(xml).toMatch(/<sheetData><row><c s="1" t="inlineStr">/)
  })

  test('rows beyond the limit go on in the next sheet, and no sheet is empty', async () => {
    const data = Array.from({ length: 6 }, (_, at) => [`r${at}`])
    const { book } = await open({ columns: texts, data, totals: ['hết'], limits: { rows: 3, bytes: 1e9 } })
    expect(book.SheetNames).toEqual(['Giao dịch', 'Giao dịch (2)'])
    expect(book.SheetNames.map((name) => utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 }).flat())).toEqual([
      ['Nội dung', 'r0', 'r1', 'r2'],
      ['Nội dung', 'r3', 'r4', 'r5', 'hết'],
    ])
  })

  test('a sheet that grows too large for a streamed zip ends early; nothing is lost', async () => {
    const data = Array.from({ length: 4000 }, (_, at) => [`${'dài '.repeat(50)}${at}`])
    const { book } = await open({ columns: texts, data, limits: { rows: 1e6, bytes: 300_000 } })
    expect(book.SheetNames.length).toBeGreaterThan(2)
    const all = book.SheetNames.flatMap((name) => utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 }).slice(1))
    expect(all).toEqual(data)
  })

  test('a name that spreadsheet programs refuse is mended', async () => {
    const { book } = await open({ sheetName: "'Giao dịch [QR]: thu/chi? của tháng mười năm 2026'" })
    expect(book.SheetNames).toEqual(['Giao dịch  QR   thu chi  của t'])
  })
})

describe('the stream', () => {
  const wide: SheetRow = ['QR'.repeat(50), '1', '10.00', '2026-10-31', '2026-10-31T08:30:00.000+07:00', true]

  test('takes rows only as the reader wants them', async () => {
    let taken = 0
    async function* endless(): AsyncGenerator<SheetRow> {
      for (;;) {
        taken++
        yield [`${taken}${Math.random()}${Math.random()}`, '1', String(Math.random()).slice(0, 12), null, null, null]
      }
    }
    const stream = xlsxStream({ sheetName: 's', columns, rows: endless() })
    stream.read(0)
    // Nobody reads: the stream fills up to its mark, and then not one row more is taken, however often the event loop turns.
    while (stream.readableLength < stream.readableHighWaterMark) await turn()
    const full = taken
    for (let turns = 0; turns < 5_000; turns++) await turn()
    expect(taken).toBe(full)
    stream.destroy()
  })

  test('ending it in the middle lets go of the source at once, even one that is waiting for a row', async () => {
    let released = false
    const rows: AsyncIterable<SheetRow> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          released = true
          return { done: true, value: undefined }
        },
      }),
    }
    const stream = xlsxStream({ sheetName: 's', columns, rows })
    stream.read()
    await turn()
    stream.destroy()
    expect(released).toBe(true)
    const ends = new Promise((done) => stream.once('close', done))
    await ends
    expect(stream.destroyed).toBe(true)
  })

  test('a generator stopped in the middle runs its finally', async () => {
    let released = false
    async function* rows(): AsyncGenerator<SheetRow> {
      try {
        for (;;) yield wide
      } finally {
        released = true
      }
    }
    const stream = xlsxStream({ sheetName: 's', columns, rows: rows() })
    let chunks = 0
    for await (const _ of stream) if (++chunks === 10) break
    await expect.poll(() => released).toBe(true)
  })

  test('an error of the source is the error of the stream', async () => {
    async function* rows(): AsyncGenerator<SheetRow> {
      yield wide
      throw new Error('the database went away')
    }
    await expect(buffer(xlsxStream({ sheetName: 's', columns, rows: rows() }))).rejects.toThrow('the database went away')
  })

  test('memory stays flat over 200,000 rows, and the event loop keeps turning', async () => {
    async function* rows(): AsyncGenerator<SheetRow> {
      for (let at = 0; at < 200_000; at++) yield [`QR${at}`, String(at), `${at}.50`, '2026-10-31', '2026-10-31T08:30:00.000+07:00', at % 2 === 0]
    }
    const before = process.memoryUsage.rss()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    let peak = 0
    let bytes = 0
    for await (const chunk of xlsxStream({ sheetName: 's', columns, rows: rows() })) {
      bytes += (chunk as Buffer).length
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    delay.disable()
    expect(bytes).toBeGreaterThan(1e6)
    expect((peak - before) / 2 ** 20).toBeLessThan(100)
    // How often it turned, not how long a turn took: that depends on what else the machine does.
    expect(delay.count).toBeGreaterThan(20)
  })
})

const soffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

test.skipIf(!soffice)('LibreOffice reads the same values', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'buutram-soffice-'))
  try {
    const data: SheetRow[] = [
      ['Đặng Thị Ánh', '7', '1234567890123.45', '2026-10-31', '2026-10-31T08:30:15.000+07:00', true],
      ['=1+1', '-7', '0.10', null, null, false],
    ]
    writeFileSync(join(folder, 'a.xlsx'), await write({ data }))
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true'
    const profile = `-env:UserInstallation=file://${folder}/profile`
    execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, join(folder, 'a.xlsx')], { stdio: 'ignore' })
    expect(readFileSync(join(folder, 'a.csv'), 'utf8').trim().split('\n')).toEqual([
      'Mã giao dịch,Số lượng,Số tiền,Ngày,Thời điểm,Đã duyệt',
      'Đặng Thị Ánh,7,"1,234,567,890,123.45",31/10/2026,31/10/2026 08:30:15,TRUE',
      '=1+1,-7,0.10,,,FALSE',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
