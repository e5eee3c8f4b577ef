import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'

/** One organisation unit with the level it stands at. */
export interface UnitRef {
  id: string
  level: 'HEAD_OFFICE' | 'PROVINCE' | 'DISTRICT' | 'POST_OFFICE' | 'PAYOUT_POINT'
}

/** What rows a person may see. `own` unit for UNIT, `units` for chosen ones with all below. */
export type ScopeGrant =
  | { kind: 'ALL' }
  | { kind: 'UNITS'; units: UnitRef[] }
  | { kind: 'UNIT_AND_BELOW'; unit: UnitRef }
  | { kind: 'UNIT'; unit: UnitRef }
  | { kind: 'SELF'; userId: string }
  | { kind: 'PARTNER'; partnerId: string }

/** Who is calling, resolved from the access token and the session row at every request (cached at most 1 s). */
export interface Session {
  sid: string
  userId: string
  account: string
  fullName: string
  /** Sub-system code the token was issued for. */
  clientId: string
  permissions: ReadonlySet<string>
  /** Changes with anything that decides what the caller may do and see; sent with every answer, so that an open browser notices. */
  revision?: string
  scope: ScopeGrant
  unit: UnitRef | null
  partnerId: string | null
  /** Of a session that may make a few calls only, by path: everything else is refused with this error, whatever it asks for. */
  confined?: { to: ReadonlySet<string>; because: ErrorDefinition } | undefined
  /** The access token of the call: the refresh family it comes from, and its end. */
  token?: { familyId: string; expiresAt: Date }
}

export interface RequestFacts {
  authorization: string | undefined
  cookies: Record<string, string | undefined>
  ip: string
  userAgent: string
  language: Language
}

/** Implemented by core/iam; throws AppError (401, JWT-001, AWT-001) when the caller has no valid session. */
export interface SessionResolver {
  resolve(request: RequestFacts): Promise<Session>
  /**
   * What the holders of open streams may do now, in the order given; undefined for those whose session or access token is over. One look
   * for all of them, cheap without `permissions`, when those known are answered. Without this no stream is opened.
   */
  standing?(sessions: readonly Session[], permissions: boolean): Promise<(ReadonlySet<string> | undefined)[]>
}
