import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Tokens } from '#core/iam/contract/sign-in/auth.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { deriveKey } from '#platform/server/secret-box.ts'
import { sha256, signAccessToken } from './access-token.ts'

/** Absolute life of a session. */
export const SESSION_MS = 12 * 3_600_000
/** Bound to the access token: the JWT carries its hash. */
export const FINGERPRINT_COOKIE = '__Host-fp'
/** Bound to the refresh tokens of the session. */
export const REFRESH_COOKIE = '__Host-rt'

export interface NewSession {
  userId: string
  clientId: string
  ip: string
  userAgent: string
}

export interface Issued {
  sid: string
  tokens: Tokens
  /** Values for the Set-Cookie header. */
  cookies: string[]
}

const secret = () => randomBytes(32).toString('base64url')

/**
 * Browsers keep `__Host-` cookies, which need Secure, over https and also over plain http on localhost and 127.0.0.1
 * (tried in Chromium 156). Over plain http on any other name they drop them, and login refuses such an origin.
 */
function cookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Strict`
}

export const clearedCookies = (): string[] => [cookie(FINGERPRINT_COOKIE, '', 0), cookie(REFRESH_COOKIE, '', 0)]

/** Opens a session with its first family of refresh tokens. */
export async function openSession(tx: Tx, runtime: Runtime, input: NewSession, now: Date): Promise<Issued> {
  const sid = randomUUID()
  const fingerprint = secret()
  const refreshCookie = secret()
  await tx
    .insertInto('iam.session')
    .values({
      sid,
      user_id: input.userId,
      created_at: now,
      last_click_at: now,
      expires_at: new Date(now.getTime() + SESSION_MS),
      ip: input.ip,
      user_agent: input.userAgent.slice(0, 400),
      fingerprint_hash: sha256(fingerprint),
      refresh_cookie_hash: sha256(refreshCookie),
    })
    .execute()
  const tokens = await openFamily(tx, runtime, { sid, userId: input.userId, clientId: input.clientId, fingerprintHash: sha256(fingerprint) }, now)
  const maxAge = SESSION_MS / 1000
  return { sid, tokens, cookies: [cookie(FINGERPRINT_COOKIE, fingerprint, maxAge), cookie(REFRESH_COOKIE, refreshCookie, maxAge)] }
}

export interface FamilyOwner {
  sid: string
  userId: string
  clientId: string
  fingerprintHash: Buffer
}

/** Starts a chain of refresh tokens for a sub-system inside a session, answers the first pair. */
export async function openFamily(tx: Tx, runtime: Runtime, owner: FamilyOwner, now: Date): Promise<Tokens> {
  const familyId = randomUUID()
  const refreshToken = secret()
  await tx.insertInto('iam.refresh_family').values({ id: familyId, sid: owner.sid, client_id: owner.clientId, created_at: now }).execute()
  await tx
    .insertInto('iam.refresh_token')
    .values({ token_hash: sha256(refreshToken), family_id: familyId, issued_at: now })
    .execute()
  return pair(runtime, { ...owner, familyId }, refreshToken, now)
}

/** An access token beside a refresh token. */
export async function pair(runtime: Runtime, owner: FamilyOwner & { familyId: string }, refreshToken: string, now: Date): Promise<Tokens> {
  const { userId, clientId, sid, familyId } = owner
  const access = await signAccessToken(runtime, { userId, clientId, sid, familyId, fingerprint: owner.fingerprintHash.toString('base64url') }, now)
  return { access_token: access, refresh_token: refreshToken }
}

/**
 * The token that follows a refresh token. It is computed, not drawn, so that a lost answer can be repeated
 * although only hashes are stored, and so that one token never has two successors.
 */
export function successorOf(runtime: Runtime, refreshToken: string): string {
  return createHmac('sha256', deriveKey(runtime.config.secretKey, 'iam.refresh-token')).update(refreshToken).digest('base64url')
}
