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

const TRANSACTIONS = '/api/og-001/v1/transactions'

/** Tells the gateway how a transaction has ended. */
export const callBack = (gatewayUrl: string, client: GatewayClient, reference: string, body: Record<string, unknown>): Promise<CallBack> =>
  post(gatewayUrl, client, { path: `${TRANSACTIONS}/${encodeURIComponent(reference)}/outcome`, reference, status: String(body.status), body })

/** Tells the gateway that money of a transfer has come back. */
export const reportReturn = (gatewayUrl: string, client: GatewayClient, reference: string, body: Record<string, unknown>): Promise<CallBack> =>
  post(gatewayUrl, client, { path: TRANSACTIONS, reference, status: 'RETURNED', body })

interface Told {
  path: string
  reference: string
  status: string
  body: Record<string, unknown>
}

/** Signed as every call of a channel is. Answers the HTTP status. */
async function post(gatewayUrl: string, client: GatewayClient, { path, reference, status, body }: Told): Promise<CallBack> {
  const at = new Date()
  const bytes = Buffer.from(JSON.stringify({ occurredAt: isoLocal(at), ...body }))
  const headers = {
    ...signedHeaders(client, { method: 'POST', path, timestamp: at.toISOString(), nonce: randomUUID(), body: bytes }),
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const told = { reference, status }
  try {
    const response = await fetch(new URL(path, gatewayUrl), { method: 'POST', headers, body: bytes, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return { ...told, answered: response.status }
  } catch {
    return { ...told, answered: 0 }
  }
}
