import { randomUUID } from 'node:crypto'
import type { Envelope } from '#kernel/envelope.ts'
import { signedHeaders } from '#platform/server/http/signature.ts'

export interface ChannelReply {
  status: number
  envelope: Envelope
}

/** A partner's side of the gateway: signs a JSON object, or NDJSON as text, and sends it; `key` is the Idempotency-Key. Rejects when nothing answers. */
export type Channel = (path: string, body: object | string, key?: string) => Promise<ChannelReply>

export interface Client {
  clientId: string
  secret: string
}

/** What a channel sends: signed at the time of its own clock. */
export function signedCall(client: Client, path: string, sent: object | string, { key, at }: { key: string; at: Date }) {
  const body = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent))
  const target = `/api${path}`
  const headers = {
    ...signedHeaders(client, { method: 'POST', path: target, timestamp: at.toISOString(), nonce: randomUUID(), body }),
    'content-type': typeof sent === 'string' ? 'application/x-ndjson' : 'application/json',
    'idempotency-key': key,
  }
  return { target, headers, body }
}

/** `baseUrl`: 'http://127.0.0.1:8080'. */
export const openChannel =
  ({ baseUrl, ...client }: { baseUrl: string } & Client): Channel =>
  async (path, sent, key = randomUUID()) => {
    const { target, headers, body } = signedCall(client, path, sent, { key, at: new Date() })
    const reply = await fetch(new URL(target, baseUrl), { method: 'POST', headers, body })
    return { status: reply.status, envelope: (await reply.json()) as Envelope }
  }
