import { sql } from 'kysely'
import type { Runtime } from '#platform/server/module.ts'
import type { Session } from '#platform/server/session/session.ts'
import { permissionsOf, type SessionState, sessionOver } from './session-store.ts'

interface Row extends Pick<SessionState, 'sid' | 'revokedAt' | 'expiresAt' | 'lastClickAt' | 'active' | 'families' | 'mustChangePassword'> {
  /** Null where they were not asked for. */
  permissions: string[] | null
}

/**
 * What the holders of open streams may do now, in the order given: undefined for a session that is over, or whose access token is over or
 * superseded. One query for all of them; without `permissions`, which cost most of it, those known are answered.
 */
export async function standingSessions(runtime: Runtime, sessions: readonly Session[], permissions: boolean): Promise<(ReadonlySet<string> | undefined)[]> {
  const now = runtime.clock.now()
  const { rows } = await sql<Row>`
    SELECT s.sid, s.revoked_at AS "revokedAt", s.expires_at AS "expiresAt", s.last_click_at AS "lastClickAt",
      u.status = 'ACTIVE' AND coalesce(p.status, 'ACTIVE') = 'ACTIVE' AS active, coalesce(c.must_change, false) AS "mustChangePassword",
      (SELECT coalesce(jsonb_object_agg(f.id, f.client_id), '{}') FROM iam.refresh_family f WHERE f.sid = s.sid AND f.revoked_at IS NULL) AS families,
      ${permissions ? permissionsOf(sql.ref('u.id')) : sql`null`} AS permissions
    FROM iam.session s
    JOIN iam.user_account u ON u.id = s.user_id
    LEFT JOIN iam.credential c ON c.user_id = u.id
    LEFT JOIN organisation.partner p ON p.id = u.partner_id
    WHERE s.sid = any (${[...new Set(sessions.map(({ sid }) => sid))]}::uuid[])`.execute(runtime.db)
  const states = new Map(rows.map((row) => [row.sid, row]))
  return sessions.map((session) => {
    const state = states.get(session.sid)
    const { token } = session
    if (!state || !token || sessionOver(state, now) || token.expiresAt <= now || state.families[token.familyId] === undefined) return undefined
    if (state.mustChangePassword) return new Set()
    return state.permissions ? new Set(state.permissions) : session.permissions
  })
}
