import { randomUUID } from 'node:crypto'
import { isoLocal } from '#kernel/dates.ts'
import { signedHeaders } from '#platform/server/http/signature.ts'

/** The partner's own key at the gateway. */
export interface GatewayClient {
  clientId: string
  secret: string
}

/** What the gateway said of a call-back; 0: nothing answered. */
export interface CallBack {
  reference: string
  status: string
  answered: number
}

const TIMEOUT_MS = 10_000

/** Tells the gateway how a transaction has ended, signed as every call of a channel is. Answers the HTTP status. */
export async function callBack(
  gatewayUrl: string,
  client: GatewayClient,
  { reference, body, key = randomUUID() }: { reference: string; body: Record<string, unknown>; key?: string },
): Promise<CallBack> {
  const at = new Date()
  const path = `/api/og-001/v1/transactions/${encodeURIComponent(reference)}/outcome`
  const bytes = Buffer.from(JSON.stringify({ occurredAt: isoLocal(at), ...body }))
  const headers = {
    ...signedHeaders(client, { method: 'POST', path, timestamp: at.toISOString(), nonce: randomUUID(), body: bytes }),
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const told = { reference, status: String(body.status) }
  try {
    const response = await fetch(new URL(path, gatewayUrl), { method: 'POST', headers, body: bytes, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return { ...told, answered: response.status }
  } catch {
    return { ...told, answered: 0 }
  }
}
