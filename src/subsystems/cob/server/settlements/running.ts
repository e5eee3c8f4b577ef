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
import { lockAccount, SETTLEMENT } from './records.ts'
import { accountsToRecover, raiseRecoveries } from './recoveries.ts'

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

const unsettled = sql`not exists (select from cob.settlement_line l where l.item_id = i.id and l.released_at is null)`

/** Key accounts that may have something to settle which stands in no statement yet. */
async function accountsToSettle(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from cob.key_account k where k.status = 'ACTIVE' and (
      exists (select from cob.item i where i.key_account_id = k.id and i.money_state = 'PAYABLE' and ${unsettled})
      or exists (select from cob.item i where i.key_account_id = k.id and i.delivery_state = 'RETURNED' and i.money_state in ('NONE', 'WAIVED') and i.postage > 0 and ${unsettled})) order by k.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

type Working = Pick<Runtime, 'db' | 'clock' | 'log'>

/**
 * Makes the statements of the cycles that have ended, each key account by itself: broken off anywhere, the next run goes on with those that have none.
 * Answers how many were made.
 */
export async function makeDue(runtime: Working, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = runtime
  const at = clock.now()
  const off = await holidays(db)
  await recoverDue(runtime, signal)
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

/** Puts on paper what key accounts owe for items that have come back, also of those that send nothing any more, are suspended or have no contract. */
async function recoverDue({ db, clock, log }: Working, signal?: AbortSignal): Promise<void> {
  for (const keyAccountId of await accountsToRecover(db)) {
    signal?.throwIfAborted()
    try {
      await db.transaction().execute(async (tx) => raiseRecoveries(tx, await lockAccount(tx, keyAccountId), clock.now()))
    } catch (error) {
      log.error({ error, keyAccount: keyAccountId }, 'what a key account owes for returned items could not be booked')
    }
  }
}

/** Runs that were approved and whose job has ended before all was done. */
async function resume({ db }: Pick<Runtime, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from cob.settlement_run where status = 'APPROVING' order by id`.execute(db)
  for (const { id } of rows) await db.transaction().execute((tx) => enqueue(tx, approveRun, { runId: id }, { key: id }))
}

/** Makes statements now. Throws COB-233 where the cycle was run before, COB-234 where nothing is due, COB-231, COB-232. */
export async function runNow({ keyAccountId, reason }: InputOf<typeof runCodSettlement>, ctx: CommandContext): Promise<OutputOf<typeof runCodSettlement>> {
  const { tx, now: at, session } = ctx
  const step = { off: await holidays(tx), by: session.account, at }
  const done =
    keyAccountId === undefined ? await draftAll(ctx, step) : [await draft(tx, { keyAccountId: await inScope(ctx, keyAccountId), now: true, ...step })]
  const made = done.flatMap((one) => ('made' in one ? [one.made] : []))
  if (made.length === 0) throw refusalOf(done)
  const runs = [...new Map(made.map(({ runId, runCode }) => [runId, { id: runId, code: runCode }])).values()]
  const [first] = made
  ctx.subject(SETTLEMENT, keyAccountId === undefined ? null : (first?.id ?? null), {
    after: { runs: runs.map(({ code }) => code).join(', '), made: made.length, reason },
  })
  return { runs, made: made.length, settlementId: keyAccountId === undefined ? null : (first?.id ?? null) }
}

/**
 * Each key account by itself: one transaction would hold all of them, and their items, until the last is made. What was made stays when the command is
 * broken off, and is not made again.
 */
async function draftAll(ctx: CommandContext, step: { off: ReadonlySet<string>; by: string; at: Date }): Promise<Drafted[]> {
  const { db } = ctx.runtime
  const done: Drafted[] = []
  for (const id of await ofScope(ctx)) done.push(await db.transaction().execute((tx) => draft(tx, { keyAccountId: id, now: false, ...step })))
  return done
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
