import { setSingleHanded } from '#core/cash/contract/holdings.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { DemoScale } from '#platform/server/config.ts'
import { seedMerchants } from '../merchant-desk.ts'
import { inParallel } from '../parallel.ts'
import { largePayouts, payLines, payoutsUnderWay } from '../payout-desk.ts'
import { listsOfDay, seedNewLists, seedProgrammes } from '../payouts.ts'
import { seedRefunds } from '../refunds.ts'
import { seedSettlements } from '../settlements.ts'
import { seedTransfers } from '../transfers.ts'
import { runRules, takeUpAlerts } from './alerts.ts'
import { booksWritten, CAPITAL, setLimits, writeBooks, writeEntry } from './books.ts'
import type { Desk } from './desk.ts'
import { returnUnclaimed, sendUnclaimed } from './earlier.ts'
import { reportIncidents, reportOnRecords } from './incidents.ts'
import { bringLargeCash, clearSuspense, whileFeesAreLocked } from './large.ts'
import { carry } from './moves.ts'
import { closeTill, countVault, emptyTill, endDay, fillTill, openTill, takeOverTill } from './office.ts'
import { isWorkday, ordersOfDay, tryOrders } from './orders.ts'
import { cashIn, type Place, placesOf, type Till } from './places.ts'
import { firstMoves, head, LATE_OFFICE, lastMoves, main, movesOf, offices, onDay, type Planned, placeOf, provinceOf, provinces } from './plan.ts'

/** Days of cash before the anchor's own. */
export const CASH_DAYS: Record<DemoScale, number> = { full: 30, small: 7 }
/** Working days at the end whose every movement is made. */
const RECENT = 6
/** Desks that work at the same time. */
const PARALLEL = 4
const LATE = 'Bưu cục còn chênh lệch quỹ chờ duyệt'
/** Millions that stay with who works alone, under the floor of the vault. */
const KEPT = 30
const LARGE_TILL = 'Q2-010101'
const LARGE_ISSUE = 180_000_000

/** The days of cash before a day, the first of them first. */
export const cashDays = (scale: DemoScale, today: string): string[] =>
  Array.from({ length: CASH_DAYS[scale] }, (_, n) => addDays(today, n - CASH_DAYS[scale])).filter(isWorkday)

/** What else goes on while the counters are open. */
export interface Beside {
  /** Everything up to a moment. */
  until(moment: Date): Promise<void>
  /** What people bring to the counters of a day, while they are open. */
  counters(day: string, places: readonly Place[]): Promise<void>
}

interface World extends Planned {
  desk: Desk
  today: string
  beside: Beside | undefined
}

/**
 * Gives the demo its days of cash: shifts, counts, money orders, movements, day closes and journals by hand, by the calls that users
 * make. Each step looks first whether it has been made, so a run that was cut off goes on where it was. Answers whether anything was missing.
 */
export async function seedCash(
  desk: Desk,
  { scale, anchor, onBegin, onProgress }: { scale: DemoScale; anchor: Date; onBegin?: () => Promise<void>; onProgress?: (share: number) => void },
  openBeside?: () => Promise<Beside>,
): Promise<boolean> {
  const { db, log } = desk.runtime
  if (await booksWritten(db)) return false
  const places = await placesOf(db)
  if (places.length === 0) {
    log.warn('this demo world was made by a version that knew less of cash: to have it made anew, end the server and start it with an empty DATA_DIR')
    return false
  }
  await onBegin?.()
  const today = localDate(anchor)
  const days = cashDays(scale, today)
  const [first = today] = days
  const beside = await openBeside?.()
  const world = { desk, places, anchor, today, first, beside }
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
  desk.at(anchor)
  await setLimits(desk)
  const left = await firstOpen(world, days)
  if (left === 0) {
    await workAlone(world)
    await sendUnclaimed(desk, places, main(world), today)
    await bringCash(world, bank.id)
    await seedProgrammes(desk, world)
  }
  for (const [n, day] of days.entries()) {
    if (n < left) continue
    onProgress?.(n / days.length)
    await workDay(world, day, { last: n === days.length - 1, ago: days.length - 1 - n, bankId: bank.id })
  }
  await thisDay(world, bank.id)
  await seedNewLists(desk, places, today)
  await seedTransfers(desk)
  await seedRefunds(desk)
  await seedMerchants(desk)
  await seedSettlements(desk, today)
  await reportOnRecords(desk, anchor)
  // Last: that they stand says that all of it does, and that what people have done since is left alone.
  await writeBooks(desk, today, anchor)
  for (const table of ['cash.shift', 'cash.count', 'cash.treasury_transaction', 'cash.money_order', 'cash.slip', 'cash.day_close', 'approvals.request'])
    await desk.runtime.pool.query(`analyze ${table}`)
  return true
}

