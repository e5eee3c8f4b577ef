import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { AppError, errors } from '#kernel/errors.ts'
import type { Runtime } from '#platform/server/module.ts'
import { ALGORITHM, signingKeys } from './signing-keys.ts'

const ISSUER = 'buu-tram'
const TYPE = 'at+jwt'
/** Seconds. */
const LIFETIME = 300

export interface AccessClaims {
  userId: string
  clientId: string
  sid: string
  familyId: string
  /** base64url sha256 of the fingerprint cookie. */
  fingerprint: string
  /** Seconds since 1970. */
  expires: number
}

const Payload = z.object({ sub: z.string(), aud: z.string(), sid: z.uuid(), fam: z.uuid(), fgp: z.string().length(43), exp: z.number() })

/** Signs a token of five minutes for one sub-system, tied to the session and to the fingerprint cookie. */
export async function signAccessToken(runtime: Runtime, claims: Omit<AccessClaims, 'expires'>, now: Date): Promise<string> {
  const keys = await signingKeys(runtime)
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.sid, fam: claims.familyId, fgp: claims.fingerprint })
    .setProtectedHeader({ alg: ALGORITHM, kid: keys.kid, typ: TYPE })
    .setIssuer(ISSUER)
    .setSubject(claims.userId)
    .setAudience(claims.clientId)
    .setJti(randomUUID())
    .setIssuedAt(issued)
    .setExpirationTime(issued + LIFETIME)
    .sign(keys.private)
}

/** The token of an Authorization header. Throws 401 without one, AWT-001 for another form. */
export function bearerOf(authorization: string | undefined): string {
  const token = /^Bearer ([\w.~+/=-]{1,2000})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new AppError(authorization === undefined ? errors.unauthorized : errors.tokenRefused)
  return token
}

/** Tokens whose signature has been checked, by the whole token: a busy session sends the same one many times a second. */
const verified = new WeakMap<object, Map<string, AccessClaims>>()
const VERIFIED_MAX = 5000

/**
 * The claims of a token. Throws 401 for an expired one (the browser then refreshes),
 * AWT-001 for anything that this system has not signed for this use.
 */
export async function verifyAccessToken(runtime: Runtime, token: string, now: Date): Promise<AccessClaims> {
  const cache = verified.get(runtime.pool) ?? new Map<string, AccessClaims>()
  verified.set(runtime.pool, cache)
  const known = cache.get(token)
  if (known) {
    if (known.expires * 1000 > now.getTime()) return known
    cache.delete(token)
    throw new AppError(errors.unauthorized)
  }
  const claims = await check(runtime, token, now)
  if (cache.size >= VERIFIED_MAX) cache.delete(cache.keys().next().value as string)
  cache.set(token, claims)
  return claims
}

async function check(runtime: Runtime, token: string, now: Date): Promise<AccessClaims> {
  try {
    // A token with extras in its header (jku, jwk, crit, zip) is not one of ours: ours have three fields.
    const header = decodeProtectedHeader(token)
    const key = (await signingKeys(runtime)).public.get(header.kid ?? '')
    if (!key || header.alg !== ALGORITHM || Object.keys(header).length !== 3) throw new AppError(errors.tokenRefused)
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, typ: TYPE, currentDate: now })
    const { sub, aud, sid, fam, fgp, exp } = Payload.parse(payload)
    return { userId: sub, clientId: aud, sid, familyId: fam, fingerprint: fgp, expires: exp }
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) throw new AppError(errors.unauthorized)
    if (error instanceof AppError) throw error
    if (error instanceof joseErrors.JOSEError || error instanceof z.ZodError || error instanceof TypeError) throw new AppError(errors.tokenRefused)
    throw error
  }
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares a secret from a request with a stored hash, in constant time. */
export function matchesHash(secret: string | undefined, hash: Buffer): boolean {
  return secret !== undefined && secret.length <= 200 && timingSafeEqual(sha256(secret), hash)
}
