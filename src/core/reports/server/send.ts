import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { standingOf } from '#core/iam/server/public.ts'
import { isoLocal, localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill } from '#kernel/language.ts'
import { Id, Timestamp } from '#kernel/primitives.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { queueMail } from '#platform/server/mail/queue.ts'
import type { FailureContext, JobContext, JobHandler, JobSchedule, Report, ServerModule } from '#platform/server/module.ts'
import { reportFile } from '#platform/server/report/file.ts'
import { readerOf } from '#platform/server/report/send.ts'
import { type OwnerColumns, scopeOf } from '#platform/server/scope.ts'
import type { Session } from '#platform/server/session/session.ts'
import type { SendReason } from '../contract/schedule.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { nextDue, periodOn } from './period.ts'
import { mailboxesFor } from './recipients.ts'
import { conditionsOf } from './schedules.ts'

const LABELS = { vi, en }
/** Bytes; what mail servers take, once the attachment is written as text. */
const LARGEST = 15 * 1024 * 1024

/** Looks for schedules that are due and asks for the sending of each. */
export const sendDueReports = defineJob({
  name: 'reports.send-due',
  title: { vi: 'Tìm báo cáo đến hạn gửi', en: 'Find reports due to be sent' },
  input: z.strictObject({}),
  retries: 0,
})
const sendReport = defineJob({
  name: 'reports.send-report',
  title: { vi: 'Lập và gửi báo cáo', en: 'Prepare and send a report' },
  input: z.strictObject({ scheduleId: Id, dueAt: Timestamp }),
  retries: 3,
  timeoutSeconds: 900,
})

export const reportSchedules: readonly JobSchedule[] = [{ job: sendDueReports, cron: '*/5 * * * *', input: {} }]

export function reportJobs(reports: readonly Report[], modules: () => readonly ServerModule[]): JobHandler[] {
  return [
    handleJob(sendDueReports, (_input, ctx) => askForDue(ctx)),
    handleJob(sendReport, ({ scheduleId, dueAt }, ctx) => send(scheduleId, new Date(dueAt), ctx, reports, modules()), {
      onFailed: ({ scheduleId, dueAt }, ctx) => notSent(scheduleId, new Date(dueAt), ctx),
    }),
  ]
}

/** Not noted as sent: an administrator may have it tried again. */
async function notSent(id: string, dueAt: Date, { tx, runtime, end }: FailureContext): Promise<void> {
  await tx
    .updateTable('report.schedule')
    .set({ last_run_at: runtime.clock.now(), last_result: 'FAILED', last_reason: (end === 'CANCELLED' ? 'CANCELLED' : 'ERROR') satisfies SendReason })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sent_for', 'is', null), eb('sent_for', '<', dueAt)]))
    .execute()
}

/** Moves each due schedule on and asks for its sending in one transaction: none is forgotten, none asked for twice. A time that was slept through is sent once. */
async function askForDue({ runtime: { db, clock } }: JobContext): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('report.schedule')
      .select(['id', 'owner_id', 'frequency', 'hour', 'next_due_at'])
      .where('status', '=', 'ACTIVE')
      .where('next_due_at', '<=', now)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of due) {
      const next = nextDue(now, row.frequency as 'DAILY', row.hour)
      await tx.updateTable('report.schedule').set({ next_due_at: next }).where('id', '=', row.id).execute()
      await enqueue(tx, sendReport, { scheduleId: row.id, dueAt: isoLocal(row.next_due_at) }, { userId: row.owner_id })
    }
  })
}

/** What keeps a report from being sent: shown at its schedule, not tried again. */
class NotSent extends Error {
  readonly result: 'SKIPPED' | 'FAILED'
  readonly reason: SendReason
  constructor(result: 'SKIPPED' | 'FAILED', reason: SendReason) {
    super(reason)
    this.result = result
    this.reason = reason
  }
}

type Row = { owner_id: string; report: string; filter: unknown; format: string; period: string; recipients: string[]; language: string; sent_for: Date | null }

