import type { Runtime } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { expire } from './decide.ts'
import type { ApprovalKind } from './kind.ts'
import { expiredFacts } from './outcomes.ts'

const INTERVAL_MS = 60_000
const BATCH = 200

/** Ends the requests whose time is up, each in a transaction of its own; answers how many. One that fails is left for the next time. */
export async function expireDue(runtime: Runtime, kinds: readonly ApprovalKind[]): Promise<number> {
  const now = runtime.clock.now()
  const due = await runtime.db
    .selectFrom('approvals.request')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(BATCH)
    .execute()
  let ended = 0
  for (const { id } of due) {
    try {
      const done = await runtime.db.transaction().execute(async (tx) => {
        const request = await expire(tx, kinds, id, now)
        if (!request) return false
        const system = { actor: 'system', traceId: 'approvals', ip: '' }
        await runtime.audit.writeMany(
          tx,
          expiredFacts(request).map((fact) => ({ ...system, ...fact })),
        )
        return true
      })
      if (done) ended += 1
    } catch (error) {
      runtime.log.error({ error, request: id }, 'a request could not be ended')
    }
  }
  return ended
}

/** Looks after due requests until the returned function is called. */
export const startExpiry = async (runtime: Runtime, kinds: readonly ApprovalKind[]): Promise<() => Promise<void>> =>
  repeat(
    INTERVAL_MS,
    () => expireDue(runtime, kinds),
    (error) => runtime.log.warn({ error }, 'looking for due requests failed'),
  )
