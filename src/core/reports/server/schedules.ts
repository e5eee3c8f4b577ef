import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import type { Registrar, Report, RequestContext, ServerModule } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { conditionWords } from '#platform/server/report/layout.ts'
import { reportErrors } from '../contract/errors.ts'
import {
  createSchedule,
  listSchedules,
  MAX_SCHEDULES,
  pauseSchedule,
  removeSchedule,
  type Schedule,
  scheduleMachine,
  searchRecipients,
  updateSchedule,
} from '../contract/schedule.ts'
import { nextDue } from './period.ts'
import { mailboxesFor } from './recipients.ts'

type Person = OutputOf<typeof searchRecipients>[number]

/** A schedule is its owner's alone. */
const schedules = defineRecord({
  table: 'report.schedule',
  machine: scheduleMachine,
  visible: ({ session }) => sql`t.owner_id = ${session.userId}`,
  picture: ({ report, filter, frequency, period, hour, format, recipients, status }) => ({
    report,
    filter,
    frequency,
    period,
    hour,
    format,
    recipients,
    status,
  }),
})

export function registerSchedules(on: Registrar, reports: readonly Report[], modules: () => readonly ServerModule[]): void {
  const sendable = (path: string, ctx: RequestContext) => exportable(reports, path, ctx)

  /** The people a report is to go to, each once. Refuses one who may not have it. */
  const recipientsOf = async (ctx: RequestContext, report: Report, recipients: readonly string[]) => {
    const wanted = [...new Set(recipients)]
    if ((await people(ctx, report, { ids: wanted })).length < wanted.length) throw new AppError(reportErrors.unknownRecipient)
    return wanted
  }

  on.query(listSchedules, ({ report: path }, ctx) =>
    mine(ctx, path, async (filter) => {
      const report = reports.find(({ contract }) => contract.path === path)
      const conditions = report && conditionsOf(report, filter)
      if (!report || !conditions?.success) return []
      const { scope, language, runtime } = ctx
      return conditionWords(
        report,
        conditions.data,
        { scope, language, now: runtime.clock.now(), userId: ctx.session.userId, grant: ctx.session.scope },
        modules(),
      )
    }),
  )
  on.query(searchRecipients, ({ report, text, ids }, ctx) => people(ctx, sendable(report, ctx), { text, ids }))

  on.command(createSchedule, async ({ report: path, filter, recipients, ...rest }, ctx) => {
    const report = sendable(path, ctx)
    const conditions = conditionsOf(report, filter)
    if (!conditions.success) throw new AppError(errors.validation, {}, { fields: fieldErrors(conditions.error, ctx.language) })
    const wanted = await recipientsOf(ctx, report, recipients)
    const { count } = await ctx.tx
      .selectFrom('report.schedule')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('owner_id', '=', ctx.session.userId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_SCHEDULES) throw new AppError(reportErrors.tooManySchedules, { n: MAX_SCHEDULES })
    const { id } = await schedules.insert(ctx, {
      ...rest,
      owner_id: ctx.session.userId,
      report: path,
      filter: JSON.stringify(conditions.data),
      recipients: wanted,
      language: ctx.language,
      next_due_at: nextDue(ctx.now, rest.frequency, rest.hour),
    })
    return { id }
  })

  on.command(updateSchedule, async ({ id, version, recipients, ...rest }, ctx) => {
    const seen = await schedules.forChange(ctx, { id, version })
    const wanted = await recipientsOf(ctx, sendable(seen.row.report, ctx), recipients)
    return schedules.update(ctx, seen, { ...rest, recipients: wanted, next_due_at: nextDue(ctx.now, rest.frequency, rest.hour) })
  })

  on.command(pauseSchedule, async (ref, ctx) => {
    const seen = await schedules.forChange(ctx, ref)
    const { frequency, hour } = seen.row
    // What was missed while it was paused stays unsent.
    const next_due_at = nextDue(ctx.now, frequency as Schedule['frequency'], hour)
    return schedules.moveTo(ctx, seen, ref.active ? 'ACTIVE' : 'PAUSED', { set: { next_due_at } })
  })

  on.command(removeSchedule, async (ref, ctx) => ({ id: (await schedules.remove(ctx, ref)).id }))
}

/** Throws REP-002 for a report that is none, 403 to who may not export it. */
export function exportable(reports: readonly Report[], path: string, { session }: Pick<RequestContext, 'session'>): Report {
  const report = reports.find(({ contract }) => contract.path === path)
  if (!report) throw new AppError(reportErrors.unknownReport)
  if (!session.permissions.has(report.contract.export.permission)) throw new AppError(errors.forbidden)
  return report
}

/** The report's conditions without its period, as its contract wants them. */
export function conditionsOf({ contract }: Report, filter: unknown) {
  const { from: _from, to: _to, ...conditions } = contract.filter.shape
  return z.strictObject(conditions).safeParse(filter)
}

async function mine({ runtime: { db }, session }: RequestContext, report: string, words: (filter: unknown) => Promise<string[]>): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('report.schedule as s')
    .selectAll('s')
    .select((eb) =>
      eb
        .selectFrom('iam.person as p')
        .select(
          sql<
            Person[] | null
          >`json_agg(json_build_object('id', p.id::text, 'name', p.full_name, 'account', p.account) order by p.full_name collate platform.vi)`.as('people'),
        )
        .where(sql<SqlBool>`p.id = any(s.recipients)`)
        .as('people'),
    )
    .where('s.owner_id', '=', session.userId)
    .where('s.report', '=', report)
    .orderBy('s.id')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      version: row.version,
      // The table's own CHECKs hold these to the enums of the contract.
      frequency: row.frequency as Schedule['frequency'],
      period: row.period as Schedule['period'],
      format: row.format as Schedule['format'],
      lastResult: row.last_result as Schedule['lastResult'],
      lastReason: row.last_reason as Schedule['lastReason'],
      hour: row.hour,
      recipients: row.people ?? [],
      conditions: await words(row.filter),
      active: row.status === 'ACTIVE',
      nextDueAt: isoLocal(row.next_due_at),
      lastRunAt: row.last_run_at && isoLocal(row.last_run_at),
    })),
  )
}

async function people(
  { runtime, session }: RequestContext,
  report: Report,
  { text, ids }: { text?: string | undefined; ids?: readonly string[] | undefined },
): Promise<Person[]> {
  const { mailboxes } = await mailboxesFor(runtime.db, report, session)
  let query = mailboxes
    .select([sql<string>`m.user_id::text`.as('id'), sql<string>`m.full_name`.as('name'), sql<string>`m.account`.as('account')])
    .orderBy(inVietnamese('m.full_name'))
    .orderBy('m.user_id')
    .limit(50)
  if (ids) query = query.where('m.user_id', 'in', [...ids])
  for (const pattern of foldedPatterns(text ?? ''))
    query = query.where((eb) => eb.or([eb(sql<string>`platform.fold(m.full_name)`, 'like', pattern), eb(sql<string>`lower(m.account)`, 'like', pattern)]))
  return query.execute()
}