/** Where one person works, the vault is the till. */
async function workAlone({ desk, places }: World): Promise<void> {
  for (const { unitId, vaultId: id } of places.filter(({ single }) => single)) {
    const { db } = desk.runtime
    const state = await db.selectFrom('cash.unit_state').select('single_handed').where('unit_id', '=', unitId).executeTakeFirst()
    const { version } = await db.selectFrom('cash.holding').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    if (!state?.single_handed) await desk.call('admin', setSingleHanded, { id, version, singleHanded: true })
  }
}

/** The first day's morning: from the bank to head office, to the provinces and on to the offices. */
async function bringCash(world: World, bankId: string): Promise<void> {
  const { desk, first } = world
  const [withdrawal, ...onwards] = firstMoves(world)
  await carry(desk, { ...withdrawal, until: 'DRAFT' }, bankId)
  await writeEntry(desk, CAPITAL, onDay(first, 0, 5))
  for (const move of [withdrawal, ...onwards]) await carry(desk, move, bankId)
}

/** Days end with head office: everything before the last of its closed ones stands. */
async function firstOpen(world: World, days: readonly string[]): Promise<number> {
  const closed = await world.desk.runtime.db
    .selectFrom('cash.day_close')
    .select('business_date')
    .where('unit_id', '=', head(world).unitId)
    .where('status', '=', 'CLOSED')
    .orderBy('business_date', 'desc')
    .executeTakeFirst()
  return closed ? days.indexOf(closed.business_date) + 1 : 0
}

async function workDay(world: World, day: string, { last, ago, bankId }: { last: boolean; ago: number; bankId: string }): Promise<void> {
  const { desk, first, beside } = world
  const open = offices(world)
  await beside?.until(onDay(day, 7))
  // The further past is made in fewer calls: one till an office, filled and emptied once a week.
  const recent = ago < RECENT
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const tills = open.flatMap((place) => place.tills.slice(0, recent ? 2 : 1).map((till) => ({ place, till })))
  const phase = <T>(hour: number, minute: number, items: readonly T[], work: (item: T) => Promise<void>) => {
    desk.at(onDay(day, hour, minute))
    return inParallel(PARALLEL, items, work)
  }
  await phase(7, 30, tills, ({ till }) => openTill(desk, till, day))
  // The till that pays out large amounts.
  const filled = ({ code }: Till) => (last && code === LARGE_TILL ? LARGE_ISSUE : undefined)
  if (recent || weekday === 1 || day === first) await phase(7, 45, tills, ({ place, till }) => fillTill(desk, place, till, day, filled(till)))
  await listsOfDay(desk, world.places, day, world)
  for (const move of movesOf(world, day, ago)) await carry(desk, move, bankId)
  desk.at(onDay(day, 16, 30))
  await ordersOfDay(desk, world.places, day, { first, until: onDay(day, 16, 30) })
  await payLines(desk, open, day, { first, until: onDay(day, 16, 30), lost: last })
  await beside?.counters(day, open)
  desk.at(onDay(day, 16, 30))
  const [, second] = main(world).tills
  if (last && second) await largePayouts(desk, main(world), second, day)
  if (ago === 3) await whileFeesAreLocked(desk, () => bringLargeCash(desk, main(world).tills[0], day, [180_000_000, 150_000_000, 120_000_000]))
  if (ago === 1) await bringLargeCash(desk, placeOf(world, '790101').tills[0], day, [250_000_000, 165_000_000])
  if (last) await tryOrders(desk, world.places, open[0]?.tills[0], day)
  if (ago === 1) {
    await returnUnclaimed(desk, world.places, main(world), { day, today: world.today })
    await remit(world, day, bankId)
  }
  const gone = ago === 3 ? 'Q2-010101' : ''
  if (recent || weekday === 6)
    await phase(16, 40, tills, async ({ place, till }) => {
      if (till.code !== gone) await emptyTill(desk, place, till, day)
    })
  await phase(16, 50, tills, ({ place, till }) => {
    if (till.code === gone) return takeOverTill(desk, place, till, day)
    const left = last && place.code === LATE_OFFICE
    return closeTill(desk, place, till, day, { off: left ? -200_000 : (VARIANCES[till.code]?.[ago] ?? 0), left })
  })
  await phase(17, 0, world.places, (place) => countVault(desk, place, day))
  await phase(17, 20, open, async (place) => {
    if (!last || place.code !== LATE_OFFICE) await endDay(desk, place, day)
  })
  await phase(17, 40, provinces(world), (place) => endDay(desk, place, day, last && place.code === '010000' ? LATE : ''))
  await phase(18, 0, [head(world)], (place) => endDay(desk, place, day, last ? LATE : ''))
  if (ago > 1) return
  desk.at(onDay(day, 20))
  await runRules(desk)
}

