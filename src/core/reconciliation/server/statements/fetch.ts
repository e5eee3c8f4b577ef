import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { holidays, isWorkday } from '#core/masterdata/server/public.ts'
import { offersOperation, partnerConnector, type StatementAnswer } from '#core/partners/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { DateOnly, Id } from '#kernel/primitives.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { cleanFileName } from '#platform/server/files/file.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { CommandContext, JobContext, JobHandler, JobSchedule } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { sessionForChange } from '../desk.ts'
import { plugOf, type ReconciliationPlug } from '../plug.ts'
import { daysFrom } from '../sessions/calendar.ts'
import { holderOf, openSession } from '../sessions/create.ts'
import { lockSession, notePast, SESSION, type SessionRow, sessions } from '../sessions/records.ts'
import { keptFault } from '../sessions/sentences.ts'
import { setups } from '../setups/records.ts'
import { keepParts } from './parts.ts'
import { beginReading } from './read-job.ts'
import { askedBy, assertAtWork, endWithout, GivenUp, tell } from './task.ts'
import { assertNew, assertTakesStatements } from './upload.ts'

const fetchDays = defineJob({
  name: 'reconciliation.fetch-statement',
  title: { vi: 'Lấy sao kê từ đối tác', en: 'Fetch a statement from a partner' },
  input: z.strictObject({ sessionId: Id, days: z.array(DateOnly).min(1), thenMatch: z.boolean() }),
  retries: 3,
  timeoutSeconds: 600,
})

export const fetchDue = defineJob({
  name: 'reconciliation.fetch-due',
  title: { vi: 'Lấy sao kê đến hạn của các đối tác', en: 'Fetch the statements that are due' },
  input: z.strictObject({}),
  timeoutSeconds: 600,
})

export const fetchSchedules: readonly JobSchedule[] = [{ job: fetchDue, cron: '*/30 * * * *', input: {} }]

/** Days back that are still fetched by themselves: a weekend, a holiday or a failure is made up for. */
const BACK = 7

/** Asks the partner for the statement of each day of a session that it has none of. Throws RCN-032 and what the session refuses. */
export async function fetchNow(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  ref: InputOf<SessionContracts['fetchStatement']>,
  ctx: CommandContext,
): Promise<Ref> {
  const { tx, session } = ctx
  const { row } = await sessionForChange(ctx, place, ref)
  assertTakesStatements(plugOf(plugs, row.plug), row)
  if (row.partner_id === null || !(await offersOperation(tx, row.partner_id, 'STATEMENT')))
    throw new AppError(reconciliationErrors.noConnector, { partner: await partnerName(tx, row.partner_id) })
  const { version } = await sessions.save(tx, stampOf(ctx), row, {})
  await askFetch(tx, row, session)
  ctx.subject(SESSION, row.id, { after: { task: 'READ', fromDay: row.from_day, toDay: row.to_day } })
  return { id: row.id, version }
}

const partnerName = async (db: Queryable, id: string | null): Promise<string> =>
  (id && (await db.selectFrom('organisation.partner').select('name').where('id', '=', id).executeTakeFirst())?.name) || '—'

async function askFetch(
  tx: Tx,
  { id, from_day, to_day }: Pick<SessionRow, 'id' | 'from_day' | 'to_day'>,
  { account, userId }: { account: string; userId?: string },
  thenMatch = false,
): Promise<void> {
  const job = await enqueue(tx, fetchDays, { sessionId: id, days: daysFrom(from_day, to_day), thenMatch }, userId === undefined ? {} : { userId })
  await tx
    .updateTable('reconciliation.session')
    .set({ task: 'READ', task_done: '0', task_total: '0', task_fault: null, task_job: job, asked_by: account })
    .where('id', '=', id)
    .execute()
  await publish(tx, { topic: sessionsTopic })
}

interface Answered {
  day: string
  file: NonNullable<StatementAnswer['file']>
}

const hashOf = ({ bytes }: Answered['file']): Buffer => createHash('sha256').update(bytes).digest()

/** Of several answers, those that the session does not have yet; all of them where it has each: then somebody is told so. */
async function withoutHeld(tx: Tx, sessionId: string, answers: readonly Answered[]): Promise<readonly Answered[]> {
  const held = await tx.selectFrom('reconciliation.statement').select('sha256').where('session_id', '=', sessionId).where('status', '=', 'STAGED').execute()
  const hashes = new Set(held.map(({ sha256 }) => sha256?.toString('hex')))
  const fresh = answers.filter(({ file }) => !hashes.has(hashOf(file).toString('hex')))
  return fresh.length > 0 ? fresh : answers
}

