import { createHash } from 'node:crypto'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import type { Language, Params, Text } from '#kernel/language.ts'
import type { UploadedFile } from '#platform/server/files/file.ts'
import { type ReadRow, readWorkbook } from '#platform/server/import/read.ts'
import { type Cell, cleanText } from '#platform/server/import/workbook.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { BREAK_BOOK_RESOLUTIONS } from '../../contract/break-proposal.ts'
import { BREAKS_MAX, type BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { Resolution } from '../../contract/machines.ts'
import { en } from '../../labels/breaks/en.ts'
import { vi } from '../../labels/breaks/vi.ts'
import type { ReconciliationParts } from '../plug.ts'
import { rowsOf, shownRow } from './list.ts'
import { BREAK, type BreakRecord, documentOf, type Held, type LineOfBreak, linesOf, lockOpenSession } from './records.ts'
import { whyNot } from './rules.ts'
import { shownSession } from './workbook-out.ts'
import { cellsOf, isMark, isUnchanged, languageOfHeader, letterOf, markOf, PLACE, plainText, shownExpected, titleOf } from './workbook-sheet.ts'

type Output = OutputOf<BreakContracts['compareWorkbook']>

const LABELS = { vi, en }
const REASON_LENGTH = 500
const NOTE_LENGTH = 1000
const EMPTY: Text = { vi: '(trống)', en: '(empty)' }

interface Compared {
  row: number
  breakId: string | null
  version: number | null
  reference: string
  difference: string | null
  outcome: Output['rows'][number]['outcome']
  resolution: Resolution | null
  reason: string
  note: string
  problem: Text | null
}

/** What the rows are held against. */
interface Standing {
  parts: ReconciliationParts
  ctx: CommandContext
  language: Language
  session: Held['session']
  document: Held['document']
  rows: ReadonlyMap<string, BreakRecord>
  shown: ReadonlyMap<string, ReturnType<typeof shownRow>>
  lines: ReadonlyMap<string, LineOfBreak[]>
  /** Codes of other sessions, by the break. */
  others: ReadonlyMap<string, { sessionId: string; code: string }>
  /** Rows in which a break has stood before. */
  seen: Map<string, number>
}

/** Compares a filled-in workbook with what stands, row by row, and keeps the comparison. Nothing else changes. Throws RCB-001, RCB-014, IMP-*. */
export async function compareWorkbook(
  parts: ReconciliationParts,
  place: DeskPlace,
  { sessionId }: InputOf<BreakContracts['compareWorkbook']>,
  ctx: CommandContext,
  file: UploadedFile,
): Promise<Output> {
  const { tx, session: caller, now, language } = ctx
  await shownSession(place, sessionId, ctx)
  const session = await lockOpenSession(tx, sessionId)
  const read = await rowsRead(file)
  const standing = await standingOf(parts, place, ctx, session, read)
  const compared: Compared[] = []
  for (const row of read.rows) compared.push(await compareRow(row, standing))
  const uploadId = crypto.randomUUID()
  const kept = { session_id: sessionId, desk: place.desk, file_name: file.name, uploaded_by: caller.account, uploaded_at: now }
  await tx
    .insertInto('reconciliation.workbook')
    .values({ id: uploadId, ...kept, sha256: createHash('sha256').update(file.content).digest() })
    .execute()
  await keepRows(ctx, uploadId, compared)
  ctx.subject('reconciliation.workbook', uploadId, { after: { code: session.code, fileName: file.name } })
  const count = (outcome: Compared['outcome']) => compared.filter((row) => row.outcome === outcome).length
  return {
    uploadId,
    ...{ apply: count('APPLY'), unchanged: count('UNCHANGED'), stale: count('STALE'), invalid: count('INVALID') },
    rows: compared.map(({ version: _version, note: _note, problem, ...row }) => ({ ...row, problem: problem?.[language] ?? null })),
  }
}

/** The rows of the file and the language of its titles. Throws RCB-014 for what is none of our workbooks. */
async function rowsRead({ name, content }: UploadedFile): Promise<{ language: Language; rows: ReadRow[] }> {
  let language: Language | undefined
  const rows: ReadRow[] = []
  for await (const part of readWorkbook(name, content)) {
    if (Array.isArray(part)) rows.push(...part)
    else {
      const told = languageOfHeader(part.header)
      if ('wrong' in told)
        throw new AppError(breakErrors.bookForeign, { column: letterOf(told.wrong), title: { vi: titleOf(told.wrong, 'vi'), en: titleOf(told.wrong, 'en') } })
      language = told.language
    }
  }
  if (language === undefined) throw new AppError(importErrors.empty)
  return { language, rows }
}

const idOf = ([, ...cells]: ReadRow): string => {
  const id = plainText(cells[PLACE.id])
  return id !== undefined && /^\d{1,18}$/.test(id) ? id : ''
}

async function standingOf(
  parts: ReconciliationParts,
  place: DeskPlace,
  ctx: CommandContext,
  session: Held['session'],
  { language, rows }: { language: Language; rows: readonly ReadRow[] },
): Promise<Standing> {
  const { tx } = ctx
  const ids = [...new Set(rows.map(idOf).filter((id) => id !== ''))]
  const own =
    ids.length === 0 ? [] : ((await tx.selectFrom(BREAK).selectAll().where('session_id', '=', session.id).where('id', 'in', ids).execute()) as BreakRecord[])
  const known = new Map(own.map((row) => [row.id, row]))
  const shown = new Map<string, ReturnType<typeof shownRow>>()
  const present = [...known.keys()]
  for (let at = 0; at < present.length; at += BREAKS_MAX) {
    const page = await rowsOf(place, { ...ctx, language })
      .where('b.id', 'in', present.slice(at, at + BREAKS_MAX))
      .execute()
    for (const row of page) shown.set(row.id, shownRow(row))
  }
  const rest = ids.filter((id) => !known.has(id))
  const others =
    rest.length === 0
      ? []
      : await ctx.scope
          .selectFrom('reconciliation.break as b')
          .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
          .select(['b.id', 's.id as sessionId', 's.code'])
          .where('b.id', 'in', rest)
          .execute()
  return {
    ...{ parts, ctx, language, session, shown, document: await documentOf(tx, session), rows: known, seen: new Map() },
    lines: await linesOf(tx, session, present),
    others: new Map(others.map(({ id, ...other }) => [id, other])),
  }
}

const problemOf = (definition: ErrorDefinition, params: Params = {}): Text => {
  const error = new AppError(definition, params)
  return { vi: error.text('vi'), en: error.text('en') }
}

const columnOf = (at: number): Params => ({ column: letterOf(at), title: { vi: titleOf(at, 'vi'), en: titleOf(at, 'en') } })

async function compareRow(read: ReadRow, standing: Standing): Promise<Compared> {
  const [row, ...cells] = read
  const id = idOf(read)
  const known = standing.rows.get(id)
  const base: Compared = {
    ...{
      row,
      breakId: known ? id : null,
      version: known?.version ?? null,
      reference: known?.reference ?? shortText(plainText(cells[PLACE.firstShown + 1]) ?? ''),
    },
    ...{ difference: known ? String(known.difference) : null, outcome: 'INVALID', resolution: null, reason: '', note: '', problem: null },
  }
  const foreign = notOurs(id, cells, standing)
  if (foreign) return { ...base, problem: foreign }
  const before = standing.seen.get(id)
  if (before !== undefined) return { ...base, problem: problemOf(breakErrors.rowTwice, { row: before }) }
  standing.seen.set(id, row)
  if (!known || String(known.version) !== plainText(cells[PLACE.version]) || known.status !== 'OPEN')
    return { ...base, outcome: 'STALE', problem: problemOf(breakErrors.rowStale) }
  const changed = changedCell(id, cells, standing)
  if (changed) return { ...base, problem: changed }
  return filledIn(base, known, cells, standing)
}

const shortText = (text: string) => text.slice(0, 200)

/** Why a row is none that this session's workbook was given out with. */
function notOurs(id: string, cells: readonly Cell[], { ctx, session, others }: Standing): Text | undefined {
  const [version = '', mark = ''] = [plainText(cells[PLACE.version]), plainText(cells[PLACE.mark])]
  const { secretKey } = ctx.runtime.config
  if (id !== '' && isMark(mark, markOf(secretKey, session.id, id, version))) return undefined
  const other = others.get(id)
  if (other && isMark(mark, markOf(secretKey, other.sessionId, id, version))) return problemOf(breakErrors.rowOther, { code: other.code })
  return problemOf(breakErrors.rowMark)
}

/** The first locked cell that does not say what the system wrote. */
function changedCell(id: string, cells: readonly Cell[], { shown, language }: Standing): Text | undefined {
  const row = shown.get(id)
  if (!row) return problemOf(breakErrors.rowStale)
  const expected = cellsOf(row, language, '')
  for (let at = PLACE.firstShown; at < PLACE.resolution; at += 1) {
    const own = expected[at] ?? ''
    if (isUnchanged(at, cells[at], own, cleanText)) continue
    return problemOf(breakErrors.rowLocked, { ...columnOf(at), found: shortText(plainText(cells[at]) ?? '#'), expected: shortText(shownExpected(at, own)) })
  }
  return undefined
}

/** What was filled in: nothing, something that can be applied, or why not. */
async function filledIn(base: Compared, row: BreakRecord, cells: readonly Cell[], standing: Standing): Promise<Compared> {
  const invalid = (definition: ErrorDefinition, at: number, params: Params = {}): Compared => ({
    ...base,
    problem: problemOf(definition, { ...columnOf(at), ...params }),
  })
  const filled = { word: plainText(cells[PLACE.resolution]), reason: plainText(cells[PLACE.reason]), note: plainText(cells[PLACE.note]) }
  const { word, reason, note } = filled
  if (word === undefined) return invalid(breakErrors.rowCell, PLACE.resolution)
  if (reason === undefined) return invalid(breakErrors.rowCell, PLACE.reason)
  if (note === undefined) return invalid(breakErrors.rowCell, PLACE.note)
  if (word === '' && reason === '' && note === '') return { ...base, outcome: 'UNCHANGED' }
  const resolution = resolutionIn(word)
  if (resolution === undefined) return invalid(breakErrors.rowResolution, PLACE.resolution, { found: word === '' ? EMPTY : shortText(word) })
  const found = { ...base, resolution, reason: reason.slice(0, REASON_LENGTH), note: note.slice(0, NOTE_LENGTH) }
  if (resolution === 'OUTCOME')
    return { ...found, problem: problemOf(breakErrors.rowAlone, { resolution: { vi: vi.enums.resolution.OUTCOME, en: en.enums.resolution.OUTCOME } }) }
  if (reason === '') return { ...found, problem: problemOf(breakErrors.rowReason, columnOf(PLACE.reason)) }
  if (reason.length > REASON_LENGTH) return { ...found, problem: problemOf(breakErrors.rowLong, { ...columnOf(PLACE.reason), max: REASON_LENGTH }) }
  if (note.length > NOTE_LENGTH) return { ...found, problem: problemOf(breakErrors.rowLong, { ...columnOf(PLACE.note), max: NOTE_LENGTH }) }
  const { parts, ctx, session, document, lines } = standing
  const refusal = await whyNot(parts, ctx.tx, { row, session, document }, lines.get(row.id) ?? [], resolution, ctx.now)
  return refusal ? { ...found, problem: { vi: refusal.text('vi'), en: refusal.text('en') } } : { ...found, outcome: 'APPLY' }
}

/** A resolution by its word in either language. */
function resolutionIn(word: string): Resolution | undefined {
  const same = (one: string) => one.toLocaleLowerCase('vi') === word.toLocaleLowerCase('vi')
  return ([...BREAK_BOOK_RESOLUTIONS, 'OUTCOME'] as const).find(
    (resolution) => same(resolution) || Object.values(LABELS).some(({ enums }) => same(enums.resolution[resolution])),
  )
}

async function keepRows({ tx }: CommandContext, workbookId: string, rows: readonly Compared[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BREAKS_MAX)
    await tx
      .insertInto('reconciliation.workbook_row')
      .values(
        rows
          .slice(at, at + BREAKS_MAX)
          .map(({ breakId, problem, ...row }) => ({ ...row, workbook_id: workbookId, break_id: breakId, problem: problem && JSON.stringify(problem) })),
      )
      .execute()
}
