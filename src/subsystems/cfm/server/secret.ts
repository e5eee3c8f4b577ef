import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#platform/server/secret-box.ts'

const DIGITS = 8

/**
 * The secret of an order: made of what identifies its report, so that a repeated answer says the same although nothing stores it. Eight
 * digits of an HMAC under a key of its own.
 */
export function secretOf(secretKey: Buffer, { partnerId, externalRef }: { partnerId: string; externalRef: string }): string {
  const digest = createHmac('sha256', deriveKey(secretKey, 'cfm.secret')).update(`${partnerId} ${externalRef}`).digest()
  return (digest.readBigUInt64BE() % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0')
}

/** What is stored of a secret; `of` binds it to its order. */
export const hashOf = (secretKey: Buffer, secret: string, of: string): Buffer =>
  createHmac('sha256', deriveKey(secretKey, 'cfm.secret-hash')).update(`${of} ${secret}`).digest()

export const isSecret = (secretKey: Buffer, secret: string, of: string, hash: Buffer): boolean => timingSafeEqual(hashOf(secretKey, secret, of), hash)
