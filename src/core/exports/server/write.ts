import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { exportErrors } from '#core/exports/contract/errors.ts'
import { standingOf } from '#core/iam/server/public.ts'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { KEPT_DAYS } from '#kernel/exports.ts'
import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { storeFile } from '#platform/server/files/store.ts'
import { countRows, type ExportInput, openExport } from '#platform/server/http/export.ts'
import { type ExportEntry, ownersOf, type Registry } from '#platform/server/http/registry.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { FailureContext, JobContext, JobHandler, RequestContext, Runtime } from '#platform/server/module.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { scopeKey } from '#platform/server/scope-key.ts'
import type { Session } from '#platform/server/session/session.ts'
import { exportFile } from './file.ts'

/** Rows written between two words about how far it is. */
const STEP = 1_000
const DAY_MS = 86_400_000

/** Repeated, it writes the file anew: the one of a try that failed was rolled back with it. */
export const writeExport = defineJob({
  name: 'exports.write-file',
  title: { vi: 'Tạo file xuất nhiều dòng', en: 'Create a large export file' },
  input: z.strictObject({ exportId: z.uuid() }),
  retries: 2,
  timeoutSeconds: 10_800,
  lane: 'export',
})

interface Asked {
  id: string
  user_id: string
  client_id: string
  list: string
  permission: string
  scope: unknown
  title: string
  language: string
  input: unknown
}

const exportReady = defineNotification({
  name: 'EXPORT_READY',
  text: { vi: 'File {name} đã sẵn sàng để tải xuống', en: '{name} is ready to download' },
})
const exportFailed = defineNotification({
  name: 'EXPORT_FAILED',
  text: { vi: 'Không tạo được file {name}', en: '{name} could not be created' },
})

export function exportWriter(registry: () => Registry): JobHandler {
  const run = async ({ exportId }: { exportId: string }, job: JobContext) => {
    const { db, clock } = job.runtime
    const asked = await db.selectFrom('exports.export').selectAll().where('id', '=', exportId).where('ended_at', 'is', null).executeTakeFirst()
    if (!asked) return
    try {
      const all = registry()
      await write(asked, await standing(asked, job.runtime), entryOf(all, asked.list), all, job)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A right that is gone does not come back by trying again.
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('exports.export').set({ refusal: error.definition.code, ended_at: clock.now() }).where('id', '=', exportId).execute()
        await notify(tx, { userIds: [asked.user_id], kind: exportFailed, params: { name: asked.title } })
      })
    }
  }
  // It stays as it is, so that an administrator may have it tried again.
  const onFailed = async ({ exportId }: { exportId: string }, { tx }: FailureContext) => {
    const asked = await tx.selectFrom('exports.export').select(['user_id', 'title']).where('id', '=', exportId).where('ended_at', 'is', null).executeTakeFirst()
    if (asked) await notify(tx, { userIds: [asked.user_id], kind: exportFailed, params: { name: asked.title } })
  }
  return handleJob(writeExport, run, { onFailed })
}

/** Who asked, as they stand now. Throws 403 or EXP-003 when they may no longer have what they asked for. */
async function standing({ user_id, client_id, permission, scope }: Asked, runtime: Runtime): Promise<Session> {
  const session = await standingOf(runtime, user_id, client_id)
  if (!session?.permissions.has(permission)) throw new AppError(errors.forbidden)
  if (scopeKey(session.scope) !== scope) throw new AppError(exportErrors.scopeChanged)
  return session
}

function entryOf(registry: Registry, list: string): ExportEntry {
  for (const entry of registry.entries.values()) if (entry.kind === 'export' && entry.list.contract.path === list) return entry
  // A release without this list.
  throw new AppError(errors.notFound)
}

async function write(asked: Asked, session: Session, entry: ExportEntry, registry: Registry, job: JobContext): Promise<void> {
  const { runtime, signal } = job
  const ctx = contextOf(asked, session, registry, job)
  const input = asked.input as ExportInput
  const total = await countRows(entry, input, ctx, Number.MAX_SAFE_INTEGER)
  let rows = 0
  await job.progress(0, total)
  const { name, contentType, stream } = await openExport(entry, input, ctx, {
    registry,
    title: asked.title,
    onRow: () => {
      if (++rows % STEP === 0) void job.progress(rows, Math.max(total, rows)).catch((error: unknown) => job.log.warn({ error }, 'progress'))
    },
  })
  const stop = () => stream.destroy(new Error('stopped'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    await runtime.db.transaction().execute(async (tx) => {
      const subject = { type: exportFile.name, id: asked.id }
      const expiresAt = new Date(ctx.now.getTime() + KEPT_DAYS * DAY_MS)
      const file = await storeFile(tx, { name, contentType, kind: exportFile, ownerUserId: session.userId, content: stream, subject, expiresAt })
      signal.throwIfAborted()
      await finish(tx, asked.id, file.id, rows, runtime.clock.now())
      await notify(tx, { userIds: [session.userId], kind: exportReady, params: { name } })
    })
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
}

/** An export that was cancelled meanwhile keeps no file. */
async function finish(tx: Tx, id: string, fileId: string, rows: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('exports.export')
    .set({ file_id: fileId, rows: String(rows), ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('the export was cancelled')
}

/** What the list's query asks of a call, of which there is none. */
function contextOf({ language }: Asked, session: Session, registry: Registry, { runtime, log, jobId }: JobContext): RequestContext {
  const scope = scopeOf(runtime.db, session, ownersOf(registry))
  return {
    runtime,
    db: scope.db,
    scope,
    session,
    language: language as Language,
    traceId: jobId,
    ip: '',
    log,
    now: runtime.clock.now(),
    get request(): FastifyRequest {
      throw new Error('a job has no request')
    },
    get reply(): FastifyReply {
      throw new Error('a job has no reply')
    },
  }
}
