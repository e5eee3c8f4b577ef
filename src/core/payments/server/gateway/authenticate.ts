import { randomBytes, timingSafeEqual } from 'node:crypto'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { Timestamp } from '#kernel/primitives.ts'
import { addressKey } from '#platform/server/http/address.ts'
import { signatureOf } from '#platform/server/http/signature.ts'
import type { Announced, HeadContext, OpenOptions, PublicContext } from '#platform/server/module.ts'
import { gatewayErrors } from '../../contract/errors.ts'
import type { GatewayCaller } from '../receipts.ts'
import { settingsOf } from '../settings.ts'
import { spendNonce } from './nonces.ts'

/** The headers that a signed call carries. */
interface GatewayHeaders {
  clientId: string
  /** ISO 8601 with offset, as sent. */
  timestamp: string
  nonce: string
  /** Hex HMAC-SHA256, see `signatureOf`. */
  signature: string
}

/** How far the caller's clock may be off. */
const SKEW_MS = 300_000

const SHAPES: Record<keyof GatewayHeaders, { name: string; fits: (value: string) => boolean }> = {
  clientId: { name: 'X-Client-Id', fits: (value) => /^[A-Za-z0-9_.-]{3,64}$/.test(value) },
  timestamp: { name: 'X-Timestamp', fits: (value) => Timestamp.safeParse(value).success },
  nonce: { name: 'X-Nonce', fits: (value) => /^[\x21-\x7e]{16,64}$/.test(value) },
  signature: { name: 'X-Signature', fits: (value) => /^[0-9a-fA-F]{64}$/.test(value) },
}

function headersOf({ request }: HeadContext): GatewayHeaders {
  const read = (field: keyof GatewayHeaders): string => {
    const { name, fits } = SHAPES[field]
    const value = request.headers[name.toLowerCase()]
    if (typeof value !== 'string' || !fits(value)) throw new AppError(gatewayErrors.headerMissing, { header: name })
    return value
  }
  return { clientId: read('clientId'), timestamp: read('timestamp'), nonce: read('nonce'), signature: read('signature') }
}

/** What the signatures of clients that do not exist are compared with, so that the same work is done. */
const NOBODY = randomBytes(32).toString('base64url')

/**
 * Before the body: headers and time. Throws AppError GTW-001 and -003 (401). A body that claims to be of a client takes its share of that
 * client at that address: whoever borrows a client's name from elsewhere takes nothing of the client's own. That a client is not known
 * shows in nothing but that its body is not kept.
 */
async function announceChannel(ctx: HeadContext): Promise<Announced> {
  const { runtime, now, ip } = ctx
  const { clientId, timestamp } = headersOf(ctx)
  if (Math.abs(now.getTime() - Date.parse(timestamp)) > SKEW_MS) throw new AppError(gatewayErrors.timestampStale)
  const partner = await partnerByClientId(runtime.db, runtime.config, clientId)
  return { who: `client:${clientId} ${addressKey(ip)}`, keep: partner !== undefined }
}

/**
 * Says which partner calls, once its body is here. Throws AppError GTW-002 and -004 (401: signature, nonce), GTW-006 and -007 (403: revoked,
 * not enabled; for holders of the secret only). A nonce is used up by a good signature only, whatever becomes of the call then.
 */
async function authenticateChannel(ctx: PublicContext): Promise<GatewayCaller> {
  const { runtime, request, bodyHash, now } = ctx
  const { clientId, timestamp, nonce, signature } = headersOf(ctx)
  const partner = await partnerByClientId(runtime.db, runtime.config, clientId)
  const expected = signatureOf(partner?.secret ?? NOBODY, { method: request.method, path: request.url, timestamp, nonce, bodyHash })
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')) || !partner) throw new AppError(gatewayErrors.signatureWrong)
  if (partner.status === 'REVOKED') throw new AppError(gatewayErrors.clientRevoked)
  if (!(await settingsOf(runtime)).clearing.has(partner.partnerId)) throw new AppError(gatewayErrors.partnerNotEnabled)
  if (!(await spendNonce(runtime.db, { clientId, nonce, at: now }))) throw new AppError(gatewayErrors.nonceUsed)
  return { clientId, partnerId: partner.partnerId, suspended: partner.status !== 'ACTIVE' }
}

/** What makes an open call one of the gateway: signed by a client of a partner that is enabled. For calls of other modules too. */
export const signedCalls = { announce: announceChannel, authenticate: authenticateChannel } satisfies OpenOptions<GatewayCaller>