/** Who works alone sends away so much that the vault is under its floor. */
async function remit(world: World, day: string, bankId: string): Promise<void> {
  const { desk } = world
  for (const from of offices(world).filter(({ single }) => single)) {
    const to = provinceOf(world, from)
    const amount = Math.floor((await cashIn(desk.runtime.db, from.vaultId)) / 1_000_000 - KEPT) * 1_000_000
    if (amount > 0) await carry(desk, { kind: 'REMITTANCE', from, to, amount, purpose: 'Nộp quỹ cuối tuần', at: onDay(day, 15, 30), until: 'RECEIVED' }, bankId)
  }
}

/** What a closing count finds too much or too little, by till and working days before the last one. */
const VARIANCES: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'Q1-010101': { 4: -100_000, 11: 50_000, 19: -20_000 },
  'Q2-010101': { 2: 50_000, 3: -20_000 },
  'Q1-790101': { 1: -50_000, 8: 200_000 },
  'Q1-010102': { 14: -50_000 },
  'QC-010202': { 4: -10_000 },
}

/** What is under way when the demo begins: movements of the last hours, and a teller at the counter where the office is open. */
async function thisDay(world: World, bankId: string): Promise<void> {
  const { desk, anchor } = world
  for (const move of lastMoves(world)) await carry(desk, move, bankId)
  await openOffice(world)
  desk.at(anchor)
  await clearSuspense(desk)
  await reportIncidents(desk, anchor)
  await runRules(desk)
  await takeUpAlerts(desk)
}

/** A teller at the counter, where it is a working day's daytime. */
async function openOffice(world: World): Promise<void> {
  const { desk, anchor, today } = world
  const office = main(world)
  const till = office.tills[1]
  if (!till || !isWorkday(today) || anchor < onDay(today, 9)) return
  desk.at(onDay(today, 7, 30))
  await openTill(desk, till, today)
  desk.at(onDay(today, 7, 45))
  await fillTill(desk, office, till, today, LARGE_ISSUE)
  desk.at(anchor)
  await ordersOfDay(desk, [{ ...office, tills: [till] }], today, { first: today, until: anchor })
  await payLines(desk, [{ ...office, tills: [till] }], today, { first: world.first, until: anchor })
  await desk.run('cash.expire-orders')
  await payoutsUnderWay(desk, office, till, today)
}
