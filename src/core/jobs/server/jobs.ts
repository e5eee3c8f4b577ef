import { sql } from 'kysely'
import { cancelJob, getJob, type JobState, listJobs, listSchedules, retryJob, runSchedule } from '#core/jobs/contract/jobs.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language, Text } from '#kernel/language.ts'
import { cancelJob as cancel, retryJob as retry, runScheduleNow } from '#platform/server/jobs/manage.ts'
import { nextRun } from '#platform/server/jobs/schedules.ts'
import { handlersOf } from '#platform/server/jobs/start.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, oneOf, words } from '#platform/server/list/where.ts'
import { redact } from '#platform/server/logging.ts'
import type { CommandContext, Registrar, RequestContext, Runtime, ServerModule } from '#platform/server/module.ts'

/** What the jobs of the system are called, by their names. */
type Titles = (runtime: Runtime) => ReadonlyMap<string, Text>

function titlesOf(modules: () => readonly ServerModule[]): Titles {
  let titles: ReadonlyMap<string, Text> | undefined
  return (runtime) => {
    titles ??= new Map([...handlersOf(modules(), runtime)].map(([name, { definition }]) => [name, definition.title]))
    return titles
  }
}

/** What a job is called in one language, else as the system calls it. */
function nameIn(titles: ReadonlyMap<string, Text>, language: Language) {
  const words = Object.fromEntries([...titles].map(([name, title]) => [name, title[language]]))
  return sql<string>`coalesce(${JSON.stringify(words)}::jsonb ->> j.name, j.name)`
}

const seconds = sql<number | null>`extract(epoch from coalesce(case when j.state = 'RUNNING' then clock_timestamp() else j.ended_at end - j.started_at))::int`

export function registerJobs(on: Registrar, modules: () => readonly ServerModule[]): void {
  const titles = titlesOf(modules)
  const rowsOf = (ctx: RequestContext) => jobs(ctx, titles(ctx.runtime))
  on.list(listJobs, {
    query: rowsOf,
    where: {
      id: (id) => sql<boolean>`j.id::text = ${id.toLowerCase()}`,
      state: oneOf('j.state'),
      period: daysOfTime('j.created_at'),
      text: (text, ctx) => {
        const known = titles(ctx.runtime)
        return words('j.name', nameIn(known, 'vi'), nameIn(known, 'en'), sql`coalesce(j.last_error, '')`)(text)
      },
    },
    key: 'j.id',
    sort: { name: 'name', createdAt: 'j.created_at', startedAt: 'j.started_at', endedAt: 'j.ended_at', seconds: 'seconds', tries: 'j.tries' },
  })
  on.query(getJob, async ({ id }, ctx) => {
    const job = await rowsOf(ctx)
      .select(['j.input', 'j.progress_note as progressNote', 'j.start_after as startAfter'])
      .where('j.id', '=', id)
      .executeTakeFirst()
    if (!job) throw new AppError(errors.notFound)
    const instant = (at: Date | null) => at && isoLocal(at)
    return {
      ...job,
      state: job.state as JobState,
      createdAt: isoLocal(job.createdAt),
      startedAt: instant(job.startedAt),
      endedAt: instant(job.endedAt),
      startAfter: instant(job.startAfter),
      input: JSON.stringify(redact(job.input), null, 2),
    }
  })
  on.command(retryJob, async ({ id }, ctx) => {
    return changed(ctx, id, (await retry(ctx.tx, id)) ? 'WAITING' : undefined)
  })
  on.command(cancelJob, async ({ id }, ctx) => {
    return changed(ctx, id, (await cancel(ctx.tx, id)) ? 'CANCELLED' : undefined)
  })
  on.query(listSchedules, async (_input, ctx) => {
    const { runtime, now } = ctx
    const rows = await runtime.db
      .selectFrom('platform.job_schedule as s')
      .leftJoin('platform.job as j', 'j.id', 's.last_job_id')
      .select(['s.name', 's.cron', 'j.created_at', 'j.state'])
      .orderBy('s.name')
      .execute()
    return rows.map(({ name, cron, created_at, state }) => {
      const next = nextRun(cron, now)
      return {
        code: name,
        name: titles(runtime).get(name)?.[ctx.language] ?? name,
        cron,
        nextRunAt: next ? isoLocal(next) : null,
        lastRunAt: created_at && isoLocal(created_at),
        lastState: state as JobState | null,
      }
    })
  })
  on.command(runSchedule, async ({ name }, ctx) => {
    const id = await runScheduleNow(ctx.tx, name, { userId: ctx.session.userId })
    if (!id) throw new AppError(errors.notFound)
    ctx.subject('platform.job', id, { after: { name } })
    return { id }
  })
}

function jobs(ctx: RequestContext, titles: ReadonlyMap<string, Text>) {
  return ctx.runtime.db
    .selectFrom('platform.job as j')
    .leftJoin(...lookup('iam.person as u', { 'u.id': 'j.user_id' }))
    .select(['j.id', 'j.name as code', 'j.state', 'j.tries', 'j.max_tries as maxTries', 'j.created_at as createdAt', 'j.started_at as startedAt'])
    .select(['j.ended_at as endedAt', 'j.last_error as lastError', 'u.full_name as askedBy', seconds.as('seconds'), nameIn(titles, ctx.language).as('name')])
    .select(sql<number | null>`(100 * j.progress_done / nullif(j.progress_total, 0))::int`.as('progress'))
}

/** 404 for an unknown job, SYS-410 when it is not in a state for this any more. */
async function changed(ctx: CommandContext, id: string, state: 'WAITING' | 'CANCELLED' | undefined) {
  const job = await ctx.tx.selectFrom('platform.job').select('name').where('id', '=', id).executeTakeFirst()
  if (!job) throw new AppError(errors.notFound)
  if (!state) throw new AppError(errors.state)
  ctx.subject('platform.job', id, { after: { name: job.name, state } })
  return { id, state }
}