async function send(id: string, dueAt: Date, ctx: JobContext, reports: readonly Report[], modules: readonly ServerModule[]): Promise<void> {
  const { db, clock, audit } = ctx.runtime
  const row = await db
    .selectFrom('report.schedule')
    .select(['owner_id', 'report', 'filter', 'format', 'period', 'recipients', 'language', 'sent_for'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Removed meanwhile, or a second delivery of the same.
  if (!row || (row.sent_for && row.sent_for >= dueAt)) return
  let outcome: Awaited<ReturnType<typeof make>> | NotSent
  try {
    outcome = await make(id, row, dueAt, ctx, reports, modules)
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    outcome = error
  }
  const made = outcome
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('report.schedule')
      .set({
        sent_for: dueAt,
        last_run_at: clock.now(),
        last_result: made instanceof NotSent ? made.result : 'SENT',
        last_reason: made instanceof NotSent ? made.reason : null,
      })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('sent_for', 'is', null), eb('sent_for', '<', dueAt)]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n || made instanceof NotSent) return
    for (const mail of made.mails) await queueMail(tx, mail)
    const after = { report: row.report, format: row.format, ...made.period, recipients: made.recipients }
    await audit.write(tx, {
      ...byUser(made.owner.account, { traceId: ctx.jobId, ip: '' }),
      action: sendReport.name,
      subjectType: 'report.schedule',
      subjectId: id,
      after,
    })
  })
}

/** The file and the mails of one sending, with the rights of the owner as they are now. Throws NotSent. */
async function make(scheduleId: string, row: Row, dueAt: Date, ctx: JobContext, reports: readonly Report[], modules: readonly ServerModule[]) {
  const { runtime, signal } = ctx
  const language = row.language === 'en' ? 'en' : 'vi'
  const { report, owner, filter } = await allowed(row, ctx, reports)
  // Whoever has left, changed sides, or may not see all of it any more, gets nothing.
  const { mailboxes } = await mailboxesFor(runtime.db, report, owner)
  const boxes = await mailboxes
    .select(['m.email', sql<string>`m.user_id::text`.as('userId')])
    .where('m.user_id', 'in', row.recipients)
    .orderBy('m.user_id')
    .execute()
  if (boxes.length === 0) throw new NotSent('SKIPPED', 'NO_RECIPIENT')
  const period = periodOn(localDate(dueAt), row.period as 'YESTERDAY')
  const owners: OwnerColumns = Object.assign({}, ...modules.map((module) => module.owners ?? {}))
  const reader = readerOf({ session: owner, scope: scopeOf(runtime.db, owner, owners), language, now: runtime.clock.now() })
  const format = row.format === 'pdf' ? 'pdf' : 'xlsx'
  const file = await reportFile(
    runtime,
    report,
    { searchSdi: { ...filter, ...period }, format },
    reader,
    modules,
    { purpose: 'MAIL', scheduleId },
    signal,
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.definition === errors.reportTooLong) throw new NotSent('FAILED', 'TOO_LONG')
    if (error instanceof AppError && error.definition === errors.validation) throw new NotSent('FAILED', 'NO_REPORT')
    throw error
  })
  const content = await bytesOf(file.stream)
  const words = { title: file.title, period: `${showDate(period.from)} – ${showDate(period.to)}`, owner: owner.fullName }
  const { mailSubject, mailText } = LABELS[language].texts
  const mails = boxes.map(({ email }) => ({
    to: String(email),
    subject: fill(mailSubject, words),
    text: fill(mailText, words),
    attachments: [{ fileName: file.name, contentType: file.type, content }],
  }))
  return { mails, owner, period, recipients: boxes.map(({ userId }) => userId) }
}

/** The report, its owner and its conditions, if the owner may still take it. */
async function allowed(
  row: Row,
  { runtime }: JobContext,
  reports: readonly Report[],
): Promise<{ report: Report; owner: Session; filter: Record<string, unknown> }> {
  const report = reports.find(({ contract }) => contract.path === row.report)
  const filter = report && conditionsOf(report, row.filter)
  if (!report || !filter?.success) throw new NotSent('FAILED', 'NO_REPORT')
  const owner = await standingOf(runtime, row.owner_id, '')
  if (!owner) throw new NotSent('SKIPPED', 'OWNER_LOCKED')
  if (!owner.permissions.has(report.contract.export.permission)) throw new NotSent('SKIPPED', 'NO_RIGHT')
  return { report, owner, filter: filter.data as Record<string, unknown> }
}

/** Ends the stream, and the query behind it, as soon as it is too much. */
async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST) throw new NotSent('FAILED', 'TOO_LARGE')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
