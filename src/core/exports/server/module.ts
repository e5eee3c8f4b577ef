import { sql } from 'kysely'
import { exportErrors } from '#core/exports/contract/errors.ts'
import { cancelExport, type ExportJob, KEPT_DAYS, myExports, removeExport } from '#core/exports/contract/exports.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { deleteFile } from '#platform/server/files/store.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { cancelJob } from '#platform/server/jobs/manage.ts'
import { type CommandContext, defineModule, type RequestContext, type ServerModule } from '#platform/server/module.ts'
import { exportWriter } from './write.ts'

const SUBJECT = 'exports.export'

/** Large exports: asked for by askForExport, written by a job, fetched as a file. `registry`: all lists of the system, looked at when a job runs. */
export function exportsModule(registry: () => Registry): ServerModule {
  return defineModule({
    name: 'exports',
    audit: {
      subjects: { 'exports.export': { vi: 'File xuất', en: 'Export', fields: { title: { vi: 'Tên', en: 'Name' }, state: { vi: 'Trạng thái', en: 'State' } } } },
    },
    errors: exportErrors,
    register(on) {
      on.query(myExports, (_input, ctx) => mine(ctx))

      on.command(cancelExport, async ({ id }, ctx) => {
        const { job_id, ended_at, job_state, title } = await own(ctx, id)
        if (ended_at !== null || over(job_state)) throw new AppError(errors.state)
        if (job_id !== null) await cancelJob(ctx.tx, job_id)
        await ctx.tx.updateTable('exports.export').set({ ended_at: ctx.now }).where('id', '=', id).execute()
        ctx.subject(SUBJECT, id, { before: { title }, after: { state: 'CANCELLED' } })
        return null
      })

      on.command(removeExport, async ({ id }, ctx) => {
        const { file_id, ended_at, job_state, title } = await own(ctx, id)
        if (ended_at === null && !over(job_state)) throw new AppError(errors.state)
        await ctx.tx.deleteFrom('exports.export').where('id', '=', id).execute()
        if (file_id !== null) await deleteFile(ctx.tx, file_id)
        ctx.subject(SUBJECT, id, { before: { title } })
        return null
      })
    },
    jobs: () => [exportWriter(registry)],
  })
}

/** Its job has ended without a file; null: its record is gone. */
function over(jobState: string | null): boolean {
  return jobState === null || jobState === 'FAILED' || jobState === 'CANCELLED'
}

async function mine({ runtime: { db }, session, now }: RequestContext): Promise<ExportJob[]> {
  const rows = await db
    .selectFrom('exports.export as e')
    .leftJoin('platform.job as j', 'j.id', 'e.job_id')
    .leftJoin('platform.file as f', 'f.id', 'e.file_id')
    .select(['e.id', 'e.title', 'e.rows', 'e.refusal', 'e.asked_at', 'e.ended_at', 'e.file_id', sql<'xlsx' | 'csv'>`e.input->>'format'`.as('format')])
    .select(['j.state', 'j.ended_at as job_ended_at', 'j.progress_done', 'j.progress_total', 'f.id as uuid', 'f.name', 'f.size', 'f.expires_at'])
    .where('e.user_id', '=', session.userId)
    .where('e.asked_at', '>', sql<Date>`${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`)
    .orderBy('e.asked_at', 'desc')
    .orderBy('e.id')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    format: row.format,
    state: stateOf(row),
    done: Number(row.rows ?? row.progress_done ?? 0),
    total: Number(row.rows ?? row.progress_total ?? 0),
    file: row.uuid && row.name && row.expires_at ? { uuid: row.uuid, name: row.name, size: Number(row.size), expiresAt: isoLocal(row.expires_at) } : null,
    askedAt: isoLocal(row.asked_at),
    endedAt: endOf(row),
  }))
}

function endOf({ ended_at, job_ended_at, state }: { ended_at: Date | null; job_ended_at: Date | null; state: string | null }): string | null {
  const at = ended_at ?? (over(state) ? job_ended_at : null)
  return at && isoLocal(at)
}

function stateOf({ file_id, refusal, ended_at, state }: { file_id: string | null; refusal: string | null; ended_at: Date | null; state: string | null }) {
  if (refusal !== null) return 'REFUSED'
  if (file_id !== null) return 'DONE'
  if (ended_at !== null || state === 'CANCELLED') return 'CANCELLED'
  if (state === null || state === 'FAILED') return 'FAILED'
  return state === 'RUNNING' ? 'RUNNING' : 'WAITING'
}

async function own({ tx, session }: CommandContext, id: string) {
  const row = await tx
    .selectFrom('exports.export as e')
    .leftJoin('platform.job as j', 'j.id', 'e.job_id')
    .select(['e.job_id', 'e.file_id', 'e.ended_at', 'e.title', 'j.state as job_state'])
    .where('e.id', '=', id)
    .where('e.user_id', '=', session.userId)
    .forUpdate('e')
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return row
}
