import { sql } from 'kysely'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { connectPartner, partnerConnector } from '#core/partners/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Runtime } from '#platform/server/module.ts'
import { deriveKey } from '#platform/server/secret-box.ts'
import { demoWebhookSecret, seedWebhooks } from '../webhooks.ts'
import { SIMULATED_CODES } from './connections.ts'
import type { Rates } from './fates.ts'
import { startSimulatorProcess } from './process.ts'
import type { SimulatedPartner } from './server.ts'

/** What a demo that lives sees go wrong now and then. */
const LIVE_RATES: Partial<Rates> = {
  late: 0.01,
  error: 0.01,
  cut: 0.005,
  notJson: 0.005,
  badSignature: 0.003,
  unmapped: 0.005,
  wrong: 0.003,
  twice: 0.05,
  contradict: 0.005,
  returned: 0.02,
}

const OF_ALL = ['INQUIRE', 'REFUND', 'STATEMENT'] as const
export const OF_BANKS = ['INQUIRE', 'ACCOUNT_NAME', 'REFUND', 'PAYOUT', 'STATEMENT'] as const

interface DemoPartner extends SimulatedPartner {
  id: string
  kind: string
}

/**
 * Starts the partners of the demo in a process of their own, connects those that are not connected yet, and tells the others where they are
 * this time. `gatewayUrl`: where they call back. The returned function ends them.
 */
export async function startDemoPartners(runtime: Runtime, gatewayUrl: string): Promise<() => Promise<void>> {
  const { db, config, clock } = runtime
  const partners = await partnersOf(runtime)
  const simulator = await startSimulatorProcess({
    gatewayUrl,
    partners: partners.map(({ id, kind, ...partner }) => partner),
    ...(config.demoLive ? { rates: LIVE_RATES } : {}),
  })
  await db.transaction().execute(async (tx) => {
    for (const { id, kind, code, clientId, secret } of partners) {
      const baseUrl = `${simulator.address}/partners/${code}`
      const operations = kind === 'BANK' ? OF_BANKS : OF_ALL
      await connectPartner(tx, config, { partnerId: id, baseUrl, clientId, secret, operations, codes: SIMULATED_CODES }, clock.now())
    }
    // Of what people have pointed elsewhere nothing is changed.
    await tx
      .updateTable('partner.endpoint as e')
      .from('organisation.partner as p')
      .set({ base_url: sql<string>`${simulator.address}::text || '/partners/' || p.code`, updated_by: 'system', updated_at: clock.now() })
      .whereRef('p.id', '=', 'e.partner_id')
      .where('e.base_url', '~', '^http://127[.]0[.]0[.]1:[0-9]+/partners/')
      .execute()
    await tx
      .updateTable('partner.webhook_endpoint as e')
      .from('organisation.partner as p')
      .set({ url: sql<string>`${simulator.address}::text || '/webhooks/' || p.code`, updated_by: 'system', updated_at: clock.now() })
      .whereRef('p.id', '=', 'e.partner_id')
      .where('e.url', '~', '^http://127[.]0[.]0[.]1:[0-9]+/webhooks/')
      .execute()
  })
  await seedWebhooks(runtime, partners, simulator.address)
  const asked = await db.selectFrom('partner.exchange').select('id').limit(1).executeTakeFirst()
  if (!asked) await askOnce(runtime, partners, simulator.address)
  return simulator.end
}

/** A first look at each partner: payments whose outcome is unknown, an account and the statement of yesterday at banks; one answers in a code that nobody knows. */
async function askOnce(runtime: Runtime, partners: readonly DemoPartner[], simulator: string): Promise<void> {
  const { db, clock } = runtime
  const connector = partnerConnector(runtime)
  const ask = async ({ id, kind }: DemoPartner) => {
    const open = await db
      .selectFrom('payment.transaction')
      .select(['external_ref as reference', 'amount', 'occurred_at as occurredAt'])
      .where('partner_id', '=', id)
      .where('status', '=', 'UNKNOWN')
      .orderBy('business_date', 'desc')
      .limit(3)
      .execute()
    for (const request of open) await connector.inquire(id, request)
    if (kind !== 'BANK') return
    await connector.accountName(id, { bankBin: '970436', account: '0011004567890' })
    await connector.statement(id, { day: addDays(localDate(clock.now()), -1) })
  }
  await Promise.all(partners.map(ask))
  const [first] = partners
  if (!first) return
  const setRates = (rates: Partial<Rates>) => fetch(`${simulator}/control/rates`, { method: 'POST', body: JSON.stringify(rates) })
  await setRates({ unmapped: 1 })
  await connector.inquire(first.id, { reference: `${first.code}-THU-KET-NOI`, amount: '1000.00', occurredAt: clock.now() })
  await setRates(runtime.config.demoLive ? LIVE_RATES : {})
}

/** The portal's own key at a partner of the demo. */
export const portalKey = ({ secretKey }: Pick<Runtime['config'], 'secretKey'>, code: string) => ({
  clientId: `portal-${code.toLowerCase()}`,
  secret: deriveKey(secretKey, `demo-partner:${code}`).toString('base64url'),
})

/** Every partner with a key at the gateway, by its oldest; the key of the portal at the partner follows from the system's own. */
async function partnersOf({ db, config }: Runtime): Promise<DemoPartner[]> {
  const rows = await db
    .selectFrom('organisation.partner_credential as c')
    .innerJoin('organisation.partner as p', 'p.id', 'c.partner_id')
    .select(['p.id', 'p.code', 'p.kind', 'c.client_id as clientId'])
    .where('c.status', '=', 'ACTIVE')
    .distinctOn('p.id')
    .orderBy('p.id')
    .orderBy('c.created_at')
    .orderBy('c.client_id')
    .execute()
  return Promise.all(
    rows.map(async ({ id, code, kind, clientId }) => {
      const gateway = await partnerByClientId(db, config, clientId)
      return {
        id,
        code,
        kind,
        ...portalKey(config, code),
        webhookSecret: demoWebhookSecret(config, code),
        ...(gateway ? { gateway: { clientId, secret: gateway.secret } } : {}),
      }
    }),
  )
}
