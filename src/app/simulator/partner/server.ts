import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { localDate } from '#kernel/dates.ts'
import { signatureOf } from '#platform/server/http/signature.ts'
import { Books, type Reply, type Wire } from './answers.ts'
import { type CallBack, callBack, type GatewayClient, reportReturn } from './call-backs.ts'
import { CODES, FATES, type Fate, faultOf, NO_FAULTS, type Rates, roll, type SimulatedFault } from './fates.ts'
import { Receiver } from './receiver.ts'

/** A partner that is simulated. */
export interface SimulatedPartner {
  code: string
  /** With which the portal signs what it asks, and the partner its answers. */
  clientId: string
  secret: string
  /** The partner's own key at the gateway; without one it calls nobody back. */
  gateway?: GatewayClient
  /** The key of the events that it is sent; without one it takes none. */
  webhookSecret?: string
}

export interface SimulatorOptions {
  /** 0: any free port. */
  port?: number
  seed?: number
  partners: readonly SimulatedPartner[]
  /** 'http://127.0.0.1:8080'; call-backs go there. */
  gatewayUrl?: string
  rates?: Partial<Rates>
  /** How late a late answer is. */
  lateMs?: number
  /** How long after an answer that leaves the end open the partner calls back. */
  callBackMs?: number
}

export interface PartnerSimulator {
  /** 'http://127.0.0.1:8090' */
  readonly address: string
  /** Of a partner: what stands in its connection. */
  addressOf(partner: string): string
  /** Where a partner takes events. */
  webhookOf(partner: string): string
  /** What goes wrong from now on. */
  setRates(rates: Partial<Rates>): void
  /** The next answer goes wrong in this way, whatever the rates. */
  failNext(fault: SimulatedFault): void
  decide(partner: string, reference: string, fate: Fate): void
  /** Calls back at once. */
  callBack(partner: string, reference: string, status: 'SUCCEEDED' | 'FAILED'): Promise<CallBack>
  /** What was asked, in order: 'INQUIRE REF1'. */
  readonly asked: readonly string[]
  readonly callBacks: readonly CallBack[]
  close(): Promise<void>
}

interface Simulated extends SimulatedPartner {
  books: Books
  receiver: Receiver
}

type Operation = 'inquiries' | 'refunds' | 'payouts' | 'account-names' | 'statements'
const OPERATIONS: Record<Operation, string> = {
  inquiries: 'INQUIRE',
  refunds: 'REFUND',
  payouts: 'PAYOUT',
  'account-names': 'ACCOUNT_NAME',
  statements: 'STATEMENT',
}
const MAX_BODY = 64 * 1024
/** A statement that is delivered by hand comes in base64. */
const MAX_CONTROL = 96 * 1024 * 1024
const HUGE = 12 * 1024 * 1024
/** Questions and call-backs that are remembered. */
const KEPT = 1_000

/** Starts the partners as a real HTTP server on the loopback address. */
export async function startPartnerSimulator(options: SimulatorOptions): Promise<PartnerSimulator> {
  const simulator = new Simulator(options)
  await simulator.listen(options.port ?? 0)
  return simulator
}

class Simulator implements PartnerSimulator {
  readonly asked: string[] = []
  readonly callBacks: CallBack[] = []
  readonly #options: Required<Pick<SimulatorOptions, 'seed' | 'lateMs' | 'callBackMs'>> & Pick<SimulatorOptions, 'gatewayUrl'>
  readonly #partners: ReadonlyMap<string, Simulated>
  readonly #stopping = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #times = new Map<string, number>()
  readonly #next: SimulatedFault[] = []
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  #rates: Rates

  constructor({ seed = 1, lateMs = 15_000, callBackMs = 2_000, gatewayUrl, rates = {}, partners }: SimulatorOptions) {
    this.#options = { seed, lateMs, callBackMs, ...(gatewayUrl === undefined ? {} : { gatewayUrl }) }
    this.#rates = { ...NO_FAULTS, ...rates }
    this.#partners = new Map(
      partners.map((partner) => [
        partner.code,
        { ...partner, books: new Books(seed), receiver: new Receiver(partner.webhookSecret === undefined ? [] : [partner.webhookSecret]) },
      ]),
    )
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  addressOf = (partner: string): string => `${this.address}/partners/${partner}`
  webhookOf = (partner: string): string => `${this.address}/webhooks/${partner}`

  setRates(rates: Partial<Rates>): void {
    this.#rates = { ...NO_FAULTS, ...rates }
  }

  failNext(fault: SimulatedFault): void {
    this.#next.push(fault)
  }

  decide(partner: string, reference: string, fate: Fate): void {
    this.#partnerOf(partner).books.decide(reference, fate)
  }

