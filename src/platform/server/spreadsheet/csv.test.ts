import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvStream } from './csv.ts'
import type { SheetColumn, SheetRow } from './sheet.ts'

async function* from(rows: readonly SheetRow[]): AsyncGenerator<SheetRow> {
  yield* rows
}

async function write(columns: SheetColumn[], rows: readonly SheetRow[], totals?: SheetRow): Promise<string> {
  const bytes = await buffer(csvStream({ columns, rows: from(rows), ...(totals ? { totals } : {}) }))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return bytes.subarray(3).toString('utf8')
}

/** RFC 4180, read strictly. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (!match) throw new Error(`not csv at ${text.slice(0, 200)}`)
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '\r\n') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

const text: SheetColumn[] = [{ header: 'Nội dung', kind: 'text' }]

test('kinds: numbers as they are, local time, TRUE and FALSE, nothing for null', async () => {
  const columns: SheetColumn[] = (['text', 'integer', 'money', 'date', 'timestamp', 'bool'] as const).map((kind) => ({ header: kind, kind }))
  const csv = await write(
    columns,
    [
      ['Ánh, "Đức"', '-5', '-12345678901234567.89', '2026-10-31', '2026-10-31T17:30:00Z', true],
      [null, null, null, null, null, false],
    ],
    ['Tổng', '1'],
  )
  expect(csv).toBe(
    'text,integer,money,date,timestamp,bool\r\n"Ánh, ""Đức""",-5,-12345678901234567.89,2026-10-31,2026-11-01 00:30:00,TRUE\r\n,,,,,FALSE\r\nTổng,1,,,,\r\n',
  )
})

test('text that a spreadsheet would run begins with an apostrophe, in a number column too', async () => {
  const formulas = ['=1+1', '+84912345678', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1']
  expect(
    parse(
      await write(
        text,
        formulas.map((one) => [one]),
      ),
    ).slice(1),
  ).toEqual(formulas.map((one) => [`'${one}`]))
  expect(parse(await write([{ header: '=x', kind: 'money' }], [['-1+cmd'], ['-1.50']]))).toEqual([["'=x"], ["'-1+cmd"], ['-1.50']])
})

test('text with a sign that some programs split at (semicolon, tab) is in quotes, so that nothing behind it begins a cell of its own', async () => {
  const split = ['x;=1+1', 'x\t=1+1', 'a,b']
  const csv = await write(
    text,
    split.map((one) => [one]),
  )
  expect(csv.split('\r\n').slice(1, -1)).toEqual(split.map((one) => `"${one}"`))
})

test('any text comes back as it was, but for the apostrophe', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string()), { maxLength: 20 }), async (rows) => {
      const read = parse(await write([...text, { header: 'Hai', kind: 'text' }], rows)).slice(1)
      const bare = (one: string) => (/^'[=+\-@\t\r\n＝＋－＠]/.test(one) ? one.slice(1) : one)
      const expected = rows.map((row) => row.map(bare))
      expect(read.map((row) => row.map(bare))).toEqual(expected)
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
    { numRuns: 200 },
  )
})

test('an empty result has its header', async () => {
  expect(await write(text, [])).toBe('Nội dung\r\n')
})

test('takes rows only as the reader wants them, lets others have a turn, and releases the source at the end', async () => {
  let taken = 0
  let released = false
  async function* endless(): AsyncGenerator<SheetRow> {
    try {
      for (;;) yield [`dòng ${taken++}`]
    } finally {
      released = true
    }
  }
  const stream = csvStream({ columns: text, rows: endless() })
  stream.read(0)
  while (stream.readableLength < stream.readableHighWaterMark) await turn()
  const full = taken
  for (let turns = 0; turns < 5_000; turns++) await turn()
  expect(taken).toBe(full)
  stream.destroy()
  await expect.poll(() => released).toBe(true)
})
