import { seedDemoUsers } from '#core/iam/server/public.ts'
import { partnerByClientId, seedDemoOrganisation } from '#core/organisation/server/public.ts'
import type { DemoScale } from '#platform/server/config.ts'
import type { Runtime } from '#platform/server/module.ts'
import { WORKPLACES } from './applications.ts'
import { openDemoHoldings } from './simulator/cash/holdings.ts'
import { type Channel, openChannel } from './simulator/channel.ts'
import { startLive } from './simulator/live.ts'
import { createDemoMerchants } from './simulator/merchants.ts'
import { type SeedingWatch, seedHistory } from './simulator/seeding.ts'
import { CHANNELS } from './simulator/shops.ts'

export const HISTORY: Record<DemoScale, { days: number; transactions: number }> = {
  full: { days: 90, transactions: 100_000 },
  small: { days: 30, transactions: 2_000 },
}

/** Organisation, users and merchants of the demo, each in one transaction and once only; nothing that needs a running server. */
export async function prepareDemo(runtime: Runtime): Promise<void> {
  const { db, config } = runtime
  const unit = await db.selectFrom('organisation.unit').select('id').limit(1).executeTakeFirst()
  if (!unit) {
    await db.transaction().execute(async (tx) => {
      await seedDemoOrganisation(tx, runtime, config.demoScale)
      await seedDemoUsers(tx, runtime, WORKPLACES)
    })
  }
  const merchant = await db.selectFrom('merchants.merchant').select('id').limit(1).executeTakeFirst()
  if (!merchant) await db.transaction().execute((tx) => createDemoMerchants(tx, runtime.clock.now()))
  const holding = await db.selectFrom('cash.holding').select('id').limit(1).executeTakeFirst()
  if (!holding) await db.transaction().execute((tx) => openDemoHoldings(tx, config.demoScale))
}

/**
 * Gives the demo its past: the channels report it over signed HTTP to the running server, as they would have. Does at every start
 * what is still missing, so that a first start that was cut off is finished by the next. Answers the number of transactions sent.
 */
export async function createDemoWorld(runtime: Runtime, { baseUrl, scale, ...watch }: { baseUrl: string; scale: DemoScale } & SeedingWatch): Promise<number> {
  await prepareDemo(runtime)
  // The past ends where the shops were opened, so that it stays the same whenever it is finished.
  const { anchor } = await runtime.db
    .selectFrom('merchants.merchant')
    .select((eb) => eb.fn.min('created_at').as('anchor'))
    .executeTakeFirstOrThrow()
  const channels = await openChannels(runtime, baseUrl)
  return await seedHistory(runtime, channels, { anchor, ...HISTORY[scale] }, watch)
}

/** Lets the demo live: a few payments a second until the returned function is called. */
export async function startDemoFeed(runtime: Runtime, baseUrl: string): Promise<() => Promise<void>> {
  return startLive(runtime, await openChannels(runtime, baseUrl))
}

/** The channel of each partner, by its code. */
async function openChannels(runtime: Runtime, baseUrl: string): Promise<Map<string, Channel>> {
  const credentials = await runtime.db
    .selectFrom('organisation.partner_credential as c')
    .innerJoin('organisation.partner as p', 'p.id', 'c.partner_id')
    .select(['c.client_id as clientId', 'p.code'])
    .where('c.status', '=', 'ACTIVE')
    .where(
      'p.code',
      'in',
      CHANNELS.map(({ partner }) => partner),
    )
    .execute()
  const channels = new Map<string, Channel>()
  for (const { clientId, code } of credentials) {
    const partner = await partnerByClientId(runtime.db, runtime.config, clientId)
    if (partner) channels.set(code, openChannel({ baseUrl, clientId, secret: partner.secret }))
  }
  return channels
}
