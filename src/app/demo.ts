import { sql } from 'kysely'
import { seedDemoUsers } from '#core/iam/server/public.ts'
import { partnerByClientId, seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import type { DemoScale } from '#platform/server/config.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import type { Runtime } from '#platform/server/module.ts'
import { WORKPLACES } from './applications.ts'
import { openDesk } from './simulator/cash/desk.ts'
import { openDemoHoldings } from './simulator/cash/holdings.ts'
import { cashDays, seedCash } from './simulator/cash/seeding.ts'
import { type Channel, openChannel } from './simulator/channel.ts'
import { COD_PARTNERS, CodWorld } from './simulator/cod/world.ts'
import { counterAccounts, createDemoCodes, seedCodes } from './simulator/codes.ts'
import { startLive } from './simulator/live.ts'
import { createDemoMerchants } from './simulator/merchants.ts'
import { seedOutcomes } from './simulator/outcomes.ts'
import { reportQrIncidents, seedCancellations } from './simulator/returns.ts'
import { seedApps } from './simulator/sdk.ts'
import { type SeedingWatch, seedHistory } from './simulator/seeding.ts'
import { CHANNELS } from './simulator/shops.ts'
import { seedReconciliations } from './simulator/statements/reconciliation.ts'

export const HISTORY: Record<DemoScale, { days: number; transactions: number }> = {
  full: { days: 90, transactions: 100_000 },
  small: { days: 30, transactions: 2_000 },
}

/** Working days at the end on which postmen bring cash to counters; before them they pay through their banks, in fewer calls. */
const COD_COUNTER_DAYS = 7

/** The partner in whose name the counters report. */
const COUNTERS = 'SAOVIET'

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
  const code = await db.selectFrom('vietqr.code').select('id').limit(1).executeTakeFirst()
  if (!code) await db.transaction().execute((tx) => createDemoCodes(tx, runtime.clock.now()))
  const holding = await db.selectFrom('cash.holding').select('id').limit(1).executeTakeFirst()
  if (!holding) await db.transaction().execute((tx) => openDemoHoldings(tx))
}

interface DemoWatch extends SeedingWatch {
  /** A part of the past stands now, after so many milliseconds. */
  onMade?: (part: string, ms: number) => void
}

/**
 * Gives the demo its past: the channels report it over signed HTTP to the running server, as they would have. Does at every start
 * what is still missing, so that a first start that was cut off is finished by the next. Answers the number of transactions sent.
 */
export async function createDemoWorld(
  runtime: Runtime,
  registry: Registry,
  { baseUrl, scale, ...watch }: { baseUrl: string; scale: DemoScale } & DemoWatch,
): Promise<number> {
  await prepareDemo(runtime)
  // The past ends where the shops were opened, so that it stays the same whenever it is finished.
  const { anchor } = await runtime.db
    .selectFrom('merchants.merchant')
    .select((eb) => eb.fn.min('created_at').as('anchor'))
    .executeTakeFirstOrThrow()
  const channels = await openChannels(runtime, baseUrl)
  let begun = false
  const onBegin = async () => {
    if (!begun) await watch.onBegin?.()
    begun = true
  }
  const start = performance.now()
  const accounts = await counterAccounts(runtime.db, anchor)
  const sent = await seedHistory(runtime, channels, { anchor, accounts, ...HISTORY[scale] }, { ...watch, onBegin })
  if (sent > 0) watch.onMade?.('QR payments', performance.now() - start)
  const cashStart = performance.now()
  const cash = await makeCash(runtime, registry, channels, { scale, anchor, ...watch, onBegin })
  if (sent > 0 || cash) await changedLast(runtime)
  if (cash) watch.onMade?.('cash', performance.now() - cashStart)
  return sent
}

/** People of the demo worked at times of the past on payments that were recorded just now: nothing was changed before it was recorded. */
async function changedLast({ db }: Runtime): Promise<void> {
  await sql`update payment.transaction set updated_at = created_at where updated_at < created_at`.execute(db)
}

/** The days of cash, outcomes that nobody knows, cancellations and incidents of QR, payments in partners' apps and what is reconciled, through a server of the simulator's own. */
async function makeCash(
  runtime: Runtime,
  registry: Registry,
  channels: ReadonlyMap<string, Channel>,
  plan: Parameters<typeof seedCash>[1] & DemoWatch,
): Promise<boolean> {
  const [client] = await clientsOf(runtime, [COUNTERS])
  if (!client) return false
  const desk = await openDesk(runtime, registry, client)
  const today = localDate(plan.anchor)
  try {
    const keys = new Map((await clientsOf(runtime, COD_PARTNERS)).map(({ code, ...key }) => [code, key]))
    let cod: CodWorld | undefined
    const openCod = async () => {
      cod ??= await CodWorld.open(desk, keys, plan, cashDays(plan.scale, today).slice(-COD_COUNTER_DAYS)[0] ?? today)
      return cod
    }
    const cash = await seedCash(desk, plan, openCod)
    const unknown = await seedOutcomes(desk, channels, plan.anchor)
    const codes = await seedCodes(desk, channels, plan.anchor)
    const returns = await seedCancellations(desk, channels, plan.anchor)
    await reportQrIncidents(desk, plan.anchor)
    const apps = await seedApps(desk, channels, plan.anchor)
    const items = await openCod()
    const told = await items.finish()
    if (told) plan.onMade?.('cash on delivery', items.spent)
    const reconciled = await seedReconciliations(desk, today)
    return codes || unknown || returns || apps || told || reconciled || cash
  } finally {
    await desk.close()
  }
}

/** Lets the demo live: a few payments a second until the returned function is called. */
export async function startDemoFeed(runtime: Runtime, baseUrl: string): Promise<() => Promise<void>> {
  const accounts = await counterAccounts(runtime.db, runtime.clock.now(), true)
  return startLive(runtime, await openChannels(runtime, baseUrl), { counters: COUNTERS, accounts })
}

/** The channel of each partner, by its code. */
async function openChannels(runtime: Runtime, baseUrl: string): Promise<Map<string, Channel>> {
  const clients = await clientsOf(
    runtime,
    CHANNELS.map(({ partner }) => partner),
  )
  return new Map(clients.map(({ code, clientId, secret }) => [code, openChannel({ baseUrl, clientId, secret })]))
}

/** The keys of partners. */
async function clientsOf(runtime: Runtime, codes: readonly string[]): Promise<{ code: string; clientId: string; secret: string }[]> {
  const credentials = await runtime.db
    .selectFrom('organisation.partner_credential as c')
    .innerJoin('organisation.partner as p', 'p.id', 'c.partner_id')
    .select(['c.client_id as clientId', 'p.code'])
    .where('c.status', '=', 'ACTIVE')
    .where('p.code', 'in', codes)
    .execute()
  const clients = await Promise.all(
    credentials.map(async (credential) => {
      const partner = await partnerByClientId(runtime.db, runtime.config, credential.clientId)
      return partner ? [{ ...credential, secret: partner.secret }] : []
    }),
  )
  return clients.flat()
}
