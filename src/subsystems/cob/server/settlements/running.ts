import { sql } from 'kysely'
import { z } from 'zod'
import { holidays } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { CommandContext, JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import type { runCodSettlement } from '../../contract/settlements.ts'
import { approveRun, approving } from './approving.ts'
import { type Drafted, draft } from './drafting.ts'
import { mailing } from './mailing.ts'
import { SETTLEMENT } from './records.ts'

const makeStatements = defineJob({
  name: 'cob.make-statements',
  title: { vi: 'Lập bảng kê chi COD đến kỳ', en: 'Make COD statements that are due' },
  input: z.strictObject({}),
  timeoutSeconds: 3_600,
})

export const settlementJobs: readonly JobHandler[] = [
  handleJob(makeStatements, async (_input, { runtime, signal }) => {
    await makeDue(runtime, signal)
    await resume(runtime)
  }),
  approving,
  mailing,
]
export const settlementSchedules: readonly JobSchedule[] = [{ job: makeStatements, cron: '10 * * * *', input: {} }]

/** Key accounts that may have something to settle. */
async function accountsToSettle(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from cob.key_account k where k.status = 'ACTIVE' and (
      exists (select from cob.item i where i.key_account_id = k.id and i.money_state = 'PAYABLE')
      or exists (select from cob.item i where i.key_account_id = k.id and i.delivery_state = 'RETURNED' and i.money_state in ('NONE', 'WAIVED') and i.postage > 0)) order by k.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Makes the statements of the cycles that have ended, each key account by itself: broken off anywhere, the next run goes on with those that have none.
 * Answers how many were made.
 */
export async function makeDue({ db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>, signal?: AbortSignal): Promise<number> {
  const at = clock.now()
  const off = await holidays(db)
  let made = 0
  for (const keyAccountId of await accountsToSettle(db)) {
    signal?.throwIfAborted()
    try {
      const drafted = await db.transaction().execute((tx) => draft(tx, { keyAccountId, off, by: 'system', at, now: false, unlessGivenUp: true }))
      if ('made' in drafted) made += 1
    } catch (error) {
      log.error({ error, keyAccount: keyAccountId }, 'a COD statement could not be made')
    }
  }
  return made
}

/** Runs that were approved and whose job has ended before all was done. */
async function resume({ db }: Pick<Runtime, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from cob.settlement_run where status = 'APPROVING' order by id`.execute(db)
  for (const { id } of rows) await db.transaction().execute((tx) => enqueue(tx, approveRun, { runId: id }, { key: id }))
}

/** Makes statements now. Throws COB-233 where the cycle was run before, COB-234 where nothing is due, COB-231, COB-232. */
export async function runNow({ keyAccountId, reason }: InputOf<typeof runCodSettlement>, ctx: CommandContext): Promise<OutputOf<typeof runCodSettlement>> {
  const { tx, now: at, session } = ctx
  const off = await holidays(tx)
  const step = { off, by: session.account, at }
  const ids = keyAccountId === undefined ? await ofScope(ctx) : [await inScope(ctx, keyAccountId)]
  const done: Drafted[] = []
  for (const id of ids) done.push(await draft(tx, { keyAccountId: id, now: keyAccountId !== undefined, ...step }))
  const made = done.flatMap((one) => ('made' in one ? [one.made] : []))
  if (made.length === 0) throw refusalOf(done)
  const runs = [...new Map(made.map(({ runId, runCode }) => [runId, { id: runId, code: runCode }])).values()]
  const [first] = made
  ctx.subject(SETTLEMENT, keyAccountId === undefined ? null : (first?.id ?? null), {
    after: { runs: runs.map(({ code }) => code).join(', '), made: made.length, reason },
  })
  return { runs, made: made.length, settlementId: keyAccountId === undefined ? null : (first?.id ?? null) }
}

/** What is told where nothing was made: that it was run before rather than that nothing is due. */
function refusalOf(done: readonly Drafted[]): AppError {
  const refused = done.flatMap((one) => ('refused' in one ? [one.refused] : []))
  return refused.find(({ definition }) => definition === keyAccountErrors.alreadyRun) ?? refused[0] ?? new AppError(keyAccountErrors.nothingDue)
}

async function inScope({ scope }: CommandContext, id: string): Promise<string> {
  const found = await scope.selectFrom('cob.key_account as t').select('t.id').where('t.id', '=', id).executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  return found.id
}

/** Active key accounts of the caller's scope, in the order in which they are locked. */
async function ofScope({ scope }: CommandContext): Promise<string[]> {
  const rows = await scope.selectFrom('cob.key_account as t').select('t.id').where('t.status', '=', 'ACTIVE').orderBy('t.id').execute()
  return rows.map(({ id }) => id)
}
