import type { Tx } from '#platform/server/database/db.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { closeCarried } from './carried.ts'
import { recount } from './counters.ts'
import { find } from './find.ts'
import { keepResult } from './result.ts'
import type { Scene } from './scene.ts'

export { closeCarried } from './carried.ts'
export { recount, refreshCounters } from './counters.ts'
export { dryRun } from './dry-run.ts'
export { proposeRules } from './proposals.ts'

async function sceneOf(tx: Tx, sessionId: string, rules: SetupDocument): Promise<Scene> {
  const { from_day } = await tx.selectFrom('reconciliation.session').select('from_day').where('id', '=', sessionId).executeTakeFirstOrThrow()
  return { tx, sessionId, period: from_day, rules }
}

/**
 * Matches a session anew by its rules, all of it in SQL over its lines: automatic matches, open breaks and expected lines are worked out again, what
 * people have decided stays and takes no part. The same lines and rules give the same result, and its mark. The session's status is the caller's.
 */
export async function matchSession(tx: Tx, sessionId: string, rules: SetupDocument, today: string): Promise<void> {
  const scene = await sceneOf(tx, sessionId, rules)
  await find(scene, today)
  await keepResult(scene)
  await recount(scene)
  await closeCarried(tx, sessionId)
}