  callBack(partner: string, reference: string, status: 'SUCCEEDED' | 'FAILED'): Promise<CallBack> {
    const { books } = this.#partnerOf(partner)
    return this.#tell(this.#partnerOf(partner), reference, books.told(reference, status))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#server.closeAllConnections()
    this.#server.close()
    await Promise.allSettled(this.#underWay)
  }

  #partnerOf(code: string): Simulated {
    const partner = this.#partners.get(code)
    if (!partner) throw new Error(`no simulated partner ${code}`)
    return partner
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const [, place, code = '', operation = ''] = (request.url ?? '').split('/')
      const body = await bodyOf(request, place === 'control' ? MAX_CONTROL : MAX_BODY)
      if (request.method === 'GET' && request.url === '/') return send(response, 200, this.#state())
      if (place === 'control') return send(response, 200, await this.#control(code, JSON.parse(body.toString('utf8')) as Wire))
      if (place === 'webhooks') return send(response, this.#partners.get(code)?.receiver.take(request.headers, body) ?? 404, {})
      const partner = place === 'partners' ? this.#partners.get(code) : undefined
      if (!partner || request.method !== 'POST' || !Object.hasOwn(OPERATIONS, operation)) return send(response, 404, { message: 'not found' })
      if (!isSigned(request, body, partner)) return send(response, 401, { message: 'signature' })
      await this.#answer(partner, operation as Operation, { request, response, body })
    } catch {
      if (!response.headersSent) send(response, 400, { message: 'unreadable' })
      else response.destroy()
    }
  }

  async #answer(partner: Simulated, operation: Operation, call: { request: IncomingMessage; response: ServerResponse; body: Buffer }): Promise<void> {
    const { seed, lateMs } = this.#options
    const asked = JSON.parse(call.body.toString('utf8')) as Wire
    const reference = asked.reference ?? asked.account ?? asked.day ?? ''
    const name = `${OPERATIONS[operation]} ${reference}`
    remember(this.asked, name)
    const times = (this.#times.get(`${partner.code} ${name}`) ?? 0) + 1
    this.#times.set(`${partner.code} ${name}`, times)
    // What becomes of a refund that somebody has decided on is told at once.
    const sure = operation === 'refunds' && partner.books.isDecided(asked)
    const fault = this.#next.shift() ?? (sure ? undefined : faultOf(seed, this.#rates, operation, reference, times))
    const reply = this.#reply(partner, operation, asked)
    if ('json' in reply && (reply.json.code === CODES.PENDING.code || fault !== undefined) && operation !== 'account-names') this.#promise(partner, reference)
    if (operation === 'payouts') this.#mayReturn(partner, reference)
    if (fault === 'late') await delay(lateMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    if (!call.response.destroyed) respond(call, partner.secret, reply, fault)
  }

  #reply({ books }: Simulated, operation: Operation, asked: Wire): Reply {
    const today = localDate(new Date())
    switch (operation) {
      case 'inquiries':
        return books.inquire(asked)
      case 'account-names':
        return books.accountName(asked)
      case 'statements':
        return books.statement(asked, today)
      default:
        return books.move(operation === 'refunds' ? 'REFUND' : 'PAYOUT', asked, today)
    }
  }

  /** Calls back after a while, now and then twice, now and then with the opposite afterwards. */
  #promise(partner: Simulated, reference: string): void {
    const { seed, callBackMs, gatewayUrl } = this.#options
    if (gatewayUrl === undefined || !partner.gateway || this.#times.has(`back ${partner.code} ${reference}`)) return
    this.#times.set(`back ${partner.code} ${reference}`, 1)
    const { signal } = this.#stopping
    this.#follow(async () => {
      await delay(callBackMs, undefined, { signal })
      const outcome = partner.books.outcome(reference)
      if (!outcome) return
      await this.#tell(partner, reference, outcome)
      if (outcome.status === 'SUCCEEDED') this.#mayReturn(partner, reference)
      if (roll(seed, 'twice', reference) < this.#rates.twice) await this.#tell(partner, reference, outcome)
      if (roll(seed, 'contradict', reference) >= this.#rates.contradict) return
      await delay(callBackMs, undefined, { signal })
      await this.#tell(partner, reference, partner.books.told(reference, outcome.status === 'FAILED' ? 'SUCCEEDED' : 'FAILED'))
    })
  }

  /** Of transfers that were paid, some come back after a while; each once. */
  #mayReturn(partner: Simulated, reference: string): void {
    const { seed, callBackMs, gatewayUrl } = this.#options
    const { gateway, books, code } = partner
    if (gatewayUrl === undefined || !gateway || roll(seed, 'returned', reference) >= this.#rates.returned) return
    if (!books.returned(reference) || this.#times.has(`return ${code} ${reference}`)) return
    this.#times.set(`return ${code} ${reference}`, 1)
    this.#follow(async () => {
      await delay(2 * callBackMs, undefined, { signal: this.#stopping.signal })
      const body = books.returned(reference)
      if (body) remember(this.callBacks, await reportReturn(gatewayUrl, gateway, reference, body))
    })
  }

  async #tell({ gateway }: Simulated, reference: string, body: Record<string, unknown>): Promise<CallBack> {
    const { gatewayUrl } = this.#options
    if (gatewayUrl === undefined || !gateway) throw new Error('this partner has no gateway to call')
    const told = await callBack(gatewayUrl, gateway, reference, body)
    remember(this.callBacks, told)
    return told
  }

  #follow(work: () => Promise<void>): void {
    const running = work()
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(running))
    this.#underWay.add(running)
  }

