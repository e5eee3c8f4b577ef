import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { FileId } from '#kernel/files.ts'
import type { ImportEvent, ImportStatus } from '#kernel/import.ts'
import { importErrors } from '#kernel/import-errors.ts'
import type { Language } from '#kernel/language.ts'
import { byUser } from '../audit/audit.ts'
import type { Tx } from '../database/db.ts'
import { readFile } from '../files/store.ts'
import { isDatabaseAway } from '../http/errors.ts'
import { createSlots } from '../http/slots.ts'
import { defineJob } from '../jobs/job.ts'
import type { FailureContext, ImportDoor, JobContext } from '../module.ts'
import { type ImportColumn, mapHeader, unmapped } from './columns.ts'
import type { ImportContext, ImportHandler } from './handler.ts'
import { readWorkbook } from './read.ts'
import { importById, insertRows, moveOn, type Problem, problemOf, rowsOf, type StoredImport, storeProblems, storeProgress } from './store.ts'
import { type Validated, validateRows } from './validate.ts'

/** Takes an import as far as it goes without a person; harmless to repeat. */
export const runImport = defineJob({
  name: 'platform.run-import',
  title: { vi: 'Nhập dữ liệu từ file', en: 'Import from file' },
  input: z.strictObject({ id: FileId }),
  retries: 3,
  timeoutSeconds: 900,
})

/** An import with the titles and words of its columns. */
export interface KnownImport {
  handler: ImportDoor
  columns: readonly ImportColumn[]
  /** What its template is called, without the ending. */
  templateName: Record<Language, string>
}

/** Workbooks that one process reads at the same time: each may take 512 MB. */
const slots = createSlots(2)
/** Progress is stored this often at most. */
const REPORT_MS = 300

/** The import was given up meanwhile. */
class GivenUp extends Error {}

/** Reads, checks or imports, whatever the import's state asks for; ends in a state that waits for a person or is an end. */
export async function advance(id: string, known: ReadonlyMap<string, KnownImport>, ctx: JobContext): Promise<void> {
  for (;;) {
    const stored = await importById(ctx.runtime.db, id)
    const entry = stored && known.get(stored.path)
    if (!stored || !entry) return
    const step = STEPS[stored.status]
    if (!step) return
    try {
      await step(stored, entry, ctx)
    } catch (error) {
      if (error instanceof GivenUp) return
      // The process ends, or the database is away: the job is tried again, and the step begins anew.
      if (ctx.signal.aborted || isDatabaseAway(error)) throw error
      if (!(error instanceof AppError)) ctx.log.error({ error, importId: id, status: stored.status }, 'an import failed')
      await refuse(stored, error, ctx)
      return
    }
  }
}

async function refuse({ id, status }: StoredImport, error: unknown, { runtime: { db } }: JobContext): Promise<void> {
  const problem = error instanceof AppError ? problemOf(error.definition, error.params) : problemOf(importErrors.failed)
  // What could be read stays: the person may try again without another upload.
  const event = status === 'IMPORTING' ? 'stop' : 'refuse'
  await moveOn(db, { id, status: status as ImportStatus }, event, { problem: JSON.stringify(problem) })
}

/** Its job is over and it is not: the person goes on from the last step they decided, or gives it up. */
export async function giveBack(id: string, { tx, end }: FailureContext): Promise<void> {
  const problem = JSON.stringify(problemOf(end === 'CANCELLED' ? importErrors.stopped : importErrors.failed))
  for (const [status, event] of GIVEN_BACK) if (await moveOn(tx, { id, status }, event, { problem })) return
}
const GIVEN_BACK: [ImportStatus, ImportEvent][] = [
  ['READING', 'refuse'],
  ['CHECKING', 'stopChecking'],
  ['IMPORTING', 'stop'],
]

type Step = (stored: StoredImport, known: KnownImport, ctx: JobContext) => Promise<void>

const STEPS: Record<string, Step> = { READING: read, CHECKING: check, IMPORTING: keep }

/** Tells the person how far it is, and stops when they have given it up. */
function progressOf({ id, status }: StoredImport, ctx: JobContext): (done: number) => Promise<void> {
  let reportedAt = 0
  return async (done) => {
    ctx.signal.throwIfAborted()
    if (performance.now() - reportedAt < REPORT_MS) return
    reportedAt = performance.now()
    if (!(await storeProgress(ctx.runtime.db, id, status as ImportStatus, done))) throw new GivenUp()
  }
}

