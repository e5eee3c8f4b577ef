import { createHash, createHmac } from 'node:crypto'

/** What is signed: the request line, the time, the nonce and the body's bytes. */
export interface SignedParts {
  method: string
  /** As sent, query included: '/api/og-001/v1/transactions'. */
  path: string
  timestamp: string
  nonce: string
  body: string | Buffer
}

/** The same with the hex SHA-256 of the body in its place: what is computed while the body arrives. */
export type HashedParts = Omit<SignedParts, 'body'> & { bodyHash: string }

/** HMAC-SHA256 under the partner's secret over method, path, time, nonce and hex sha256 of the body, joined by line feeds. */
export function signatureOf(secret: string, { method, path, timestamp, nonce, bodyHash }: HashedParts): Buffer {
  return createHmac('sha256', secret).update([method, path, timestamp, nonce, bodyHash].join('\n')).digest()
}

/** The headers of a signed call, for those who make them. */
export function signedHeaders(client: { clientId: string; secret: string }, parts: SignedParts): Record<string, string> {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex')
  return {
    'x-client-id': client.clientId,
    'x-timestamp': parts.timestamp,
    'x-nonce': parts.nonce,
    'x-signature': signatureOf(client.secret, { ...parts, bodyHash }).toString('hex'),
  }
}
