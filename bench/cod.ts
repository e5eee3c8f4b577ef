/**
 * Cash on delivery with a million items: a page of their list with its exact total, one found by a name, the debt of the country by office, and the board of
 * who holds the money now.
 */
import { systemRegistry } from '#app/server.ts'
import { addDays } from '#kernel/dates.ts'
import { runList } from '#platform/server/list/list.ts'
import type { ListHandler, RequestContext, Runtime } from '#platform/server/module.ts'
import { runReport } from '#platform/server/report/run.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { moneyBoard } from '#subsystems/cob/contract/board.ts'
import { listItems } from '#subsystems/cob/contract/items.ts'
import { cobReports } from '#subsystems/cob/server/reports/reports.ts'
import { withItems } from './cod/world.ts'
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
  const entries = [...systemRegistry().entries.values()]
  const entry = entries.find(({ contract }) => contract.path === listItems.path)
  if (entry?.kind !== 'list') throw new Error('there is no list of items')
  const board = entries.find(({ contract }) => contract.path === moneyBoard.path)
  if (board?.kind !== 'query') throw new Error('there is no board')
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
    one('board of the country, by unit', await milliseconds(() => board.handler({ by: 'UNIT' } as never, ctx)), 200),
  ]
}

export const run = (): Promise<BenchResult[]> => withItems('bench-cod', ITEMS, ({ runtime, today }) => measure(runtime, today))
