import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { IDLE_MS } from '#core/iam/contract/sign-in/auth.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { ScopeGrant, UnitRef } from '#platform/server/session/session.ts'

/** A session as the database holds it, with everything that decides what its holder may do. */
export interface SessionState {
  sid: string
  userId: string
  account: string
  fullName: string
  lastClickAt: Date
  expiresAt: Date
  revokedAt: Date | null
  /** User and (for partner staff) partner are active. */
  active: boolean
  mustChangePassword: boolean
  fingerprintHash: Buffer
  /** Refresh families still alive: family id to sub-system code. */
  families: Record<string, string>
  permissions: ReadonlySet<string>
  /** Digest of all that decides what the holder may do and see. */
  revision: string
  scope: ScopeGrant
  unit: UnitRef | null
  partnerId: string | null
}

/** Whose rows a user may see, as the database holds it. */
export interface StoredGrant {
  userId: string
  scopeKind: ScopeGrant['kind']
  unitId: string | null
  unitLevel: UnitRef['level'] | null
  units: UnitRef[]
  partnerId: string | null
}

interface Row extends StoredGrant, Omit<SessionState, 'revision' | 'permissions' | 'scope' | 'unit' | 'families' | 'userId' | 'partnerId'> {
  permissions: string[]
  applications: string[]
  menuRevision: string
  families: Record<string, string> | null
}

/** How stale a session may be: a logout or a changed right made by another process bites after at most this. */
const FRESH_MS = 1000
const CACHE_MAX = 20_000

interface Cached {
  at: number
  state: Promise<SessionState | undefined>
}

const caches = new WeakMap<object, Map<string, Cached>>()

function cacheOf(runtime: Runtime): Map<string, Cached> {
  const cache = caches.get(runtime.pool) ?? new Map<string, Cached>()
  caches.set(runtime.pool, cache)
  return cache
}

/** The state of a session, at most one second old; undefined when there is none. */
export function sessionState(runtime: Runtime, sid: string, now: Date): Promise<SessionState | undefined> {
  const cache = cacheOf(runtime)
  const hit = cache.get(sid)
  const age = hit ? now.getTime() - hit.at : Number.NaN
  if (hit && age >= 0 && age < FRESH_MS) return hit.state
  if (cache.size >= CACHE_MAX) cache.clear()
  // The age counts from before the read, and simultaneous requests share one read.
  const state = load(runtime.db, sid)
  const entry = { at: now.getTime(), state }
  cache.set(sid, entry)
  state.catch(() => {
    if (cache.get(sid) === entry) cache.delete(sid)
  })
  return state
}

/** Makes a change bite at once in this process; other processes follow within the second. */
export function forgetSessions(runtime: Runtime, userId: string): void {
  const cache = cacheOf(runtime)
  for (const [sid, entry] of cache) {
    void entry.state.then(
      (state) => {
        if (state?.userId === userId && cache.get(sid) === entry) cache.delete(sid)
      },
      () => undefined,
    )
  }
}

/** As forgetSessions, for a change that may concern anybody (a role, an application, a rule). */
export function forgetAllSessions(runtime: Runtime): void {
  caches.get(runtime.pool)?.clear()
}

export function forgetSession(runtime: Runtime, sid: string): void {
  cacheOf(runtime).delete(sid)
}

/** The effective permissions of a user: active roles, active sub-systems the user belongs to, or common to all. */
export const permissionsOf = (userId: unknown, application: unknown = null) => sql<string[]>`
  coalesce((
    SELECT array_agg(DISTINCT p.uri) FROM iam.user_role ur
    JOIN iam.role r ON r.id = ur.role_id AND r.status = 'ACTIVE'
    JOIN iam.role_permission rp ON rp.role_id = r.id
    JOIN iam.permission p ON p.id = rp.permission_id AND p.retired_at IS NULL
    WHERE ur.user_id = ${userId} AND (p.application IS NULL OR (
      (${application}::text IS NULL OR p.application = ${application}::text)
      AND EXISTS (SELECT 1 FROM iam.user_application ua JOIN iam.application a ON a.code = ua.application AND a.status = 'ACTIVE'
                  WHERE ua.user_id = ur.user_id AND ua.application = p.application)))
  ), '{}')`