  /**
   * By hand, from the same machine: POST /control/fates {partner, reference, fate}, /control/call-backs {partner, reference, status}, /control/rates,
   * /control/statements {partner, day, name, contentType, base64}.
   */
  async #control(what: string, input: Wire): Promise<object> {
    const { partner = '', reference = '', fate, status } = input
    if (what === 'rates') this.setRates(Object.fromEntries(Object.entries(input).map(([name, rate]) => [name, Number(rate)])))
    else if (what === 'fates' && FATES.includes(fate as Fate)) this.decide(partner, reference, fate as Fate)
    else if (what === 'call-backs' && (status === 'SUCCEEDED' || status === 'FAILED')) return this.callBack(partner, reference, status)
    else if (what === 'statements') this.#deliver(input)
    else throw new Error('unknown')
    return this.#state()
  }

  #deliver({ partner = '', day = '', name = '', contentType = '', base64 = '' }: Wire): void {
    this.#partnerOf(partner).books.deliver(day, { name, contentType, content: Buffer.from(base64, 'base64') })
  }

  #state() {
    const { seed } = this.#options
    return {
      seed,
      rates: this.#rates,
      partners: [...this.#partners.values()].map(({ code, books, receiver }) => ({ code, transactions: books.size, events: receiver.figures })),
      callBacks: this.callBacks,
    }
  }
}

function remember<T>(list: T[], one: T): void {
  list.push(one)
  if (list.length > KEPT) list.shift()
}

async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isSigned({ headers, url = '', method = '' }: IncomingMessage, body: Buffer, { clientId, secret }: SimulatedPartner): boolean {
  const { 'x-client-id': client, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = headers
  if (client !== clientId || typeof timestamp !== 'string' || typeof nonce !== 'string' || !/^[0-9a-f]{64}$/.test(String(signature))) return false
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return timingSafeEqual(signatureOf(secret, { method, path: url, timestamp, nonce, bodyHash }), Buffer.from(String(signature), 'hex'))
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends an answer, with what goes wrong with it. */
function respond(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  secret: string,
  reply: Reply,
  fault: SimulatedFault | undefined,
): void {
  if (fault === 'error') send(response, 503, { message: 'temporarily unavailable' })
  else if (fault === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  else if (fault === 'cut') request.socket.destroy()
  else if (fault === 'huge') response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(HUGE, ' '))
  else if (fault === 'notJson') response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Bảo trì hệ thống</body></html>')
  else signedAnswer({ request, response }, secret, changed(reply, fault), fault === 'badSignature')
}

/** The answer of another transaction, or with a code that nobody has agreed on. */
function changed(reply: Reply, fault: SimulatedFault | undefined): Reply {
  if (!('json' in reply)) return reply
  if (fault === 'unmapped') return { json: { ...reply.json, ...CODES.UNMAPPED } }
  if (fault !== 'wrong') return reply
  return { json: { ...reply.json, ...('account' in reply.json ? { account: `${reply.json.account}1` } : { reference: `${reply.json.reference}-1` }) } }
}

function signedAnswer({ request, response }: { request: IncomingMessage; response: ServerResponse }, secret: string, reply: Reply, badly: boolean): void {
  const body = 'json' in reply ? Buffer.from(JSON.stringify(reply.json)) : reply.file.content
  const timestamp = new Date().toISOString()
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const parts = { method: '200', path: request.url ?? '', timestamp, nonce: String(request.headers['x-nonce']), bodyHash }
  const type =
    'json' in reply
      ? { 'content-type': 'application/json' }
      : { 'content-type': reply.file.contentType, 'content-disposition': `attachment; filename="${reply.file.name}"` }
  const signature = signatureOf(badly ? `${secret}-` : secret, parts).toString('hex')
  response.writeHead(200, { ...type, 'x-timestamp': timestamp, 'x-signature': signature }).end(body)
}
