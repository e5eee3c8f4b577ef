import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { generateSecret, generateSync, generateURI, ScureBase32Plugin } from 'otplib'
import type { Queryable } from '#platform/server/database/db.ts'
import { deriveKey } from '#platform/server/secret-box.ts'

const PERIOD = 30

/** The 30-second step of an instant, counted from 1970. */
export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / PERIOD)
}

/** The six digits of a base32 secret at a step. */
export function otpAt(secret: string, step: number): string {
  return generateSync({ secret, epoch: step * PERIOD, period: PERIOD, digits: 6 })
}

export const newTotpSecret = (): string => generateSecret({ length: 20 })

export function otpauthUri(issuer: string, account: string, secret: string): string {
  return generateURI({ issuer, label: account, secret })
}

/** The step (current or previous) a code belongs to; undefined for a wrong code. Always computes both. */
export function matchOtp(secret: string, otp: string, now: Date): number | undefined {
  const current = stepOf(now)
  let found: number | undefined
  for (const step of [current - 1, current]) if (timingSafeEqual(Buffer.from(otpAt(secret, step)), Buffer.from(otp.padEnd(6).slice(0, 6)))) found = step
  return found
}

/** Takes a step for good: true for exactly one of any number of simultaneous calls. */
export async function takeStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const result = await sql`
    UPDATE iam.totp SET used_steps = (ARRAY[${step}::bigint] || used_steps)[1:4]
    WHERE user_id = ${userId} AND NOT (${step}::bigint = ANY (used_steps))`.execute(db)
  return result.numAffectedRows === 1n
}

/** Context under which the secret of a user is sealed. */
export const totpContext = (userId: string): string => `iam.totp:${userId}`

/** Demo accounts have a secret that follows from the system's secret key, so that the otp command needs no database. */
export function demoTotpSecret(secretKey: Buffer, account: string): string {
  const bytes = createHmac('sha256', deriveKey(secretKey, 'iam.demo-totp')).update(account.toLowerCase()).digest().subarray(0, 20)
  return new ScureBase32Plugin().encode(bytes)
}
