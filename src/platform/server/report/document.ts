import { amountInWords } from '#kernel/amount-in-words.ts'
import { localDate, showDate, showMonth, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fieldLabel, labelPlace } from '#kernel/labels.ts'
import { fill, type Language, LOCALES } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { arranged, type ReportContract, type ReportDocument } from '#kernel/report.ts'
import type { Database } from '../database/db.ts'
import type { Report, ServerModule } from '../module.ts'
import { beginRun, type Taking } from './kept-run.ts'
import { layoutOf, type ReportColumn } from './layout.ts'
import type { ReportReader } from './report.ts'
import { fieldsOf, rowsOf } from './run.ts'
import { countStatement, DETAIL, linesStatement, TOTAL } from './sql.ts'
import { reportTexts } from './texts.ts'

type Fields = Record<string, unknown>

/** Rows that paper takes: about a hundred pages. */
const MOST_ROWS = 3_000

const isMoney = ({ kind }: ReportColumn) => kind === 'money' || kind === 'price'
const isFigure = (column: ReportColumn) => isMoney(column) || column.kind === 'count'
/** What is not broken over two lines. */
const isWhole = (column: ReportColumn) => isFigure(column) || column.kind === 'date' || column.kind === 'month'
/** How columns share the width of the paper: roughly in characters. */
const WEIGHT: Partial<Record<ReportColumn['kind'], number>> = { count: 5, money: 9, price: 9, date: 8, month: 7, code: 10, timestamp: 13 }
const TEXT_WEIGHT = 14
/** Points: a character of a figure or a day in the usual size, the paper between its margins with its number column, what each column needs beside its words. */
const CHARACTER = 4.35
const PAPER = { landscape: 760, portrait: 513 } as const
const BESIDE = 7

/** The whole of a report as it stands on paper, whose run is kept. Throws REP-001 beyond `most` rows. */
export async function reportDocument(
  db: Database,
  declared: Report,
  filter: Fields,
  reader: ReportReader,
  modules: readonly ServerModule[],
  taking: Taking,
  most = MOST_ROWS,
): Promise<ReportDocument> {
  const contract = arranged(declared.contract, filter)
  const report = { ...declared, contract }
  const query = rowsOf(report, filter, reader)
  const scope = reader.scope.getExecutor()
  const {
    rows: [counted],
  } = await scope.executeQuery(countStatement(db, contract, query, most + 1))
  if (Number(counted?._rows) > most) throw new AppError(errors.reportTooLong, { maximum: most.toLocaleString(LOCALES[reader.language]) })
  const run = await beginRun(db, report, filter, reader)
  const [layout, { rows: lines }] = await Promise.all([
    layoutOf(report, filter, reader, modules, run.code),
    scope.executeQuery(linesStatement(db, contract, query)),
  ])
  for (const line of lines) run.add(line)
  await run.keep(taking)
  const issuer = await issuerOf(db, reader)
  const grouped = new Set(contract.groups.flatMap(({ by, name }) => [by, name ?? by]))
  const fields = lines.map(fieldsOf(contract))
  const empty = emptyParts(contract, fields)
  const columns = layout.columns.filter(({ field }) => !grouped.has(field) && !contract.notPrinted.includes(field) && !empty.has(field))
  const show = shower(reader.language, hasFractions(columns, fields))
  let number = 0
  const texts = reportTexts[reader.language]
  const shown = lines.map(({ _level }, at) => {
    const row = fields[at] as Fields
    const cells = columns.map((column) => (_level === DETAIL || column.total ? show(column, row[column.field]) : ''))
    if (_level === DETAIL) return { level: 0, name: String(++number), cells }
    return _level === TOTAL ? { level: -1, name: texts.total, cells } : { level: _level, name: layout.groupName(_level, row), cells }
  })
  const longest = columns.map((column, at) => (isWhole(column) ? shown.reduce((most, { cells }) => Math.max(most, cells[at]?.length ?? 0), 0) : 0))
  const weights = columns.map(({ kind }, at) => Math.max(WEIGHT[kind] ?? TEXT_WEIGHT, longest[at] ?? 0))
  return {
    title: layout.title,
    issuer,
    form: fill(texts.form, { form: contract.form }),
    head: layout.head,
    taken: layout.taken,
    orientation: contract.orientation,
    scale: scaleOf(contract.orientation, weights, longest),
    columns: columns.map((column, at) => ({ header: column.header, align: isFigure(column) ? 'right' : 'left', weight: weights[at] as number })),
    lines: shown,
    words: inWords(report, fields.at(-1) ?? {}, reader.language),
    place: placeOf(reader),
    signatures: [...texts.signatures],
  }
}

