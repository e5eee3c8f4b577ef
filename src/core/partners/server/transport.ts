import { type ClientRequest, Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Fault } from '../contract/answer.ts'
import { assertOpenAddress, ClosedAddress, guardedLookup } from './address.ts'

/** An answer as it came, whatever it says. */
export interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Only its beginning was read (`cut` of the posting). */
  cut: boolean
}

/** Nothing came that can be looked at. */
export class NoAnswer extends Error {
  readonly fault: Fault
  /** Whether anything may have left this system. */
  readonly sent: boolean
  readonly status: number | null
  /** Bytes that were announced or had come when it was given up. */
  readonly bytes: number

  constructor(fault: Fault, { sent, status = null, bytes = 0, cause }: { sent: boolean; status?: number | null; bytes?: number; cause?: unknown }) {
    super(fault, { cause })
    this.fault = fault
    this.sent = sent
    this.status = status
    this.bytes = bytes
  }
}

export interface Posting {
  url: URL
  headers: Record<string, string>
  body: Buffer
  /** Until the last byte of the answer. */
  timeoutMs: number
  maxBytes: number
  /** For an answer that is only noted: a longer one is read as far as that, and packed ones are taken as they are. */
  cut?: boolean
}

/** Calls under way to one partner, and how long an unused connection is kept. */
const SOCKETS = 64
const IDLE_MS = 15_000

/** The connections of one partner: none of them waits for another partner's. */
export class Line {
  readonly #thisMachineToo: boolean
  readonly #agents = new Map<string, HttpAgent>()

  /** `thisMachineToo`: programs on this machine may be called, and without TLS. */
  constructor(thisMachineToo: boolean) {
    this.#thisMachineToo = thisMachineToo
  }

  /** One POST, one answer. Throws NoAnswer: closed address, no connection, time-out, redirect, an answer that is too large. */
  async post(posting: Posting): Promise<Received> {
    try {
      assertOpenAddress(posting.url, this.#thisMachineToo)
    } catch (cause) {
      throw new NoAnswer('ADDRESS', { sent: false, cause })
    }
    return this.#send(posting)
  }

  #agentOf({ protocol }: URL): HttpAgent {
    const known = this.#agents.get(protocol)
    if (known) return known
    const options = { keepAlive: true, maxSockets: SOCKETS, timeout: IDLE_MS, lookup: guardedLookup(this.#thisMachineToo) }
    const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
    this.#agents.set(protocol, agent)
    return agent
  }

  #send({ url, headers, body, timeoutMs, maxBytes, cut = false }: Posting): Promise<Received> {
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      let sent = false
      const request: ClientRequest = send(url, { method: 'POST', agent: this.#agentOf(url), headers: { ...headers, 'content-length': body.length } })
      const giveUp = (reason: NoAnswer) => {
        clearTimeout(timer)
        reject(reason)
        request.destroy()
      }
      const timer = setTimeout(() => giveUp(new NoAnswer('TIMEOUT', { sent })), timeoutMs)
      request.on('socket', (socket) => {
        // A connection that stands already takes the request at once.
        if (!socket.connecting) sent = true
        else
          socket.once('connect', () => {
            sent = true
          })
      })
      request.on('error', (cause) => giveUp(new NoAnswer(faultOf(cause), { sent, cause })))
      request.on('response', (response) => {
        receive(response, maxBytes, cut).then(
          (received) => {
            clearTimeout(timer)
            resolve(received)
            // What was not read would otherwise hold the connection.
            if (received.cut) request.destroy()
          },
          (reason: NoAnswer) => giveUp(reason),
        )
      })
      request.end(body)
    })
  }
}

function faultOf(error: NodeJS.ErrnoException): Fault {
  if (error instanceof ClosedAddress) return 'ADDRESS'
  return error.code?.startsWith('HPE_') ? 'UNREADABLE' : 'CONNECTION'
}

/** Reads an answer as far as it may go. Nothing is followed and nothing is unpacked: a small answer cannot become a large one. */
async function receive(response: IncomingMessage, maxBytes: number, cut: boolean): Promise<Received> {
  const { statusCode: status = 0, headers } = response
  const refuse = (fault: Fault, bytes = 0, cause?: unknown) => new NoAnswer(fault, { sent: true, status, bytes, cause })
  if (status >= 300 && status < 400) throw refuse('REDIRECT')
  const announced = Number(headers['content-length'] ?? 0)
  if (!cut && announced > maxBytes) throw refuse('TOO_LARGE', announced)
  if (!cut && !['identity', undefined].includes(headers['content-encoding'])) throw refuse('UNREADABLE')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes && !cut) break
      chunks.push(chunk)
      if (size > maxBytes) break
    }
  } catch (cause) {
    throw refuse('CONNECTION', size, cause)
  }
  if (size > maxBytes && !cut) throw refuse('TOO_LARGE', size)
  return { status, headers, body: Buffer.concat(chunks).subarray(0, maxBytes), cut: size > maxBytes }
}
