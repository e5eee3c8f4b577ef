import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How far the clocks may be apart. */
const TOLERANCE_MS = 300_000
/** Events by whose id a repetition is known. */
const KEPT = 10_000

/** What a partner believes of one subject. */
interface Believed {
  sequence: number
  stateVersion: number
  status: string
}

interface Told {
  id: string
  kind: string
  subject: string
  sequence: number
  stateVersion: number
  data: { status?: string }
}

/** What a partner does with the events that it is sent (docs/gateway.md, Webhooks): checks the signature, drops repetitions, watches the order. */
export class Receiver {
  readonly #secrets: readonly string[]
  readonly #now: () => number
  readonly #seen = new Set<string>()
  readonly states = new Map<string, Believed>()
  /** What came before something that had been sent earlier, and what came after a hole. */
  readonly disorder: string[] = []
  taken = 0
  repeated = 0
  refused = 0

  constructor(secrets: readonly string[], now: () => number = Date.now) {
    this.#secrets = secrets
    this.#now = now
  }

  get figures() {
    const { taken, repeated, refused, disorder, states } = this
    return { taken, repeated, refused, outOfOrder: disorder.length, subjects: states.size }
  }

  /** The HTTP status to answer with. */
  take(headers: IncomingHttpHeaders, body: Buffer): number {
    if (!isSigned(headers, body, this.#secrets, this.#now())) {
      this.refused += 1
      return 401
    }
    const told = JSON.parse(body.toString('utf8')) as Told
    if (this.#seen.has(told.id)) {
      this.repeated += 1
      return 200
    }
    this.#remember(told.id)
    this.#believe(told)
    return 200
  }

  #believe({ kind, subject, sequence, stateVersion, data }: Told): void {
    this.taken += 1
    const name = `${kind} ${subject}`
    const known = this.states.get(name)
    if (known && sequence !== known.sequence + 1) this.disorder.push(`${name}: ${known.sequence}, ${sequence}`)
    const newer = !known || stateVersion > known.stateVersion
    this.states.set(name, {
      sequence: Math.max(sequence, known?.sequence ?? 0),
      stateVersion: newer ? stateVersion : known.stateVersion,
      status: newer ? (data.status ?? '') : known.status,
    })
  }

  #remember(id: string): void {
    this.#seen.add(id)
    const [oldest] = this.#seen
    if (this.#seen.size > KEPT && oldest !== undefined) this.#seen.delete(oldest)
  }
}

function isSigned(
  { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given }: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: number,
): boolean {
  if (!(Math.abs(now - Number(timestamp) * 1000) <= TOLERANCE_MS)) return false
  const signatures = String(given).split(' ')
  return secrets.some((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const own = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`)
    return signatures.some((one) => one.length === own.length && timingSafeEqual(Buffer.from(one), own))
  })
}