/** How much smaller the table is written, so that no figure and no day breaks. */
function scaleOf(orientation: 'landscape' | 'portrait', weights: readonly number[], longest: readonly number[]): number {
  const room = PAPER[orientation] - weights.length * BESIDE
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return Math.min(1, ...longest.flatMap((characters, at) => (characters === 0 ? [] : [(room * (weights[at] as number)) / whole / (characters * CHARACTER)])))
}

/** The unit of who takes it under the unit it belongs to, or their partner. */
async function issuerOf(db: Database, { unitId, partnerId }: ReportReader): Promise<string[]> {
  if (partnerId !== null) {
    const partner = await db.selectFrom('organisation.partner').select('name').where('id', '=', partnerId).executeTakeFirst()
    return partner ? [partner.name] : []
  }
  const unit = await db
    .selectFrom('organisation.unit_directory as u')
    .leftJoin('organisation.unit_directory as above', 'above.id', 'u.parent_id')
    .select(['above.name as above', 'u.name'])
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  return [unit?.above, unit?.name].filter((name) => name !== null && name !== undefined)
}

/** On paper a figure of nothing is a dash. */
const NOTHING = '–'

/** What a total is made of and no line has any of: the total says as much, and the paper is narrow. What is also taken away makes a balance, whose parts all stand. */
function emptyParts({ adds }: ReportContract, rows: readonly Fields[]): ReadonlySet<string> {
  const parts = Object.values(adds).flatMap((of = []) => (of.some((field) => field.startsWith('-')) ? [] : of))
  return new Set(parts.filter((field) => rows.every((row) => Number(row[field] ?? 0) === 0)))
}

/** A figure that is no whole đồng: then all amounts show their decimals. */
function hasFractions(columns: readonly ReportColumn[], rows: readonly Fields[]): boolean {
  return columns.filter(isMoney).some(({ field }) => rows.some((row) => row[field] !== null && !String(row[field]).endsWith('.00')))
}

function shower(language: Language, fractions: boolean): (column: ReportColumn, value: unknown) => string {
  return (column, value) => {
    if (value === null || value === undefined) return ''
    if ((isMoney(column) || column.kind === 'count') && Number(value) === 0) return NOTHING
    if (isMoney(column)) return showMoney(String(value), language, fractions ? 2 : 0)
    switch (column.kind) {
      case 'count':
        return Number(value).toLocaleString(LOCALES[language])
      case 'date':
        return showDate(String(value))
      case 'month':
        return showMonth(String(value))
      case 'timestamp':
        return showTimestamp(String(value))
      default:
        return column.words[String(value)] ?? String(value)
    }
  }
}

/** 'Bằng chữ (Thực nhận): …' of the grand total; empty where the report has none, or for what words are not made of. */
export function inWords({ contract, labels }: Report, total: Fields, language: Language): string {
  const field = contract.inWords
  const words = field === undefined ? '' : amountInWords(String(total[field]), language)
  if (field === undefined || words === '') return ''
  return fill(reportTexts[language].words, { field: fieldLabel(labels[language], labelPlace(contract.entity).last, field, language) ?? field, words })
}

export function placeOf({ now, language }: Pick<ReportReader, 'now' | 'language'>): string {
  const [year = '', month = '', day = ''] = localDate(now).split('-')
  return fill(reportTexts[language].place, { day, month, year })
}
