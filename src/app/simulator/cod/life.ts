import { addDays, daysBetween, localDate } from '#kernel/dates.ts'
import type { Desk } from '../cash/desk.ts'
import { isWorkday } from '../cash/orders.ts'
import type { Place } from '../cash/places.ts'
import { onDay } from '../cash/plan.ts'
import { openAccounts } from './accounts.ts'
import { bringSlip, type CourierIds, takeIn } from './counters.ts'
import { cancelDeposits, overpay } from './ending.ts'
import { type Clients, pay, tell } from './feed.ts'
import { COUNTER_HOUR, type HandIn, handInsOf } from './hand-ins.ts'
import { issueLot, LOTS } from './issuances.ts'
import { type CodPlan, type Parcel, parcelsOf } from './parcels.ts'
import { couriersOf } from './people.ts'
import { paySenders } from './senders.ts'
import { runDays, settle } from './settlements.ts'
import { showCodes } from './shown-codes.ts'

/** Days at the end that are told day by day; before them some days at once. */
const DAILY = 4
const WINDOW = 5
/** By then postmen have paid what they pay from home. */
const EVENING = 21

interface Step {
  at: Date
  does: () => Promise<void>
}

/** What becomes of the demo's items, in order of time; goes on where an earlier start was cut off. */
export class CodLife {
  readonly #desk: Desk
  readonly #plan: CodPlan
  readonly #steps: Step[]
  #next = 0
  /** Lines that have been sent. */
  sent = 0

  readonly #handIns: readonly HandIn[]
  /** What is handed in by mistake on the demo's day. */
  readonly mistakes: () => Promise<void>

  private constructor(desk: Desk, plan: CodPlan, handIns: readonly HandIn[], mistakes: () => Promise<void>, steps: (life: CodLife) => Step[]) {
    this.#desk = desk
    this.#plan = plan
    this.#handIns = handIns
    this.mistakes = mistakes
    this.#steps = steps(this)
  }

  /** Undefined where all of it stands. `cashFrom`: the first day on which counters take cash. */
  static async open(desk: Desk, clients: Clients, plan: CodPlan, cashFrom: string): Promise<CodLife> {
    const now = desk.now()
    await openAccounts(desk, plan)
    desk.at(now)
    const all = parcelsOf(plan)
    const known = await knownOf(desk)
    const parcels = all.filter(({ code }) => !known.items.has(code))
    const late = all.filter(({ code }) => known.items.has(code)).map((parcel) => ({ ...parcel, toldAt: new Date(-1) }))
    const left = [...parcels, ...late].map((parcel) => ({ ...parcel, events: parcel.events.filter(({ line }) => !known.events.has(line.reference)) }))
    const handIns = handInsOf(plan, all, cashFrom).filter(({ key, way }) => way === 'TKTT' || !known.deposits.has(key))
    const mistakes = async () => {
      await cancelDeposits(desk, clients, plan, all)
      await overpay(desk, clients, plan, all)
    }
    return new CodLife(desk, plan, handIns, mistakes, (life) =>
      stepsOf(desk, clients, plan, { parcels: left, handIns, cashFrom }, (lines) => (life.sent += lines)),
    )
  }

  /** Everything up to a moment; the desk's clock stands there afterwards. */
  async until(moment: Date): Promise<void> {
    for (let step = this.#steps[this.#next]; step && step.at <= moment; step = this.#steps[++this.#next]) {
      this.#desk.at(step.at)
      await step.does()
    }
    this.#desk.at(moment)
  }