async function load(db: Queryable, sid: string): Promise<SessionState | undefined> {
  const { rows } = await sql<Row>`
    SELECT s.sid, s.user_id AS "userId", u.account, u.full_name AS "fullName", s.last_click_at AS "lastClickAt", s.expires_at AS "expiresAt",
      s.revoked_at AS "revokedAt", s.fingerprint_hash AS "fingerprintHash",
      u.status = 'ACTIVE' AND coalesce(partner.status, 'ACTIVE') = 'ACTIVE' AS active,
      coalesce(c.must_change, false) AS "mustChangePassword", u.scope_kind AS "scopeKind",
      u.unit_id AS "unitId", unit.level AS "unitLevel", u.partner_id AS "partnerId",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', su.unit_id::text, 'level', cu.level)), '[]') FROM iam.user_scope_unit su
        JOIN organisation.unit cu ON cu.id = su.unit_id WHERE su.user_id = u.id) AS units,
      (SELECT jsonb_object_agg(f.id, f.client_id) FROM iam.refresh_family f WHERE f.sid = s.sid AND f.revoked_at IS NULL) AS families,
      ${permissionsOf(sql.ref('u.id'))} AS permissions,
      (SELECT coalesce(array_agg(ua.application ORDER BY ua.application), '{}') FROM iam.user_application ua WHERE ua.user_id = u.id) AS applications,
      (SELECT value FROM iam.menu_revision) AS "menuRevision"
    FROM iam.session s
    JOIN iam.user_account u ON u.id = s.user_id
    LEFT JOIN iam.credential c ON c.user_id = u.id
    LEFT JOIN organisation.unit unit ON unit.id = u.unit_id
    LEFT JOIN organisation.partner partner ON partner.id = u.partner_id
    WHERE s.sid = ${sid}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const unit = row.unitId && row.unitLevel ? { id: row.unitId, level: row.unitLevel } : null
  const facts = [row.mustChangePassword, row.permissions.sort(), row.scopeKind, row.units, unit, row.partnerId, row.applications, row.menuRevision]
  const revision = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
  // Until a first password is changed, nothing is allowed but changing it.
  return {
    ...row,
    revision,
    families: row.families ?? {},
    unit,
    scope: grantOf(row, unit),
    permissions: new Set(row.mustChangePassword ? [] : row.permissions),
  }
}

export function grantOf(row: StoredGrant, unit: UnitRef | null): ScopeGrant {
  if (row.scopeKind === 'ALL') return { kind: 'ALL' }
  if (row.scopeKind === 'UNITS') return { kind: 'UNITS', units: row.units }
  if (row.scopeKind === 'PARTNER' && row.partnerId) return { kind: 'PARTNER', partnerId: row.partnerId }
  if ((row.scopeKind === 'UNIT' || row.scopeKind === 'UNIT_AND_BELOW') && unit) return { kind: row.scopeKind, unit }
  return { kind: 'SELF', userId: row.userId }
}

/** Why a session is over, or undefined while it is good. */
export function sessionOver(
  state: Pick<SessionState, 'revokedAt' | 'expiresAt' | 'lastClickAt' | 'active'>,
  now: Date,
): 'revoked' | 'expired' | 'idle' | 'disabled' | undefined {
  if (state.revokedAt) return 'revoked'
  if (state.expiresAt <= now) return 'expired'
  if (now.getTime() - state.lastClickAt.getTime() >= IDLE_MS) return 'idle'
  return state.active ? undefined : 'disabled'
}

export type RevokeReason = 'LOGOUT' | 'REPLAY' | 'PASSWORD' | 'ADMIN'

/** Ends sessions for good: one by sid, or all of a user (but `except`). Answers how many were still alive. */
export async function revokeSessions(
  tx: Tx | Queryable,
  which: { sid: string } | { userId: string; except?: string },
  reason: RevokeReason,
  now: Date,
): Promise<number> {
  let update = tx.updateTable('iam.session').set({ revoked_at: now, revoke_reason: reason }).where('revoked_at', 'is', null)
  if ('sid' in which) update = update.where('sid', '=', which.sid)
  else {
    update = update.where('user_id', '=', which.userId)
    if (which.except) update = update.where('sid', '<>', which.except)
  }
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}
