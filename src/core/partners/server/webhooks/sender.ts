import { performance } from 'node:perf_hooks'
import type { Runtime } from '#platform/server/module.ts'
import { PartnerQueue } from '../queue.ts'
import { keptText } from '../redact.ts'
import { Line, NoAnswer } from '../transport.ts'
import { bodyOf } from './body.ts'
import { claimDue, type Due } from './claim.ts'
import { note, type Sent } from './note.ts'
import { signingSecrets, webhookHeaders } from './secrets.ts'

/** Until the last byte of the answer. */
const TIMEOUT_MS = 10_000
/** Of an answer, what is kept. */
const MAX_ANSWER = 2_048

/** A delivery, in the line of its endpoint. */
interface Work {
  id: string
  partnerId: string
  due: Due
}

/**
 * Sends what waits: in order within a subject, subjects beside each other, and none waits for another endpoint. Several processes share the
 * work. At least once: what was sent and not noted is sent again.
 */
export class WebhookSender {
  readonly #runtime: Runtime
  readonly #timeoutMs: number
  readonly #lines = new Map<string, Line>()
  readonly #queue: PartnerQueue<Work>

  constructor(runtime: Runtime, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}) {
    this.#runtime = runtime
    this.#timeoutMs = timeoutMs
    this.#queue = new PartnerQueue({
      claim: async (busy) => (await claimDue(runtime.db, runtime.clock.now(), busy)).map((due) => ({ id: due.id, partnerId: due.endpointId, due })),
      work: ({ due }) => this.#deliver(due),
      refill: 4,
      log: runtime.log,
      failures: { work: 'what came of an event was not noted', claim: 'waiting events could not be read' },
    })
  }

  /** Answers how many deliveries were begun; it goes on by itself as they end. */
  begin(): Promise<number> {
    return this.#queue.begin()
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** Begins no more, and waits for what is under way. */
  stop(): Promise<void> {
    return this.#queue.stop()
  }

  async #deliver(due: Due): Promise<void> {
    const sent = await this.#send(due)
    if (sent.fault !== null)
      this.#runtime.log.warn({ endpointId: due.endpointId, event: due.eventId, fault: sent.fault, httpStatus: sent.httpStatus }, 'an event was not taken')
    await note(this.#runtime, due, sent)
  }

  async #send(due: Due): Promise<Sent> {
    const { config, clock } = this.#runtime
    const at = clock.now()
    const secrets = signingSecrets(config, due, at)
    const body = bodyOf(due)
    const headers = {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'buu-tram',
      ...webhookHeaders(secrets, { id: due.eventId, body, at }),
    }
    const begun = performance.now()
    const milliseconds = () => Math.round(performance.now() - begun)
    try {
      const posting = { url: new URL(due.url), headers, body: Buffer.from(body), timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER, cut: true }
      const received = await this.#lineOf(due.endpointId).post(posting)
      const taken = received.status >= 200 && received.status < 300
      const answer = answerText(received.body, secrets)
      return { fault: taken ? null : 'STATUS', httpStatus: received.status, answer, answerBytes: received.body.length, milliseconds: milliseconds() }
    } catch (reason) {
      if (!(reason instanceof NoAnswer)) throw reason
      return { fault: reason.fault, httpStatus: reason.status, answer: '', answerBytes: reason.bytes, milliseconds: milliseconds() }
    }
  }

  #lineOf(endpointId: string): Line {
    const known = this.#lines.get(endpointId) ?? new Line(this.#runtime.config.demo)
    this.#lines.set(endpointId, known)
    return known
  }
}

/** What was answered, fit to be kept: without our keys, and no longer than its column. */
function answerText(body: Buffer, secrets: readonly string[]): string {
  let text = secrets.reduce((kept, secret) => keptText(kept, secret), keptText(body, ''))
  while (Buffer.byteLength(text) > MAX_ANSWER) text = text.slice(0, Math.min(text.length - 1, MAX_ANSWER)).toWellFormed()
  return text
}
