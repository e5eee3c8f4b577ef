import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isMoney, parseMoney } from '#kernel/money.ts'
import { signatureOf, signedHeaders } from '#platform/server/http/signature.ts'
import type { Fault, Operation } from '../contract/answer.ts'
import type { Received } from './transport.ts'

/** Where each question goes, behind the address of the partner. */
export const PATHS: Record<Operation, string> = {
  INQUIRE: '/inquiries',
  ACCOUNT_NAME: '/account-names',
  REFUND: '/refunds',
  PAYOUT: '/payouts',
  STATEMENT: '/statements',
}

/** Operations that move nothing: asking again does no harm. */
export const READS: ReadonlySet<Operation> = new Set<Operation>(['INQUIRE', 'ACCOUNT_NAME', 'STATEMENT'])

export interface Asking {
  operation: Operation
  /** What the exchange is found by: the transaction, account or day. */
  reference: string
  body: Record<string, unknown>
}

/** A question in the form in which it leaves. */
export interface Signed {
  url: URL
  nonce: string
  headers: Record<string, string>
  body: Buffer
}

/** Signed as calls of the gateway are. The same body may leave several times, each time with a nonce of its own. */
export function sign({ operation, body }: Asking, to: { baseUrl: string; clientId: string; secret: string }, at: Date): Signed {
  const url = new URL(`${to.baseUrl}${PATHS[operation]}`)
  const bytes = Buffer.from(JSON.stringify(body))
  const nonce = randomUUID()
  const parts = { method: 'POST', path: url.pathname, timestamp: at.toISOString(), nonce, body: bytes }
  const headers = { ...signedHeaders(to, parts), 'content-type': 'application/json', accept: 'application/json, text/csv', 'accept-encoding': 'identity' }
  return { url, nonce, headers, body: bytes }
}

/** How far the partner's clock may be off. */
const SKEW_MS = 300_000

/**
 * Whether an answer is the partner's own answer to this very question: signed under the shared key with its status in place of the method and
 * with the nonce of the question, so that neither a question nor another answer serves as one.
 */
export function isSigned({ status, headers, body }: Received, { url, nonce }: Signed, secret: string, now: Date): boolean {
  const { 'x-timestamp': timestamp, 'x-signature': signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^[0-9a-fA-F]{64}$/.test(signature)) return false
  if (!(Math.abs(now.getTime() - Date.parse(timestamp)) <= SKEW_MS)) return false
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return timingSafeEqual(signatureOf(secret, { method: String(status), path: url.pathname, timestamp, nonce, bodyHash }), Buffer.from(signature, 'hex'))
}

/** The facts of an answer, in the field names of the wire; what a partner sends beyond them is kept in the exchange. */
const Answer = z.object({
  code: z.string().min(1).max(64),
  message: z.string().max(2000).nullish(),
  reference: z.string().max(200).nullish(),
  partnerReference: z.string().max(200).nullish(),
  amount: z.string().refine(isMoney).nullish(),
  account: z.string().max(64).nullish(),
  accountName: z.string().max(200).nullish(),
})
export type Answer = z.output<typeof Answer>

/** What an answer of status 200 says; a fault where it cannot be read, is not the partner's, or speaks of something else. */
export function read(received: Received, signed: Signed, secret: string, now: Date, { operation, body }: Asking): Answer | Fault {
  if (received.status !== 200) return 'STATUS'
  const answer = Answer.safeParse(parsed(received.body))
  if (!answer.success) return 'UNREADABLE'
  if (!isSigned(received, signed, secret, now)) return 'SIGNATURE'
  return speaksOf(answer.data, operation, body) ? answer.data : 'MISMATCH'
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** Money and names count only where the answer repeats what was asked: it is about this transaction, of this amount, or about this account. */
function speaksOf({ reference, amount, account }: Answer, operation: Operation, asked: Record<string, unknown>): boolean {
  if (operation === 'ACCOUNT_NAME') return account === asked.account
  if (operation === 'STATEMENT') return true
  return reference === asked.reference && amount != null && parseMoney(amount) === parseMoney(String(asked.amount))
}
