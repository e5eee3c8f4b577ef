import type { GatewayOutcome } from '#core/payments/contract/gateway.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { byCode, type CounterAccounts } from './codes.ts'
import { type Chance, chanceOf } from './dice.ts'
import { failure, type Payment, somePayment, someSecond, someShop, success, TIMED_OUT, UNDER_WAY } from './payments.ts'
import { CHANNELS } from './shops.ts'

export interface HistoryPlan {
  /** The instant that the history ends at: the first start of the demo world. */
  anchor: Date
  days: number
  /** Payments over the whole days; those of the anchor's own day come on top. */
  transactions: number
  /** Where the counters of the shops are paid to; without them all payments name their shop alone. */
  accounts?: CounterAccounts
}

/** What one channel reports of some days, in order of time. */
export interface HistoryBatch {
  partner: string
  lines: string[]
  /** Reference of the last line: when it stands, the whole batch does. */
  lastRef: string
}

/** What a channel learns later about a payment whose outcome was unknown. */
export interface LateOutcome {
  partner: string
  externalRef: string
  body: GatewayOutcome & { occurredAt: string }
}

export interface HistoryWindow {
  batches: HistoryBatch[]
  outcomes: LateOutcome[]
}

/** Days that share their batches. */
const WINDOW_DAYS = 5
const SEED = 20_260_801
const HOUR_MS = 3_600_000

/** The windows of the history, oldest first, each made when it is asked for; the same for the same plan, whenever and however often. */
export function history(plan: HistoryPlan): (() => HistoryWindow)[] {
  const today = localDate(plan.anchor)
  const counts = dailyCounts(plan, today)
  const days = counts.map((count, index) => ({ date: addDays(today, index - plan.days), count }))
  const windows = Array.from({ length: Math.ceil(days.length / WINDOW_DAYS) }, (_, index) => {
    const own = days.slice(index * WINDOW_DAYS, (index + 1) * WINDOW_DAYS)
    return () => windowOf(own.flatMap(({ date, count }) => dayOf(date, count, plan)))
  })
  // Just after midnight nothing has happened yet on the last day, and an empty window would look like a finished one.
  return windows.at(-1)?.().batches.length === 0 ? windows.slice(0, -1) : windows
}

/** How many payments each day has, the anchor's day last: a slow growth, weekends, paydays and some chance. */
function dailyCounts({ days, transactions }: HistoryPlan, today: string): number[] {
  const chance = chanceOf(SEED)
  const weights = Array.from({ length: days + 1 }, (_, index) => {
    const date = addDays(today, index - days)
    const dayOfMonth = Number(date.slice(8))
    const payday = dayOfMonth >= 5 && dayOfMonth <= 10 ? 1.15 : 1
    return (0.8 + (0.4 * index) / days) * (isWeekend(date) ? 1.18 : 1) * payday * (0.92 + 0.16 * chance.roll())
  })
  const sum = weights.slice(0, days).reduce((total, weight) => total + weight, 0)
  // Rounding the running sum keeps the total exact.
  let before = 0
  let running = 0
  return weights.map((weight) => {
    running += (weight / sum) * transactions
    const count = Math.round(running) - before
    before += count
    return count
  })
}

function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
}

interface Simulated extends Payment {
  at: Date
  late?: GatewayOutcome & { occurredAt: string }
}

/** The payments of a day up to the anchor, in order of time. */
function dayOf(date: string, count: number, { anchor, accounts = new Map() }: HistoryPlan): Simulated[] {
  const chance = chanceOf(SEED ^ Number(date.replaceAll('-', '')))
  const midnight = startOfDay(date).getTime()
  const moments = Array.from({ length: count }, () => {
    const shop = someShop(chance, isWeekend(date))
    return { shop, at: new Date(midnight + someSecond(chance, shop) * 1000 + chance.below(1000)) }
  })
  moments.sort((a, b) => a.at.getTime() - b.at.getTime())
  return moments
    .filter(({ at }) => at < anchor)
    .map(({ shop, at }, index) => {
      const reference = ({ partner }: { partner: string }) => `${partner}${date.slice(2).replaceAll('-', '')}${String(index + 1).padStart(6, '0')}`
      const { channel, facts } = somePayment(chance, shop, at, reference)
      return withOutcome(chance, { channel, facts: byCode(facts, accounts) }, at, anchor)
    })
}

/** Most succeed at once; a few fail; of some the bank says nothing for a while, and what is recent may still be under way. */
function withOutcome(chance: Chance, { channel, facts }: Payment, at: Date, anchor: Date): Simulated {
  const hours = (anchor.getTime() - at.getTime()) / HOUR_MS
  const fate = chance.roll()
  const good = success(chance)
  const bad = failure(chance)
  const delay = (10 + chance.below(350)) * 60_000
  if (hours < 3 && fate < 0.06) {
    const { outcome: _, ...announced } = facts
    return { channel, at, facts: fate < 0.035 ? announced : { ...facts, outcome: UNDER_WAY } }
  }
  if (fate < 0.006) {
    const heardAt = new Date(at.getTime() + delay)
    const late = { ...(chance.roll() < 0.8 ? good : bad), occurredAt: isoLocal(heardAt) }
    // Of a third of yesterday's and today's, nothing has been heard so far.
    const silent = hours < 36 && chance.roll() < 0.35
    return { channel, at, facts: { ...facts, outcome: TIMED_OUT }, ...(heardAt < anchor && !silent ? { late } : {}) }
  }
  return { channel, at, facts: { ...facts, outcome: fate < 0.03 ? bad : good } }
}

function windowOf(payments: readonly Simulated[]): HistoryWindow {
  const batches = CHANNELS.flatMap(({ partner }) => {
    const own = payments.filter(({ channel }) => channel.partner === partner)
    const last = own.at(-1)
    return last ? [{ partner, lines: own.map(({ facts }) => JSON.stringify(facts)), lastRef: last.facts.externalRef }] : []
  })
  const outcomes = payments.flatMap(({ channel, facts, late }) => (late ? [{ partner: channel.partner, externalRef: facts.externalRef, body: late }] : []))
  return { batches, outcomes }
}
