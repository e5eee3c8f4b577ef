import type { Queryable } from '#platform/server/database/db.ts'
import { type OwnerColumns, type Scope, scopeOf } from '#platform/server/scope.ts'
import type { Session } from '#platform/server/session/session.ts'

/** Who sees only what is their own sees the requests they made. */
export const OWNERS: OwnerColumns = { 'approvals.request': 'maker_id' }

/** The requests that somebody made, whatever their scope is. */
export const ownScope = (db: Queryable, { userId }: Pick<Session, 'userId'>): Scope => scopeOf(db, { scope: { kind: 'SELF', userId } }, OWNERS)

/** Who asked for each of these requests, by its id; those that nobody asked for as a user are left out. */
export async function makersOf(db: Queryable, requestIds: readonly string[]): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db.selectFrom('approvals.request').select(['id', 'maker_id']).where('id', 'in', requestIds).execute()
  return new Map(rows.flatMap(({ id, maker_id }): [string, string][] => (maker_id === null ? [] : [[id, maker_id]])))
}

/** Who asked for what was agreed to last about a record; undefined where nobody was, or it was no user. */
export async function agreedMaker(db: Queryable, subject: { type: string; id: string }): Promise<string | undefined> {
  const row = await db
    .selectFrom('approvals.request')
    .select('maker_id')
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('status', '=', 'APPROVED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.maker_id ?? undefined
}
