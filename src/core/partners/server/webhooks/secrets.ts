import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Config } from '#platform/server/config.ts'
import { open, seal } from '#platform/server/secret-box.ts'

type Keys = Pick<Config, 'secretKey'>

/** As the Standard Webhooks libraries of partners expect it. */
const PREFIX = 'whsec_'

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

const context = (partnerId: string) => `webhook:${partnerId}`

/** A key as it is kept, with the mark by which people speak of it. */
export const sealedSecret = ({ secretKey }: Keys, partnerId: string, secret: string): { sealed: Buffer; mark: string } => ({
  sealed: seal(secretKey, secret, context(partnerId)),
  mark: createHash('sha256').update(secret).digest('hex').slice(0, 12),
})

export interface KeptSecrets {
  partnerId: string
  secret: Buffer
  next: Buffer | null
  rotationEndsAt: Date | null
}

/** The keys that sign at a time: both while one takes the place of the other. */
export function signingSecrets({ secretKey }: Keys, { partnerId, secret, next, rotationEndsAt }: KeptSecrets, now: Date): string[] {
  const current = rotationEndsAt !== null && rotationEndsAt <= now ? [] : [secret]
  return [...current, ...(next ? [next] : [])].map((sealed) => open(secretKey, sealed, context(partnerId)).toString('utf8'))
}

/** The headers of an event: HMAC-SHA256 over id.timestamp.body under each key (docs/gateway.md, Webhooks). */
export function webhookHeaders(secrets: readonly string[], { id, body, at }: { id: string; body: string; at: Date }): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signed.join(' ') }
}
