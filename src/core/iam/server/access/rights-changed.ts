import { sql } from 'kysely'
import { rightsTopic } from '#core/iam/contract/access/live.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { forgetAllSessions } from '../sign-in/session-store.ts'

/**
 * Makes a change of rights take effect: in this process at once, in others within the second that a session may be old; open browsers of the
 * users named (of everybody when it may concern anybody) are notified at the commit.
 */
export async function rightsChanged(ctx: CommandContext, userIds?: readonly string[]): Promise<void> {
  forgetAllSessions(ctx.runtime)
  await publish(ctx.tx, { topic: rightsTopic, ...(userIds ? { userIds } : {}) })
}

/** One more change of each of these users, by the caller. */
export async function touchUsers(ctx: CommandContext, tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`update iam.user_account set version = version + 1, updated_at = ${ctx.now}, updated_by = ${ctx.session.account}
    where id = any (${userIds}::bigint[])`.execute(tx)
}