  /** Who is paid at the counters of a day, and what is brought to them in its evening. */
  async counters(day: string, places: readonly Place[]): Promise<void> {
    await this.until(onDay(day, COUNTER_HOUR))
    await paySenders(this.#desk, this.#plan, day, places)
    this.#desk.at(onDay(day, COUNTER_HOUR))
    const brought = this.#handIns.filter(({ way, at }) => way === 'CASH' && localDate(at) === day)
    await takeIn(this.#desk, await courierIds(this.#desk), brought, places)
  }
}

async function courierIds({ runtime: { db } }: Desk): Promise<CourierIds> {
  return new Map((await db.selectFrom('cob.courier').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
}

/** What was told before the demo was cut off. */
async function knownOf({ runtime: { db } }: Desk) {
  const [items, events, deposits] = await Promise.all([
    db.selectFrom('cob.item').select('code').execute(),
    db.selectFrom('cob.event').select('reference').execute(),
    db.selectFrom('payment.transaction_key').select('external_ref as reference').where('external_ref', 'like', 'NOP-%').execute(),
  ])
  const references = (rows: { reference: string }[]) => new Set(rows.map(({ reference }) => reference))
  return { items: new Set(items.map(({ code }) => code)), events: references(events), deposits: references(deposits) }
}

interface Left {
  parcels: readonly Parcel[]
  handIns: readonly HandIn[]
  /** The first day on which counters take cash. */
  cashFrom: string
}

function stepsOf(desk: Desk, clients: Clients, plan: CodPlan, { parcels, handIns, cashFrom }: Left, onSent: (lines: number) => void): Step[] {
  const today = localDate(plan.anchor)
  const first = localDate(new Date(Math.min(plan.anchor.getTime(), ...parcels.map(({ line }) => new Date(line.acceptedAt).getTime()))))
  const days = Array.from({ length: daysBetween(first, today) + 1 }, (_none, n) => addDays(first, n))
  const moments = days.flatMap((day) => {
    const ago = daysBetween(day, today)
    // Counters take cash of what has been told.
    const counters = ago <= DAILY || (day >= cashFrom && isWorkday(day)) ? [onDay(day, COUNTER_HOUR - 0.1)] : []
    return ago <= DAILY || ago % WINDOW === 0 ? [...counters, onDay(day, EVENING)] : counters
  })
  const told = [...moments.filter((at) => at < plan.anchor), plan.anchor]
  let after = new Date(-1)
  const steps = told.map((at) => {
    const window = { after, until: at }
    after = at
    const does = async () => {
      onSent(await tell(desk, clients, parcels, window))
      const now = handIns.filter((handIn) => handIn.at > window.after && handIn.at <= at)
      const couriers = now.length > 0 ? await courierIds(desk) : new Map<string, string>()
      // Those of the further past are known to their banks by the postman alone: a code is a call of its own.
      const codes = daysBetween(localDate(at), today) <= DAILY ? await showCodes(desk, couriers, now) : new Map()
      desk.at(at)
      await pay(desk, clients, now, codes)
      const slips = now.filter(({ way }) => way === 'TKTT')
      for (const slip of slips) await bringSlip(desk, couriers, plan, slip)
    }
    return { at, does }
  })
  const more = [...runDays(today).map((run) => ({ at: onDay(run.day, 8), does: () => settle(desk, run) })), ...lotsOf(desk, clients, plan)]
  return [...steps, ...more.filter(({ at }) => at < plan.anchor)].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Lots of collection requests: each on the afternoon of its visits, when what was collected is paid in: before the day of the office is closed. */
function lotsOf(desk: Desk, clients: Clients, plan: CodPlan): Step[] {
  const couriers = new Map(couriersOf(plan.scale).map((courier) => [courier.code, courier]))
  return LOTS.map((lot, n) => {
    const day = addDays(localDate(plan.anchor), -lot.visited)
    const at = new Date(Math.min(onDay(day, COUNTER_HOUR - 0.5).getTime(), plan.anchor.getTime() - 1))
    const does = async () => {
      const brought = await issueLot(desk, plan, lot)
      desk.at(at)
      for (const [code, items] of brought) {
        const courier = couriers.get(code)
        const amount = items.reduce((sum, item) => sum + item.amount, 0)
        if (courier) await pay(desk, clients, [{ key: `NOP-NT${n + 1}-${code}`, courier, way: 'QR', at, items, amount, told: 'SUCCEEDED' }])
      }
    }
    return { at, does }
  })
}
