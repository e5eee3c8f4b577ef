import type { Queryable } from '#platform/server/database/db.ts'
import { type OwnerColumns, type Scope, scopeOf } from '#platform/server/scope.ts'
import type { Session } from '#platform/server/session/session.ts'

/** Who sees only what is their own sees the requests they made. */
export const OWNERS: OwnerColumns = { 'approvals.request': 'maker_id' }

/** The requests that somebody made, whatever their scope is. */
export const ownScope = (db: Queryable, { userId }: Pick<Session, 'userId'>): Scope => scopeOf(db, { scope: { kind: 'SELF', userId } }, OWNERS)
