import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isoLocal } from '#kernel/dates.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { Fault, Verdict } from '../contract/answer.ts'
import type { AccountNameAnswer, PartnerAnswer, PartnerConnector, StatementAnswer, StatementFile } from './answer.ts'
import { admit, type Circuits, circuitsOf, isFailure, noteFailure, noteSuccess } from './circuit.ts'
import { type Endpoint, endpointOf } from './endpoint.ts'
import { type ExchangeLog, exchangeLog } from './exchanges.ts'
import { meaningOf, noteUnmapped } from './meanings.ts'
import { type Answer, type Asking, isSigned, READS, read, type Signed, sign } from './protocol.ts'
import { keptText, storable } from './redact.ts'
import { Line, NoAnswer, type Received } from './transport.ts'

/** Bytes of a statement at most: a file of a day, not an answer. */
const MAX_STATEMENT = 64 * 1024 * 1024

/** What statements come as; anything else is an answer in words. */
const FILE_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/plain',
  'application/xml',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])
const typeOf = ({ headers }: Received): string => (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** What the connector needs of the system; the clock is for times that are kept, never for waiting. */
export type ConnectorRuntime = Pick<Runtime, 'db' | 'config' | 'clock' | 'log'>

const connectors = new WeakMap<object, HttpConnector>()

/** The connector of this process over a database: it keeps connections to partners open. */
export function partnerConnector(runtime: ConnectorRuntime): PartnerConnector {
  const known = connectors.get(runtime.db) ?? new HttpConnector(runtime)
  connectors.set(runtime.db, known)
  return known
}

/** What the tries of one question came to. */
interface Outcome {
  fault: Fault | null
  sent: boolean
  tries: number
  received: Received | null
  /** Where no answer was received: what was seen of one. */
  status: number | null
  bytes: number
  answer: Answer | null
  file: StatementFile | null
}

const NOTHING = { received: null, status: null, bytes: 0, answer: null, file: null } as const

/** Faults of a single try after which another one may go better. */
const PASSING: ReadonlySet<Fault> = new Set<Fault>(['CONNECTION', 'TIMEOUT', 'STATUS'])
const FIRST_PAUSE_MS = 100

class HttpConnector implements PartnerConnector {
  readonly #runtime: ConnectorRuntime
  readonly #lines = new Map<string, Line>()
  readonly #exchanges: ExchangeLog
  readonly #circuits: Circuits

  constructor(runtime: ConnectorRuntime) {
    this.#runtime = runtime
    this.#exchanges = exchangeLog(runtime.db)
    this.#circuits = circuitsOf(runtime.db)
  }

  inquire: PartnerConnector['inquire'] = async (partnerId, { reference, amount, occurredAt }) =>
    (await this.#ask(partnerId, { operation: 'INQUIRE', reference, body: { reference, amount, occurredAt: isoLocal(occurredAt) } })).answer

  refund: PartnerConnector['refund'] = async (partnerId, request) =>
    (await this.#ask(partnerId, { operation: 'REFUND', reference: request.reference, body: { ...request } })).answer

  payout: PartnerConnector['payout'] = async (partnerId, request) =>
    (await this.#ask(partnerId, { operation: 'PAYOUT', reference: request.reference, body: { ...request } })).answer

  accountName: PartnerConnector['accountName'] = async (partnerId, request): Promise<AccountNameAnswer> => {
    const { answer, outcome } = await this.#ask(partnerId, { operation: 'ACCOUNT_NAME', reference: `***${request.account.slice(-4)}`, body: { ...request } })
    return { ...answer, accountName: answer.verdict === 'SUCCEEDED' ? (outcome.answer?.accountName ?? null) : null }
  }

  statement: PartnerConnector['statement'] = async (partnerId, { day }): Promise<StatementAnswer> => {
    const { answer, outcome } = await this.#ask(partnerId, { operation: 'STATEMENT', reference: day, body: { day } })
    return { ...answer, file: answer.verdict === 'SUCCEEDED' ? outcome.file : null }
  }

  async #ask(partnerId: string, asking: Asking): Promise<{ answer: PartnerAnswer; outcome: Outcome }> {
    const { db, config, clock } = this.#runtime
    const begun = performance.now()
    const endpoint = await endpointOf(db, config, partnerId)
    const secret = endpoint?.secret ?? ''
    const exchange = await this.#exchanges.open({
      partnerId,
      operation: asking.operation,
      reference: asking.reference,
      request: keptText(JSON.stringify(asking.body), secret),
      at: clock.now(),
    })
    const outcome = await this.#guarded(endpoint, asking, begun)
    const { verdict, fault } = await this.#judge(partnerId, asking, outcome)
    const { received, answer } = outcome
    const at = clock.now()
    const kept = {
      verdict,
      code: answer ? storable(answer.code) : null,
      partnerReference: answer?.partnerReference == null ? null : storable(answer.partnerReference),
      message: storable(answer?.message ?? ''),
      at,
      fault,
      sent: outcome.sent,
    }
    const raw = received ? keptText(received.body, secret) : ''
    await this.#exchanges.end(exchange, {
      ...kept,
      tries: outcome.tries,
      httpStatus: received?.status ?? outcome.status,
      answer: raw,
      answerBytes: received?.body.length ?? outcome.bytes,
      answerSha256: received ? createHash('sha256').update(received.body).digest('hex') : null,
      milliseconds: Math.round(performance.now() - begun),
    })
    return { answer: { ...kept, raw, exchangeId: exchange.id }, outcome }
  }

  /** The question under its switches and its circuit. */
  async #guarded(endpoint: Endpoint | undefined, asking: Asking, begun: number): Promise<Outcome> {
    const { db, clock, log } = this.#runtime
    const unsent = (fault: Fault): Outcome => ({ ...NOTHING, fault, sent: false, tries: 0 })
    if (!endpoint) return unsent('NOT_CONFIGURED')
    if (!endpoint.on || !endpoint.operations.includes(asking.operation)) return unsent('SWITCHED_OFF')
    const { leave, well } = await admit(db, this.#circuits, endpoint, clock.now())
    if (leave === 'NONE') return unsent('CIRCUIT_OPEN')
    const outcome = await this.#tries(endpoint, asking, { begun, most: leave === 'TRIAL' ? 1 : endpoint.tries })
    const { fault } = outcome
    if (fault !== null && isFailure(fault, outcome.received?.status ?? outcome.status)) {
      log.warn({ partnerId: endpoint.partnerId, operation: asking.operation, fault, tries: outcome.tries }, 'a partner did not answer as agreed')
      await noteFailure(db, endpoint, fault, clock.now())
    } else if (!well) await noteSuccess(db, endpoint, clock.now())
    return outcome
  }

  /** Tries until something was heard. What moves money is tried again only when nothing has left this system. */
  async #tries(endpoint: Endpoint, asking: Asking, { begun, most }: { begun: number; most: number }): Promise<Outcome> {
    let sent = false
    for (let tries = 1; ; tries++) {
      const left = endpoint.deadlineMs - (performance.now() - begun)
      const outcome = { ...(await this.#once(endpoint, asking, Math.min(endpoint.tryTimeoutMs, Math.max(1, left)))), tries }
      sent ||= outcome.sent
      // Between half and all of a pause that doubles: those who were cut off together do not come back together.
      const pause = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2)
      const harmless = READS.has(asking.operation) || !outcome.sent
      const again = harmless && isPassing(outcome) && tries < most && endpoint.deadlineMs - (performance.now() - begun) > pause
      if (!again) return { ...outcome, sent }
      await delay(pause)
    }
  }

  async #once(endpoint: Endpoint, asking: Asking, timeoutMs: number): Promise<Omit<Outcome, 'tries'>> {
    const signed = sign(asking, endpoint, this.#runtime.clock.now())
    const maxBytes = asking.operation === 'STATEMENT' ? MAX_STATEMENT : endpoint.maxAnswerBytes
    try {
      const received = await this.#lineOf(endpoint.partnerId).post({ url: signed.url, headers: signed.headers, body: signed.body, timeoutMs, maxBytes })
      const found = this.#read(received, signed, endpoint, asking)
      return { ...NOTHING, ...found, sent: true, received }
    } catch (reason) {
      if (!(reason instanceof NoAnswer)) throw reason
      return { ...NOTHING, fault: reason.fault, sent: reason.sent, status: reason.status, bytes: reason.bytes }
    }
  }

  #read(received: Received, signed: Signed, { secret }: Endpoint, asking: Asking): Pick<Outcome, 'fault'> & Partial<Outcome> {
    const now = this.#runtime.clock.now()
    if (asking.operation === 'STATEMENT' && received.status === 200 && FILE_TYPES.has(typeOf(received)))
      return isSigned(received, signed, secret, now) ? { fault: null, file: fileOf(received, asking.reference) } : { fault: 'SIGNATURE' }
    const answer = read(received, signed, secret, now, asking)
    return typeof answer === 'string' ? { fault: answer } : { fault: null, answer }
  }

  /** FAILED and SUCCEEDED come from a code that two people have agreed on, and from nowhere else. */
  async #judge(partnerId: string, { operation }: Asking, { fault, answer, file }: Outcome): Promise<{ verdict: Verdict; fault: Fault | null }> {
    if (file) return { verdict: 'SUCCEEDED', fault: null }
    if (fault !== null || !answer) return { verdict: 'UNKNOWN', fault: fault ?? 'UNREADABLE' }
    const { db, clock } = this.#runtime
    const code = storable(answer.code)
    const verdict = await meaningOf(db, partnerId, code)
    if (verdict === undefined) {
      await noteUnmapped(db, { partnerId, code, message: storable(answer.message ?? ''), at: clock.now() })
      return { verdict: 'UNKNOWN', fault: 'UNMAPPED' }
    }
    // That there is a statement, or a name, is said by giving it.
    const promised = (operation === 'STATEMENT' || (operation === 'ACCOUNT_NAME' && !answer.accountName)) && verdict === 'SUCCEEDED'
    return promised ? { verdict: 'UNKNOWN', fault: 'MISMATCH' } : { verdict, fault: null }
  }

  #lineOf(partnerId: string): Line {
    const known = this.#lines.get(partnerId) ?? new Line(this.#runtime.config.demo)
    this.#lines.set(partnerId, known)
    return known
  }
}

const isPassing = ({ fault, received, status }: Outcome): boolean =>
  fault !== null && PASSING.has(fault) && (fault !== 'STATUS' || isFailure(fault, received?.status ?? status))

function fileOf(received: Received, day: string): StatementFile {
  const { headers, body } = received
  const named = /filename="?([A-Za-z0-9_.-]{1,100})"?/.exec(headers['content-disposition'] ?? '')
  return { name: named?.[1] ?? `${day}.csv`, contentType: typeOf(received), bytes: body, sha256: createHash('sha256').update(body).digest('hex') }
}
