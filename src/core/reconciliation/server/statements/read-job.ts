import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { Id } from '#kernel/primitives.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { isDatabaseAway } from '#platform/server/http/errors.ts'
import { createSlots } from '#platform/server/http/slots.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { FailureContext, JobContext, JobHandler } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import { appError, runReader } from '../reading/runner.ts'
import type { FileVerdict } from '../reading/verdict.ts'
import { askMatch } from '../sessions/match-job.ts'
import { notePast } from '../sessions/records.ts'
import { keptFault } from '../sessions/sentences.ts'
import { documentOf } from '../setups/records.ts'
import { copyRows, withCopy } from './copy.ts'
import { partsOf } from './parts.ts'
import { stage } from './stage.ts'
import { makeStaging, STAGING } from './staging.ts'
import { askedBy, assertAtWork, endWithout, GivenUp, teller } from './task.ts'

const readStatement = defineJob({
  name: 'reconciliation.read-statement',
  title: { vi: 'Đọc sao kê đối soát', en: 'Read a statement' },
  /** `next`: files that are read behind it, in order. */
  input: z.strictObject({ statementId: Id, next: z.array(Id), thenMatch: z.boolean() }),
  retries: 2,
  timeoutSeconds: 1_800,
})

/** Files that one process reads at the same time. */
const slots = createSlots(2)

/** Has a statement read: from now on this is the work under way on its session. */
export async function beginReading(
  tx: Tx,
  sessionId: string,
  input: { statementId: string; next: readonly string[]; thenMatch: boolean },
  { account, userId }: { account: string; userId?: string },
): Promise<void> {
  const job = await enqueue(tx, readStatement, { ...input, next: [...input.next] }, userId === undefined ? {} : { userId })
  await tx
    .updateTable('reconciliation.session')
    .set({ task: 'READ', task_done: '0', task_total: '0', task_fault: null, task_job: job, asked_by: account })
    .where('id', '=', sessionId)
    .execute()
  await publish(tx, { topic: sessionsTopic })
}

interface Reading {
  statement: { id: string; session_id: string; file_name: string; status: string }
  setupId: string
}

export const readJobs = (): JobHandler[] => [
  handleJob(
    readStatement,
    async ({ statementId, next, thenMatch }, ctx) => {
      const reading = await readingOf(ctx.runtime.db, statementId)
      if (!reading) return
      try {
        await assertAtWork(ctx, reading.statement.session_id)
        await read(reading, { next, thenMatch }, ctx)
      } catch (error) {
        if (error instanceof GivenUp) return
        // The process ends, or the database is away: the job is tried again, and begins anew.
        if (ctx.signal.aborted || isDatabaseAway(error) || !(error instanceof AppError)) throw error
        await refuse(reading, error, ctx)
      }
    },
    {
      async onFailed({ statementId }, ctx) {
        const reading = await readingOf(ctx.tx, statementId)
        if (reading) await giveUp(reading, new AppError(reconciliationErrors.failed), ctx)
      },
    },
  ),
]

interface Following {
  next: readonly string[]
  thenMatch: boolean
}

/** What follows on a file that was read: the next one, then the matching, where that was asked for. */
async function goOn(tx: Tx, sessionId: string, { next, thenMatch }: Following): Promise<void> {
  const [statementId, ...rest] = next
  if (statementId !== undefined) await beginReading(tx, sessionId, { statementId, next: rest, thenMatch }, { account: 'system' })
  else if (thenMatch) await askMatch(tx, sessionId, { account: 'system' })
}

async function readingOf(db: JobContext['runtime']['db'] | FailureContext['tx'], statementId: string): Promise<Reading | undefined> {
  const row = await db
    .selectFrom('reconciliation.statement as f')
    .innerJoin('reconciliation.session as s', 's.id', 'f.session_id')
    .select(['f.id', 'f.session_id', 'f.file_name', 'f.status', 's.setup_id'])
    .where('f.id', '=', statementId)
    .where('f.status', '=', 'READING')
    .executeTakeFirst()
  if (!row) return undefined
  const { setup_id, ...statement } = row
  return { statement, setupId: setup_id }
}

/** By the revision in force now: a format that was put right counts for the next file. */
async function documentInForce({ runtime: { db } }: JobContext, setupId: string): Promise<{ revisionId: string; document: SetupDocument }> {
  const { revision_id: revisionId, code } = await db
    .selectFrom('reconciliation.setup')
    .select(['revision_id', 'code'])
    .where('id', '=', setupId)
    .executeTakeFirstOrThrow()
  if (revisionId === null) throw new AppError(reconciliationErrors.setupNotInForce, { code })
  return { revisionId, document: await documentOf(db, revisionId) }
}

/**
 * Reads the file in another process and keeps its rows, all of them or none. What follows on it is asked for in the same transaction: a process that ends
 * leaves either the file to be read or the next work to be done.
 */
async function read({ statement, setupId }: Reading, following: Following, ctx: JobContext): Promise<void> {
  const { signal, runtime } = ctx
  const { revisionId, document } = await documentInForce(ctx, setupId)
  if (!document.format) throw new AppError(reconciliationErrors.formatMissing)
  const { format, account } = document
  const by = await askedBy(runtime, statement.session_id)
  const release = await slots.take('', signal)
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  try {
    const path = join(folder, 'file')
    await pipeline(Readable.from(partsOf(runtime.db, statement.id), { objectMode: false }), createWriteStream(path), { signal })
    await withCopy(runtime.pool, async (tx, client) => {
      await makeStaging(tx)
      let verdict: FileVerdict | undefined
      const rows = runReader(path, format, { signal, ...(account === '' ? {} : { account }), onVerdict: (found) => (verdict = found) })
      await copyRows(client, STAGING, rows, teller(ctx, statement.session_id), signal)
      if (!verdict) throw new Error('the reader ended without a verdict')
      if (verdict.fault) throw appError(verdict.fault)
      await stage(tx, { statementId: statement.id, sessionId: statement.session_id, revisionId, verdict, by, at: runtime.clock.now(), jobId: ctx.jobId })
      await goOn(tx, statement.session_id, following)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
    release()
  }
}

const refuse = (reading: Reading, error: AppError, { runtime, jobId }: JobContext): Promise<void> =>
  runtime.db.transaction().execute((tx) => giveUp(reading, error, { runtime, jobId, tx }))

/** Nothing of the file is kept but the file itself and why it was refused; the files behind it, which nobody would read any more, are given up with it. */
async function giveUp({ statement }: Reading, error: AppError, { tx, jobId, runtime }: Pick<FailureContext, 'tx' | 'jobId' | 'runtime'>): Promise<void> {
  const fault = keptFault(error)
  const by = await askedBy({ db: tx }, statement.session_id)
  if (!(await endWithout(tx, statement.session_id, jobId, fault))) return
  await tx
    .updateTable('reconciliation.statement')
    .set({ status: 'REFUSED', fault: JSON.stringify(fault) })
    .where('id', '=', statement.id)
    .execute()
  await tx
    .updateTable('reconciliation.statement')
    .set({ status: 'REFUSED', fault: JSON.stringify(keptFault(new AppError(reconciliationErrors.failed))) })
    .where('session_id', '=', statement.session_id)
    .where('status', '=', 'READING')
    .execute()
  const reason = { vi: error.text('vi'), en: error.text('en') }
  await notePast(tx, statement.session_id, by, runtime.clock.now(), 'FILE_REFUSED', { file: statement.file_name, reason })
}
