import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createFeePlans, createMerchants } from '#core/merchants/server/public.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import { createAgreedPolicies } from '#core/policy/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { Envelope } from '#kernel/envelope.ts'
import { signedHeaders } from '#platform/server/http/signature.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { QrReport } from '#subsystems/qr/contract/service.ts'

export interface TestChannel {
  clientId: string
  partnerId: string
  secret: string
}

export interface GatewayWorld {
  /** Two banks and a payment company of the demo organisation. */
  vcb: TestChannel
  bidv: TestChannel
  saoviet: TestChannel
  /** M-HANOI at office 010101 (1 %, 100 to 50,000 đồng), M-HCM at an office of province 79 (0.55 %, no bounds). */
  merchants: { hanoi: string; hcm: string }
}

/** Merchants and channels in the template's organisation. */
export async function gatewayWorld(runtime: Runtime): Promise<GatewayWorld> {
  const { db, config } = runtime
  const channel = async (clientId: string): Promise<TestChannel> => {
    const partner = await partnerByClientId(db, config, clientId)
    if (!partner) throw new Error(`no client ${clientId} in the template`)
    return { clientId, partnerId: partner.partnerId, secret: partner.secret }
  }
  const [vcb, bidv, saoviet] = await Promise.all([channel('gw-vcb'), channel('gw-bidv'), channel('gw-saoviet')])
  await db.transaction().execute(async (tx) => {
    await enablePartners(tx, [vcb.partnerId, bidv.partnerId, saoviet.partnerId])
    const plans = await createFeePlans(tx, [
      { code: 'TEST-1', name: 'Một phần trăm', service: 'QR', effectiveFrom: '2020-01-01', rateBps: 100, minimum: '100', maximum: '50000' },
      { code: 'TEST-2', name: 'Không chặn', service: 'QR', effectiveFrom: '2020-01-01', rateBps: 55, minimum: '0', maximum: null },
    ])
    const units = await tx
      .selectFrom('organisation.unit')
      .select(['id', 'code'])
      .where('level', '=', 'POST_OFFICE')
      .where('code', 'in', ['010101', '790101'])
      .execute()
    const unitId = (code: string) => units.find((unit) => unit.code === code)?.id ?? ''
    const merchant = { address: '1 Trần Phú', phone: '0901234567', settlementBankBin: '970436', settlementAccount: '1234567890' }
    await createMerchants(tx, [
      { ...merchant, code: 'M-HANOI', name: 'Phở Thìn', unitId: unitId('010101'), feePlanId: plans.get('TEST-1') ?? '', settlementName: 'PHO THIN' },
      { ...merchant, code: 'M-HCM', name: 'Cơm Tấm Ba Ghiền', unitId: unitId('790101'), feePlanId: plans.get('TEST-2') ?? '', settlementName: 'COM TAM' },
    ])
  })
  return { vcb, bidv, saoviet, merchants: { hanoi: 'M-HANOI', hcm: 'M-HCM' } }
}

/** A policy in force for years that charges a service the same, whatever the amount. */
export async function flatFee({ db, clock }: Runtime, service: string, fixed: string): Promise<void> {
  const fees = [{ amountFrom: '0', amountTo: null, rateBps: 0, fixed, minimum: '0', maximum: null }]
  const policy = { code: `FLAT-${service}`, service, name: 'Phí cố định', revisions: [{ effectiveFrom: '2020-01-01', fees }] }
  await db.transaction().execute((tx) => createAgreedPolicies(tx, [policy], { by: 'system', at: clock.now() }))
}

let counter = 0

/** A report that the gateway takes, with its own reference; what is given replaces the default. */
export function report(overrides: Partial<QrReport> & Record<string, unknown> = {}): QrReport {
  counter += 1
  return {
    externalRef: `REF-${counter}`,
    service: 'QR',
    type: 'PAYMENT',
    channel: 'BANK',
    merchantCode: 'M-HANOI',
    amount: '150000',
    currency: 'VND',
    payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970418' },
    memo: 'Thanh toan don hang',
    occurredAt: isoLocal(new Date()),
    outcome: { status: 'SUCCEEDED', code: '00', message: 'Giao dịch thành công', evidence: { bankReference: 'FT0001' } },
    ...overrides,
  }
}

export interface GatewayCallOptions {
  /** Default: a new one. */
  key?: string | null
  nonce?: string
  at?: Date
  secret?: string
  clientId?: string
  /** Put over the signed headers. */
  headers?: Record<string, string | undefined>
  language?: 'vi' | 'en'
}

export interface GatewayReply<Data> extends Envelope<Data> {
  status: number
  headers: Record<string, unknown>
}

/** A signed call by a channel. A string or buffer goes as it is, anything else as JSON. */
export async function gatewayCall<Data = Record<string, unknown>>(
  app: FastifyInstance,
  channel: TestChannel,
  path: string,
  body: unknown,
  options: GatewayCallOptions = {},
): Promise<GatewayReply<Data>> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const url = `/api${path}`
  const parts = { method: 'POST', path: url, timestamp: (options.at ?? new Date()).toISOString(), nonce: options.nonce ?? randomUUID(), body: raw }
  const key = options.key === undefined ? randomUUID() : options.key
  const headers: Record<string, string | undefined> = {
    ...signedHeaders({ clientId: options.clientId ?? channel.clientId, secret: options.secret ?? channel.secret }, parts),
    'content-type': path.endsWith('/batch') ? 'application/x-ndjson' : 'application/json',
    'accept-language': options.language ?? 'vi',
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...options.headers,
  }
  const response = await app.inject({
    method: 'POST',
    url,
    payload: raw,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
  })
  return { ...(response.json() as Envelope<Data>), status: response.statusCode, headers: response.headers }
}

/** Every ledger balance by account code, as decimal strings, those of zero left out. */
export async function balances(runtime: Runtime): Promise<Record<string, string>> {
  const rows = await runtime.db.selectFrom('ledger.account').select(['code', 'balance']).where('balance', '<>', '0').execute()
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]))
}
