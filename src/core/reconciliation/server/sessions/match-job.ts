import { sql } from 'kysely'
import { z } from 'zod'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { Id } from '#kernel/primitives.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { isDatabaseAway } from '#platform/server/http/errors.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { CommandContext, JobContext, JobHandler } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { breaksTopic, sessionsTopic } from '../../contract/machines.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { assertIdle, sessionForChange } from '../desk.ts'
import { matchSession } from '../matching/match.ts'
import { plugOf, type ReconciliationPlug } from '../plug.ts'
import { documentOf } from '../setups/records.ts'
import { askedBy, assertAtWork, endWithout, GivenUp, lockForEnd, NO_TASK, tell } from '../statements/task.ts'
import { collect, makeStale, takeCarried } from './collect.ts'
import { lockSession, notePast, SESSION, type SessionRow, sessions } from './records.ts'
import { keptFault } from './sentences.ts'
import { dropStale } from './stale.ts'

const matchLinesOf = defineJob({
  name: 'reconciliation.match-session',
  title: { vi: 'Khớp phiên đối soát', en: 'Match a session' },
  input: z.strictObject({ sessionId: Id }),
  retries: 2,
  timeoutSeconds: 3_600,
})

/** States that a session is matched from; one without a statement only where both sides are our own. */
const MATCHED_FROM: readonly string[] = ['DRAFT', 'IMPORTED', 'MATCHED', 'REVIEWING']

/** Has a session matched in the background. */
export async function askMatch(tx: Tx, sessionId: string, { account, userId }: { account: string; userId?: string }): Promise<void> {
  const job = await enqueue(tx, matchLinesOf, { sessionId }, userId === undefined ? {} : { userId })
  await tx
    .updateTable('reconciliation.session')
    .set({ task: 'COLLECT', task_done: '0', task_total: '0', task_fault: null, task_job: job, asked_by: account })
    .where('id', '=', sessionId)
    .execute()
  await publish(tx, { topic: sessionsTopic })
}

/** Asks for a matching. Throws RCN-030, RCN-040, SYS-410. */
export async function match(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  ref: InputOf<SessionContracts['match']>,
  ctx: CommandContext,
): Promise<Ref> {
  const seen = await sessionForChange(ctx, place, ref)
  const { row } = seen
  assertIdle(row)
  if (!MATCHED_FROM.includes(row.status)) throw new AppError(errors.state, {}, { data: { version: row.version, status: row.status } })
  if (row.status === 'DRAFT' && !plugOf(plugs, row.plug).theirLines) throw new AppError(reconciliationErrors.noStatement)
  const { version } = await sessions.save(ctx.tx, stampOf(ctx), row, {})
  await askMatch(ctx.tx, row.id, ctx.session)
  ctx.subject(SESSION, row.id, { after: { task: 'MATCH' } })
  return { id: row.id, version }
}

export const matchJobs = (plugs: readonly ReconciliationPlug[]): JobHandler[] => [
  handleJob(
    matchLinesOf,
    async ({ sessionId }, ctx) => {
      try {
        await assertAtWork(ctx, sessionId)
        await run(plugs, sessionId, ctx)
      } catch (error) {
        if (error instanceof GivenUp) return
        // The process ends, or the database is away: the job is tried again, and begins anew.
        if (ctx.signal.aborted || isDatabaseAway(error) || !(error instanceof AppError)) throw error
        await ctx.runtime.db.transaction().execute((tx) => endWithout(tx, sessionId, ctx.jobId, keptFault(error)))
      }
    },
    {
      async onFailed({ sessionId }, { tx, jobId }) {
        await endWithout(tx, sessionId, jobId, keptFault(new AppError(reconciliationErrors.failed)))
      },
    },
  ),
]

/** Takes our side in and matches, in one transaction: a process that dies on the way has changed nothing. */
async function run(plugs: readonly ReconciliationPlug[], sessionId: string, ctx: JobContext): Promise<void> {
  const { runtime } = ctx
  const by = await askedBy(runtime, sessionId)
  const at = runtime.clock.now()
  await runtime.db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom(SESSION).selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()
    const plug = plugOf(plugs, before.plug)
    const { revision_id, code } = await tx
      .selectFrom('reconciliation.setup')
      .select(['revision_id', 'code'])
      .where('id', '=', before.setup_id)
      .executeTakeFirstOrThrow()
    const revisionId = revision_id ?? before.revision_id
    const document = await documentOf(tx, revisionId)
    if (!MATCHED_FROM.includes(before.status)) throw new AppError(reconciliationErrors.settledStatement, { code })
    await tell(ctx, sessionId, { task: 'COLLECT' })
    await makeStale(tx)
    await collect(tx, plug, before as SessionRow, 'O')
    await collect(tx, plug, before as SessionRow, 'T')
    await takeCarried(tx, before as SessionRow)
    ctx.signal.throwIfAborted()
    await tell(ctx, sessionId, { task: 'MATCH' })
    const session = await lockForEnd(tx, ctx, sessionId)
    await dropStale(tx, session, { by, at })
    const staged = session.status === 'IMPORTED' ? session : await sessions.save(tx, { by, at }, session, {}, 'stage')
    await matchSession(tx, sessionId, document, localDate(at))
    const counted = await lockSession(tx, sessionId)
    const done = { ...NO_TASK, ...(await allLines(tx, staged)), task_fault: null, revision_id: revisionId, ours_as_of: at, matched_at: at }
    const saved = await sessions.save(tx, { by, at }, { ...counted, version: staged.version }, done, counted.breaks_open === 0 ? 'match' : 'review')
    await notePast(tx, sessionId, by, at, 'MATCHED', { ours: saved.matched_ours, theirs: saved.matched_theirs, breaks: saved.breaks })
    await publish(tx, { topic: sessionsTopic })
    await publish(tx, { topic: breaksTopic })
  })
}

/** How many lines there are on both sides, those that moved nothing among them. */
async function allLines(tx: Tx, { id, from_day }: SessionRow): Promise<{ all_ours: number; all_theirs: number }> {
  const { rows } = await sql<{ all_ours: number; all_theirs: number }>`
    select count(*) filter (where side = 'O')::integer as all_ours, count(*) filter (where side = 'T')::integer as all_theirs
      from reconciliation.line where session_id = ${id} and period = ${from_day}`.execute(tx)
  return rows[0] ?? { all_ours: 0, all_theirs: 0 }
}
