import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { signedHeaders } from '#core/payments/server/public.ts'
import type { Envelope } from '#kernel/envelope.ts'

export interface ChannelOptions {
  /** 'http://127.0.0.1:8080' */
  baseUrl: string
  clientId: string
  secret: string
  /** Connections at most. */
  connections?: number
}

export interface ChannelReply {
  status: number
  envelope: Envelope
}

/** A partner's side of the gateway: signs and sends. */
export interface Channel {
  /** A JSON object, or NDJSON as text; `key` is the Idempotency-Key. Rejects when nothing answers. */
  post(path: string, body: object | string, key?: string): Promise<ChannelReply>
  close(): void
}

export function openChannel({ baseUrl, clientId, secret, connections = 8 }: ChannelOptions): Channel {
  const { hostname: host, port } = new URL(baseUrl)
  const hostname = host.replace(/^\[|\]$/g, '')
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  function post(path: string, body: object | string, key: string = randomUUID()): Promise<ChannelReply> {
    const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const target = `/api${path}`
    const headers = {
      ...signedHeaders({ clientId, secret }, { method: 'POST', path: target, timestamp: new Date().toISOString(), nonce: randomUUID(), body: raw }),
      'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
      'content-length': raw.length,
      'idempotency-key': key,
    }
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent, hostname, port, path: target, method: 'POST', headers }, (incoming) => {
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.on('error', reject)
        incoming.on('end', () => {
          try {
            resolve({ status: incoming.statusCode ?? 0, envelope: JSON.parse(Buffer.concat(parts).toString('utf8')) as Envelope })
          } catch (error) {
            reject(error as Error)
          }
        })
      })
      outgoing.on('error', reject)
      outgoing.end(raw)
    })
  }

  return { post, close: () => agent.destroy() }
}
