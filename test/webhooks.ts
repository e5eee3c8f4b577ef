import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openWebhook, type WebhookInUse } from '#core/partners/server/public.ts'
import type { Runtime } from '#platform/server/module.ts'
import { Receiver } from '../src/app/simulator/partner/receiver.ts'

/** The key of endpoints in tests. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Came {
  headers: IncomingHttpHeaders
  body: { id: string; kind: string; subject: string; sequence: number; stateVersion: number; replayOf: string | null; data: Record<string, string> }
}

/** What happens to a call: answered as the receiver does, not at all, cut off after it was taken, or with a status of the test's own. */
export type Fate = 'TAKE' | 'SILENT' | 'CUT' | number | ((response: ServerResponse) => void)

export interface TestReceiver {
  url: string
  /** Every call, in order of arrival. */
  came: Came[]
  receiver: Receiver
  /** Of the next calls; afterwards all are taken. */
  next: Fate[]
  /** In the place of `next`, from the number of the call on. */
  decide: ((call: number) => Fate) | undefined
  close(): Promise<void>
}

/** A partner's receiver as a real HTTP server. */
export async function testReceiver({ clock }: Pick<Runtime, 'clock'>, secrets: readonly string[] = [WEBHOOK_SECRET]): Promise<TestReceiver> {
  const receiver = new Receiver(secrets, () => clock.now().getTime())
  const silent = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const call = made.came.push({ headers: request.headers, body: JSON.parse(body.toString('utf8')) as Came['body'] })
    const fate = made.next.shift() ?? made.decide?.(call) ?? 'TAKE'
    if (typeof fate === 'number') return response.writeHead(fate).end(`answer ${fate}`)
    const status = receiver.take(request.headers, body)
    if (typeof fate === 'function') return fate(response)
    if (fate === 'CUT') return request.socket.destroy()
    if (fate === 'SILENT') return silent.add(response)
    return response.writeHead(status).end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const made: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    came: [],
    receiver,
    next: [],
    decide: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return made
}

/** An endpoint that is told about transactions and refunds of a partner. */
export async function testWebhook({ db, config, clock }: Runtime, webhook: Pick<WebhookInUse, 'partnerId' | 'url'> & Partial<WebhookInUse>): Promise<string> {
  const usual = { label: 'Kiểm thử', events: ['TRANSACTION', 'REFUND'], secret: WEBHOOK_SECRET, status: 'ACTIVE' } as const
  const id = await db.transaction().execute((tx) => openWebhook(tx, config, { ...usual, ...webhook }, clock.now()))
  if (id === undefined) throw new Error('this endpoint stands already')
  return id
}
