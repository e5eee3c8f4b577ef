/** Cash on delivery with a million items: a page of their list with its exact total, one found by a name, and the debt of the country by office. */
import { WORKPLACES } from '#app/applications.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { seedDemoUsers } from '#core/iam/server/public.ts'
import { seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { runList } from '#platform/server/list/list.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { ListHandler, RequestContext, Runtime } from '#platform/server/module.ts'
import { runReport } from '#platform/server/report/run.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { listItems } from '#subsystems/cob/contract/items.ts'
import { cobReports } from '#subsystems/cob/server/reports/reports.ts'
import { startTemporary } from '../test/temporary.ts'
import { fillItems } from './cod/fill.ts'
import { type BenchResult, median } from './result.ts'

const ITEMS = Number(process.env.ITEMS ?? 1_000_000)
const ROUNDS = 15

async function milliseconds(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + 2; round++) {
    const begun = performance.now()
    await work(round)
    // The first ones fill the caches.
    if (round > 1) times.push(performance.now() - begun)
  }
  return median(times)
}

async function measure(runtime: Runtime, today: string): Promise<BenchResult[]> {
  const session = { userId: '1', account: 'bench', permissions: new Set<string>(), scope: { kind: 'ALL' as const } }
  const scope = scopeOf(runtime.db, session)
  const ctx = { runtime, scope, db: scope.db, session, language: 'vi', now: new Date() } as unknown as RequestContext
  const entry = [...systemRegistry().entries.values()].find(({ contract }) => contract.path === listItems.path)
  if (entry?.kind !== 'list') throw new Error('there is no list of items')
  const list = (searchSdi: object, currentPage: number) =>
    runList(entry.contract, entry.handler as ListHandler<never, never>, { searchSdi, pageInfo: { currentPage, pageSize: 15 } } as never, ctx)
  const whole = await list({}, 1)
  if (whole.totalRecord !== ITEMS) throw new Error(`${whole.totalRecord} of ${ITEMS} items`)
  const debt = cobReports.find(({ contract }) => contract.entity === 'cob.reports.debt')
  if (!debt) throw new Error('there is no debt report')
  const report = (searchSdi: object) =>
    runReport(
      runtime.db,
      debt,
      { searchSdi, pageInfo: { currentPage: 1, pageSize: 100 } } as never,
      { scope, language: 'vi', now: new Date(), userId: '0', grant: { kind: 'ALL' } } as never,
    )
  const count = ITEMS.toLocaleString('en')
  const one = (name: string, figure: number, target: number): BenchResult => ({ name, figure, target, better: 'lower', unit: 'ms' })
  return [
    one(`page of ${count} items, with total and sums`, await milliseconds((n) => list({}, 1 + n)), 100),
    one('the same, collected and late', await milliseconds((n) => list({ due: 'OVERDUE' }, 1 + (n % 3))), 200),
    one('items found by part of a name', await milliseconds((n) => list({ party: `nhan ${(n * 977) % 70_000}` }, 1)), 200),
    one(
      'debt of the country by office, over 30 days',
      await milliseconds((n) => report({ from: addDays(today, -30 - (n % 5)), to: addDays(today, -(n % 5)), groupBy: 'OFFICE' })),
      300,
    ),
  ]
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-cod')
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString)
  const owner = connect(database.connectionString, { as: 'owner' })
  limitStatements(connection.pool)
  try {
    const runtime = createRuntime(loadConfig({ DATA_DIR: database.dataDir, DEMO: '0' }), connection, createLogger('warn'), systemClock)
    await syncCatalogue(runtime.db, systemRegistry())
    await runtime.db.transaction().execute(async (tx) => {
      await seedDemoOrganisation(tx, runtime, 'full')
      await seedDemoUsers(tx, runtime, WORKPLACES)
    })
    await prepareMasterData(runtime)
    const today = localDate(new Date())
    await fillItems(owner.pool, ITEMS, today)
    return await measure(runtime, today)
  } finally {
    await owner.close()
    await connection.close()
    await database.stop()
  }
}