/** Fetches all of the days, keeps their files, and has them read one after the other. */
async function run({ sessionId, days, thenMatch }: z.output<typeof fetchDays.input>, ctx: JobContext): Promise<void> {
  const { runtime } = ctx
  await assertAtWork(ctx, sessionId)
  const session = await runtime.db.selectFrom(SESSION).selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()
  const { partner_id: partnerId } = session
  if (partnerId === null) throw new AppError(reconciliationErrors.noConnector, { partner: '—' })
  const by = await askedBy(runtime, sessionId)
  const answers: Answered[] = []
  for (const day of days) {
    await tell(ctx, sessionId, { done: answers.length, total: days.length })
    const answer = await partnerConnector(runtime).statement(partnerId, { day })
    if (answer.verdict === 'PENDING') throw new AppError(reconciliationErrors.notMadeYet, { day: showDate(day) })
    if (!answer.file) throw new AppError(reconciliationErrors.notFetched, { day: showDate(day), partner: await partnerName(runtime.db, partnerId) })
    answers.push({ day, file: answer.file })
  }
  await runtime.db.transaction().execute(async (tx) => {
    const row = await lockSession(tx, sessionId)
    if (row.task_job !== ctx.jobId) throw new GivenUp()
    const fresh = await withoutHeld(tx, sessionId, answers)
    const kept: string[] = []
    for (const { day, file } of fresh) kept.push(await keepFetched(tx, row, { day, file, by, at: runtime.clock.now() }))
    const [first, ...rest] = kept
    if (first) await beginReading(tx, sessionId, { statementId: first, next: rest, thenMatch }, { account: by })
  })
}

async function keepFetched(tx: Tx, session: SessionRow, { day, file, by, at }: Answered & { by: string; at: Date }): Promise<string> {
  const sha256 = hashOf(file)
  await assertNew(tx, session, sha256)
  const name = cleanFileName(file.name)
  const bytes = String(file.bytes.length)
  const { id } = await tx
    .insertInto('reconciliation.statement')
    .values({
      ...{ session_id: session.id, origin: 'CONNECTOR', file_name: name, bytes, received: bytes, sha256, status: 'READING' },
      ...{ uploaded_by: by, uploaded_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepParts(tx, id, 0, file.bytes)
  await notePast(tx, session.id, by, at, 'FETCHED', { day: showDate(day), file: name })
  return id
}

/** Sessions of yesterday, and of working days that were missed, of the configurations that fetch by themselves. */
async function begin({ runtime, signal, log }: JobContext): Promise<void> {
  const { db, clock } = runtime
  const now = clock.now()
  const today = localDate(now)
  const off = await holidays(db)
  const { rows } = await sql<{ id: string; since: string }>`
    select c.id, (c.created_at at time zone 'Asia/Ho_Chi_Minh')::date::text as since from reconciliation.setup c join reconciliation.revision r on r.id = c.revision_id
     where c.status = 'ACTIVE' and (r.document ->> 'connector')::boolean
       and exists (select from partner.endpoint e where e.partner_id = c.partner_id and e.status = 'ON' and 'STATEMENT' = any(e.operations)) order by c.id`.execute(
    db,
  )
  for (const { id, since } of rows) {
    for (const day of daysFrom(addDays(today, -BACK), addDays(today, -1))) {
      signal.throwIfAborted()
      if (day < since || !isWorkday(day, off)) continue
      try {
        await db.transaction().execute((tx) => fetchFor(tx, id, day, now))
      } catch (error) {
        log.error({ error, setup: id, day }, 'a statement could not be asked for')
      }
    }
  }
}

/** Whether somebody has cancelled the session of this day: it is not made anew by itself. */
async function wasCancelled(tx: Tx, setupId: string, day: string): Promise<boolean> {
  const found = await tx
    .selectFrom(SESSION)
    .select('id')
    .where('setup_id', '=', setupId)
    .where('status', '=', 'CANCELLED')
    .where('from_day', '<=', day)
    .where('to_day', '>=', day)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function fetchFor(tx: Tx, setupId: string, day: string, now: Date): Promise<void> {
  const setup = await setups.lock(tx, { id: setupId })
  const days = { fromDay: day, toDay: day }
  const holder = await holderOf(tx, setup, days)
  if (!holder && (await wasCancelled(tx, setupId, day))) return
  const id = holder?.id ?? (await openSession(tx, setup, days, { by: 'system', at: now })).id
  const session = await lockSession(tx, id)
  // One that somebody works on is theirs.
  if (session.status !== 'DRAFT' || session.task !== null || session.from_day !== session.to_day) return
  // What was refused would be refused again: somebody has to look at it.
  const refused = await tx
    .selectFrom('reconciliation.statement')
    .select('id')
    .where('session_id', '=', id)
    .where('origin', '=', 'CONNECTOR')
    .where('status', '=', 'REFUSED')
    .limit(1)
    .executeTakeFirst()
  if (refused) return
  await askFetch(tx, session, { account: 'system' }, true)
}

export const fetchJobs = (): JobHandler[] => [
  handleJob(
    fetchDays,
    async (input, ctx) => {
      try {
        await run(input, ctx)
      } catch (error) {
        if (error instanceof GivenUp) return
        if (!(error instanceof AppError)) throw error
        await ctx.runtime.db.transaction().execute((tx) => endWithout(tx, input.sessionId, ctx.jobId, keptFault(error)))
      }
    },
    {
      async onFailed({ sessionId }, { tx, jobId }) {
        await endWithout(tx, sessionId, jobId, keptFault(new AppError(reconciliationErrors.failed)))
      },
    },
  ),
  handleJob(fetchDue, (_input, ctx) => begin(ctx)),
]