/** The workbook, in another process; its rows come in as they are read. */
async function read(stored: StoredImport, { columns, handler }: KnownImport, ctx: JobContext): Promise<void> {
  const { db } = ctx.runtime
  const { id, file_id, file_name } = stored
  const file = await readFile(db, file_id)
  const release = await slots.take('', ctx.signal)
  try {
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('platform.import_row').where('import_id', '=', id).execute()
      let facts = { sheet: '', sheets: 0, header: [] as string[], rows: 0 }
      const max = handler.contract.maxRows
      let count = 0
      for await (const part of readWorkbook(file_name, file.content, ctx.signal)) {
        if (Array.isArray(part)) {
          count += part.length
          if (count > max) throw new AppError(importErrors.tooManyRows, { max })
          await insertRows(tx, id, part)
        } else facts = part
        if (!(await stillWanted(tx, stored))) throw new GivenUp()
      }
      const mapping = mapHeader(columns, facts.header)
      const event = unmapped(columns, mapping).length === 0 ? 'recognise' : 'askColumns'
      const { sheet, sheets, header, rows: total } = facts
      await moveOn(tx, { id, status: 'READING' }, event, { sheet, sheets, header, mapping: JSON.stringify(mapping), total, done: 0 })
    })
  } finally {
    release()
  }
}

async function stillWanted(tx: Tx, { id, status }: StoredImport): Promise<boolean> {
  return (await tx.selectFrom('platform.import').select('id').where('id', '=', id).where('status', '=', status).executeTakeFirst()) !== undefined
}

async function check(stored: StoredImport, { handler, columns }: KnownImport, ctx: JobContext): Promise<void> {
  const { db } = ctx.runtime
  const { valid, partly, problems } = await validateRows(handler.contract, columns, stored.mapping, rowsOf(db, stored.id), progressOf(stored, ctx))
  await db.transaction().execute(async (tx) => {
    const found = await handler.check(valid, contextOf(stored, tx, ctx), partly)
    const bad = await storeProblems(tx, stored.id, [...problems, ...found])
    const { id, version } = stored
    if (!(await moveOn(tx, { id, status: 'CHECKING', version }, 'pass', { bad, done: stored.total, problem: null }))) throw new GivenUp()
  })
}

/** Keeps the rows in one transaction, checked once more in it. What has become wrong since the preview sends it back there. */
async function keep(stored: StoredImport, { handler, columns }: KnownImport, ctx: JobContext): Promise<void> {
  const { db, audit } = ctx.runtime
  const { id, mapping, path, mode } = stored
  const validated = await validateRows(handler.contract, columns, mapping, rowsOf(db, id, 'good'), progressOf(stored, ctx))
  await db.transaction().execute(async (tx) => {
    const context = contextOf(stored, tx, ctx)
    // While this is open nobody gives the import up, and no second run of the job does the same.
    const held = await tx.selectFrom('platform.import').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    if (held?.status !== 'IMPORTING') throw new GivenUp()
    const changed = await changedSince(validated, handler, context)
    if (changed.length > 0) return await backToPreview(stored, changed, tx)
    const summary = await handler.apply(validated.valid, context)
    if (Array.isArray(summary)) return await backToPreview(stored, summary, tx)
    await moveOn(tx, { id, status: 'IMPORTING' }, 'finish', { done: validated.valid.length, summary: JSON.stringify(summary), problem: null })
    await audit.write(tx, {
      ...byUser(stored.owner_account, { traceId: ctx.jobId, ip: '' }),
      action: `IMPORT ${path}`,
      subjectType: handler.contract.entity,
      subjectId: id,
      after: { file: stored.file_name, mode, rows: validated.valid.length, left: stored.total - validated.valid.length, ...summary },
    })
  })
}

async function changedSince({ valid, problems }: Validated, handler: ImportHandler, context: ImportContext) {
  return problems.length > 0 ? problems : await handler.check(valid, context, [])
}

async function backToPreview({ id, bad }: StoredImport, changed: Parameters<typeof storeProblems>[2], tx: Tx): Promise<void> {
  const known: Parameters<typeof storeProblems>[2][number][] = []
  const rows = await tx.selectFrom('platform.import_row').select(['number', 'problems']).where('import_id', '=', id).where('problems', 'is not', null).execute()
  for (const { number, problems } of rows)
    for (const one of problems as unknown as { field: string | null; vi: string; en: string }[]) known.push({ number, ...one })
  const now = await storeProblems(tx, id, [...known, ...changed])
  const problem: Problem = problemOf(importErrors.changedMeanwhile)
  await moveOn(tx, { id, status: 'IMPORTING' }, 'stop', { bad: Math.max(now, bad), problem: JSON.stringify(problem) })
}

function contextOf({ id, file_name, owner_id, owner_account, input }: StoredImport, tx: Tx, { runtime }: JobContext): ImportContext {
  return { tx, audit: runtime.audit, now: runtime.clock.now(), userId: owner_id, account: owner_account, importId: id, fileName: file_name, input }
}
