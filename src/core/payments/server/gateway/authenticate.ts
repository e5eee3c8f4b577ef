import { timingSafeEqual } from 'node:crypto'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { Timestamp } from '#kernel/primitives.ts'
import type { PublicContext } from '#platform/server/module.ts'
import { gatewayErrors } from '../../contract/errors.ts'
import type { GatewayCaller } from '../receipts.ts'
import { settingsOf } from '../settings.ts'
import { type GatewayHeaders, signatureOf } from './signature.ts'
import type { GatewayWork } from './work.ts'

/** How far the caller's clock may be off. */
const SKEW_MS = 300_000

const SHAPES: Record<keyof GatewayHeaders, { name: string; fits: (value: string) => boolean }> = {
  clientId: { name: 'X-Client-Id', fits: (value) => /^[A-Za-z0-9_.-]{3,64}$/.test(value) },
  timestamp: { name: 'X-Timestamp', fits: (value) => Timestamp.safeParse(value).success },
  nonce: { name: 'X-Nonce', fits: (value) => /^[\x21-\x7e]{16,64}$/.test(value) },
  signature: { name: 'X-Signature', fits: (value) => /^[0-9a-fA-F]{64}$/.test(value) },
}

function headersOf({ request }: PublicContext): GatewayHeaders {
  const read = (field: keyof GatewayHeaders): string => {
    const { name, fits } = SHAPES[field]
    const value = request.headers[name.toLowerCase()]
    if (typeof value !== 'string' || !fits(value)) throw new AppError(gatewayErrors.headerMissing, { header: name })
    return value
  }
  return { clientId: read('clientId'), timestamp: read('timestamp'), nonce: read('nonce'), signature: read('signature') }
}

/**
 * Says which partner calls. Throws AppError GTW-001 to -004 (401: headers, signature, time, nonce) and GTW-005 to -007
 * (403: unknown, revoked, not enabled). A nonce is used up by a good signature only, whatever becomes of the call then.
 */
export async function authenticateChannel(ctx: PublicContext, work: GatewayWork): Promise<GatewayCaller> {
  const { runtime, request, rawBody, now } = ctx
  const headers = headersOf(ctx)
  const { clientId, timestamp, nonce } = headers
  if (Math.abs(now.getTime() - Date.parse(timestamp)) > SKEW_MS) throw new AppError(gatewayErrors.timestampStale)
  const partner = await partnerByClientId(runtime.db, runtime.config, clientId)
  if (!partner) throw new AppError(gatewayErrors.clientUnknown)
  const expected = signatureOf(partner.secret, { method: request.method, path: request.url, timestamp, nonce, body: rawBody })
  if (!timingSafeEqual(expected, Buffer.from(headers.signature, 'hex'))) throw new AppError(gatewayErrors.signatureWrong)
  if (partner.status !== 'ACTIVE') throw new AppError(gatewayErrors.clientRevoked)
  if (!(await settingsOf(runtime)).clearing.has(partner.partnerId)) throw new AppError(gatewayErrors.partnerNotEnabled)
  if (!(await work.spendNonce({ clientId, nonce, at: now }))) throw new AppError(gatewayErrors.nonceUsed)
  return { clientId, partnerId: partner.partnerId }
}
