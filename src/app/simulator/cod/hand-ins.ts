import { addDays, localDate, startOfDay } from '#kernel/dates.ts'
import { isWorkday, workday } from '../cash/orders.ts'
import { type Chance, chanceOf } from '../dice.ts'
import type { CodPlan, Parcel } from './parcels.ts'
import type { Courier, Way } from './people.ts'

/** What is handed in of an item: all that was taken, or a part. */
export interface HandedItem {
  code: string
  amount: number
}

/** What the bank says of a slip: it has come, nothing yet, another amount (which somebody then clears up or not). */
export type SlipFate = 'CONFIRMED' | 'WAITING' | 'MISMATCH' | 'RESOLVED'

/** A postman hands money in. */
export interface HandIn {
  /** The same at every run: the reference of who reports it. */
  key: string
  courier: Courier
  way: Way | 'TKTT'
  at: Date
  items: HandedItem[]
  amount: number
  /** What the channel says: it went well, it failed and is done again, nobody knows, it is under way. */
  told: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'UNDER_WAY'
  /** Of a slip. */
  slip?: SlipFate
  /** Of cash: what the counter finds beside what is said. */
  off?: number
}

const SEED = 20_261_131
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The counter's hour; what is taken after it is brought on the next working day. */
export const COUNTER_HOUR = 16.25
const NEVER: HandIn['told'][] = ['UNKNOWN', 'UNDER_WAY']

/** What postmen hand in until the demo begins, in order of time. `cashFrom`: the first day on which counters take cash. */
export function handInsOf({ anchor }: CodPlan, parcels: readonly Parcel[], cashFrom: string): HandIn[] {
  const today = localDate(anchor)
  const taken = parcels.flatMap(({ code, courier, collected, kept, events }) => {
    const told = events.some(({ line, toldAt }) => line.kind === 'COLLECTED' && toldAt <= anchor)
    return collected && told && !kept ? [{ code, courier, ...collected }] : []
  })
  const trips = Map.groupBy(taken, ({ courier, at }) => `${courier.code} ${tripDay(at)}`)
  const made = [...trips].flatMap(([name, items]) => {
    const { courier, at } = items[0] as (typeof items)[number]
    const day = tripDay(at)
    const chance = chanceOf(SEED ^ hash(name))
    return tripOf(
      chance,
      { courier, day, today, cashFrom },
      items.map(({ code, amount }) => ({ code, amount })),
    )
  })
  const past = made.filter(({ at }) => at < anchor).sort((a, b) => a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1))
  return markedLast(past, today)
}

/** The working day on whose evening what was taken is brought. */
function tripDay(at: Date): string {
  const day = localDate(at)
  return workday(at.getTime() < startOfDay(day).getTime() + (COUNTER_HOUR - 0.5) * HOUR_MS ? day : addDays(day, 1))
}

/** A seed of its own for each name. */
export const hash = (text: string): number => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)

interface Trip {
  courier: Courier
  day: string
  today: string
  cashFrom: string
}

function tripOf(chance: Chance, { courier, day, today, cashFrom }: Trip, items: HandedItem[]): HandIn[] {
  const roll = chance.roll()
  const prompt = courier.habit === 'PROMPT' ? 0.92 : 0.5
  const late = roll < prompt ? 0 : roll < (courier.habit === 'PROMPT' ? 0.97 : 0.9) ? 1 + chance.below(courier.habit === 'PROMPT' ? 3 : 5) : 0
  const partial = roll >= (courier.habit === 'PROMPT' ? 0.97 : 0.9)
  const on = workday(addDays(day, late))
  const handed = (when: string, part: HandedItem[], n: number): HandIn => ({
    ...{ key: `NOP-${courier.code}-${day.slice(2).replaceAll('-', '')}-${n}`, courier, ...wayOf(chance, courier, when, cashFrom), items: part },
    amount: part.reduce((sum, { amount }) => sum + amount, 0),
    told: 'SUCCEEDED',
  })
  const last = items.at(-1) as HandedItem
  if (!partial || last.amount < 60_000) return again(chance, handed(on, items, 1))
  // A part of the last item stays with the postman, for some days or for good.
  const rest = 30_000 + chance.below(2) * 10_000
  const first = handed(on, [...items.slice(0, -1), { ...last, amount: last.amount - rest }], 1)
  const then = workday(addDays(on, 2 + chance.below(4)))
  return chance.roll() < 0.5 && then < today ? [first, handed(then, [{ ...last, amount: rest }], 2)] : [first]
}

function wayOf(chance: Chance, { way }: Courier, day: string, cashFrom: string): Pick<HandIn, 'way' | 'at'> {
  const cash = way === 'CASH' && day >= cashFrom && isWorkday(day)
  const minutes = cash ? 0 : 120 + chance.below(150)
  return { way: cash ? 'CASH' : way === 'CASH' ? 'QR' : way, at: new Date(startOfDay(day).getTime() + COUNTER_HOUR * HOUR_MS + minutes * MINUTE_MS) }
}

/** Some payments do not go through and are made once more. */
function again(chance: Chance, handIn: HandIn): HandIn[] {
  if (handIn.way === 'CASH' || chance.roll() > 0.025) return [handIn]
  const later = new Date(handIn.at.getTime() + 20 * MINUTE_MS)
  return [
    { ...handIn, told: 'FAILED' },
    { ...handIn, key: `${handIn.key.slice(0, -1)}9`, at: later },
  ]
}

/** Of the last days: payments that nobody has heard of so far, slips of banks in every state, cash that was counted short. */
function markedLast(handIns: readonly HandIn[], today: string): HandIn[] {
  const since = startOfDay(addDays(today, -9)).getTime()
  const slips: readonly SlipFate[] = ['CONFIRMED', 'RESOLVED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'MISMATCH', 'WAITING', 'WAITING']
  const plain = handIns.filter(({ way, told, at, key }) => way !== 'CASH' && told === 'SUCCEEDED' && at.getTime() >= since && key.endsWith('-1'))
  const step = Math.max(1, Math.floor(plain.length / (slips.length + 2)))
  const slipOf = new Map(slips.map((fate, n) => [plain[(n + 1) * step]?.key, fate]))
  const open = new Map(
    plain
      .filter(({ key }) => !slipOf.has(key))
      .slice(-4)
      .map(({ key }, n) => [key, NEVER[n % 2] as HandIn['told']]),
  )
  const cash = handIns.filter(({ way }) => way === 'CASH')
  const short = new Map([cash.at(-2), cash.at(-9)].flatMap((one, n) => (one ? [[one.key, n === 0 ? -50_000 : -20_000] as const] : [])))
  return handIns.map((handIn) => {
    const slip = slipOf.get(handIn.key)
    const off = short.get(handIn.key)
    if (slip)
      return { ...handIn, way: 'TKTT', slip, at: new Date(startOfDay(localDate(handIn.at)).getTime() + 16 * HOUR_MS + handIn.at.getMinutes() * MINUTE_MS) }
    return { ...handIn, told: open.get(handIn.key) ?? handIn.told, ...(off === undefined ? {} : { off }) }
  })
}
