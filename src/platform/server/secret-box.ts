import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16
/** First byte of a sealed box, so that the scheme can change later. */
const SCHEME = 1

/**
 * Encrypts a secret for storage: AES-256-GCM under `key` (32 bytes), bound to `context`
 * ('iam.totp:42'), so that a box copied to another row does not open there.
 */
export function seal(key: Buffer, plain: Buffer | string, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([SCHEME]), nonce, cipher.getAuthTag(), body])
}

/** Opens a sealed box. Throws when the key, the context or the box is not the one it was sealed with. */
export function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < 1 + NONCE + TAG || sealed[0] !== SCHEME) throw new Error('not a sealed box')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()])
}

/** A key of 32 bytes for one purpose, so that no two uses of the secret key share a key. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32))
}
