import { sql } from 'kysely'
import { z } from 'zod'
import { isoLocal } from '#kernel/dates.ts'
import { verifyAudit } from '#platform/server/audit/seal.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { lastVerification, type Verification, verifyAuditLog } from '../contract/audit.ts'

const PROBLEMS_SHOWN = 100

/** It only reads, so a try that was cut off is simply made again. */
const verifyLog = defineJob({
  name: 'audit.verify-log',
  title: { vi: 'Kiểm tra nhật ký thao tác', en: 'Verify the audit log' },
  input: z.strictObject({}),
  retries: 2,
  timeoutSeconds: 10_800,
})

export const verifier = handleJob(verifyLog, async (_input, job) => {
  const result = await verify(job)
  await job.runtime.db
    .insertInto('audit.verification')
    .values({ job_id: job.jobId, checked_at: job.runtime.clock.now(), result: JSON.stringify(result) })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ checked_at: job.runtime.clock.now(), result: JSON.stringify(result) }))
    .execute()
})

export function registerVerification(on: Registrar): void {
  on.command(verifyAuditLog, async (_input, ctx) => {
    // Two at once would read the same: whoever comes second is given the one that is there.
    await sql`select pg_advisory_xact_lock(hashtextextended(${verifyLog.name}, 0))`.execute(ctx.tx)
    const open = await openJob(ctx)
    const jobId = open && open.state !== 'FAILED' ? open.id : await enqueue(ctx.tx, verifyLog, {}, { key: 'log', userId: ctx.session.userId })
    ctx.subject('platform.job', jobId)
    return { jobId }
  })
  on.query(lastVerification, async (_input, ctx) => {
    const row = await ctx.db.selectFrom('audit.verification').select('result').orderBy('checked_at', 'desc').limit(1).executeTakeFirst()
    return { last: (row?.result as Verification | undefined) ?? null, running: await openJob(ctx) }
  })
}

/** The newest verification, unless it came to its end. */
async function openJob({ db }: Pick<RequestContext, 'db'>) {
  const job = await db
    .selectFrom('platform.job')
    .select(['id', 'state', 'progress_done as done', 'progress_total as total'])
    .where('name', '=', verifyLog.name)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!job || job.state === 'DONE' || job.state === 'CANCELLED') return null
  const state = job.state === 'RETRYING' ? 'WAITING' : (job.state as 'WAITING' | 'RUNNING' | 'FAILED')
  return { id: job.id, state, done: Number(job.done ?? 0), total: Number(job.total ?? 0) }
}

/** One moment in time: an entry that comes meanwhile is neither missing nor added. */
async function verify({ runtime, progress }: JobContext): Promise<Verification> {
  const { db, config, clock } = runtime
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Counting and comparing a log of years takes longer than any call may; the job has its own limit.
      await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      const now = clock.now()
      const report = await verifyAudit(tx, config.secretKey, { onProgress: progress })
      const first = await tx.selectFrom('platform.audit_entry').select('at').orderBy('id').limit(1).executeTakeFirst()
      const last = await tx.selectFrom('platform.audit_seal').select(['sealed_at', 'hash']).orderBy('block', 'desc').limit(1).executeTakeFirst()
      return {
        checkedAt: isoLocal(now),
        intactSince: first ? isoLocal(first.at) : null,
        entries: report.entries,
        seals: report.seals,
        lastSealedAt: last ? isoLocal(last.sealed_at) : null,
        lastSeal: last ? last.hash.toString('hex') : null,
        problems: report.problems.slice(0, PROBLEMS_SHOWN),
        problemCount: report.problems.length,
      }
    })
}
