import { mobileNumber, personName } from '#core/organisation/server/public.ts'
import { addDays, daysBetween, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import type { DemoScale } from '#platform/server/config.ts'
import type { EventLine, ItemLine } from '#subsystems/cob/contract/feed.ts'
import { checkDigitOf } from '#subsystems/cob/contract/s10.ts'
import { isWorkday } from '../cash/orders.ts'
import { type Chance, chanceOf, weighted } from '../dice.ts'
import { type Courier, couriersOf, type ItemPartner, SHOPS, type Shop } from './people.ts'

export interface CodPlan {
  scale: DemoScale
  /** When the demo begins: what comes later is not told. */
  anchor: Date
}

/** Days of items before the anchor's own, and items over them all. */
export const COD_HISTORY: Record<DemoScale, { days: number; items: number }> = {
  full: { days: 60, items: 1_000 },
  small: { days: 20, items: 450 },
}

/** An event and when its partner told of it. */
export interface Told {
  line: EventLine
  toldAt: Date
}

/** A postal item with everything that becomes of it. */
export interface Parcel {
  code: string
  partner: ItemPartner
  shop: Shop | undefined
  courier: Courier
  line: ItemLine
  toldAt: Date
  events: Told[]
  /** What counts of the money that was taken. */
  collected: { at: Date; amount: number } | undefined
  /** Nobody hands this money in. */
  kept: boolean
}

const SEED = 20_261_130
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CAP = 20_000_000
const REASONS = ['Khách vắng nhà', 'Không liên lạc được', 'Khách hẹn ngày khác', 'Sai địa chỉ'] as const
const REFUSALS = ['Khách từ chối nhận', 'Không đúng hàng đã đặt', 'Quá số lần phát'] as const

/** What becomes of items, in hundredths of a percent; all others are delivered and paid at the first attempt. */
const FATES = [
  { fate: 'SECOND_TRY', share: 900 },
  { fate: 'RETURNED', share: 550 },
  { fate: 'NOT_COLLECTED', share: 120 },
  { fate: 'WRONG_AMOUNT', share: 100 },
  { fate: 'TWICE', share: 50 },
  { fate: 'NOT_DELIVERED', share: 50 },
  { fate: 'BROUGHT_BACK', share: 80 },
  { fate: 'CANCELLED', share: 100 },
] as const
type Fate = (typeof FATES)[number]['fate'] | 'FINE'

/** Money that a postman has kept: which one, and how many days ago he took it. Debts of all ages, whatever the scale. */
const KEPT: readonly (readonly [courier: number, ago: number])[] = [
  ...[2, 3, 5, 7, 10, 14].map((ago, n) => [4 + n * 6, ago] as const),
  ...[19, 26].map((ago, n) => [7 + n * 9, ago] as const),
  ...[34, 35, 41, 44].map((ago, n) => [13 + (n >> 1) * 18, ago] as const),
]

/** All items whose acceptance lies before the anchor, in order of time; the same for the same plan. */
export function parcelsOf(plan: CodPlan): Parcel[] {
  const today = localDate(plan.anchor)
  const couriers = couriersOf(plan.scale)
  const { days, items } = COD_HISTORY[plan.scale]
  const perDay = items / days
  const draw = { courier: weighted(couriers, ({ share }) => share), shop: weighted(SHOPS, ({ share }) => share), units: couriers.map(({ unit }) => unit) }
  const made = Array.from({ length: days + 1 }, (_none, at) => addDays(today, at - days)).flatMap((day, at) => {
    const chance = chanceOf(SEED ^ Number(day.replaceAll('-', '')))
    const count = Math.round(perDay * (0.85 + (0.3 * at) / days) * (isWorkday(day) ? 1.1 : 0.4) * (0.9 + 0.2 * chance.roll()))
    return Array.from({ length: count }, (_item, n) => oneParcel(chance, day, n, draw))
  })
  const kept = KEPT.flatMap(([which, ago], n) => {
    const courier = couriers[which % couriers.length] as Courier
    const chance = chanceOf(SEED + which + ago)
    // Two days on its way, and taken on a working day.
    const on = addDays(today, -ago)
    const day = addDays(isWorkday(on) ? on : addDays(on, -1), -1)
    return [oneParcel(chance, day, 900 + n, { ...draw, courier: () => courier, units: [courier.unit], fate: 'FINE', kept: true })]
  })
  return [...kept, ...made].filter(({ line }) => new Date(line.acceptedAt) < plan.anchor).sort((a, b) => (a.line.acceptedAt < b.line.acceptedAt ? -1 : 1))
}

interface Draw {
  courier: (roll: number) => Courier
  shop: (roll: number) => Shop
  units: readonly string[]
  fate?: Fate
  kept?: boolean
}

function oneParcel(chance: Chance, day: string, n: number, draw: Draw): Parcel {
  const courier = draw.courier(chance.roll())
  const ofShop = chance.roll() < 0.72 && !draw.kept
  const shop = ofShop ? draw.shop(chance.roll()) : undefined
  const partner = shop?.partner ?? 'BUUGUI'
  const code = codeOf(partner, day, n)
  const acceptedUnit = shop?.unit ?? (draw.units[chance.below(draw.units.length)] as string)
  const near = acceptedUnit.slice(0, 2) === courier.unit.slice(0, 2)
  const travel = near ? 1 : 2 + chance.below(2)
  const acceptedAt = new Date(startOfDay(day).getTime() + 8 * HOUR_MS + chance.below(9 * 60) * MINUTE_MS)
  const cod = Math.min(CAP, Math.max(30_000, Math.round(chance.lognormal(shop?.median || 350_000, 0.7) / 1000) * 1000))
  const line: ItemLine = {
    code,
    acceptedAt: isoLocal(acceptedAt),
    ...{ acceptedUnit, deliveryUnit: courier.unit },
    ...(shop ? { keyAccount: shop.code } : {}),
    sender: shop ? { name: shop.name } : { name: personName(chance.roll), phone: mobileNumber(chance.roll) },
    receiver: { name: personName(chance.roll), phone: mobileNumber(chance.roll), address: `Số ${1 + chance.below(240)}, tổ ${1 + chance.below(18)}` },
    content: shop?.content ?? 'Hàng hóa',
    weightGrams: 100 + chance.below(40) * 50,
    codAmount: `${cod}.00`,
    postage: `${(near ? 16_500 : 22_000) + chance.below(8) * 2_500}.00`,
    postagePayer: chance.roll() < 0.1 ? 'RECEIVER' : 'SENDER',
    codFee: `${Math.max(5_000, Math.round((cod * 0.008) / 500) * 500)}.00`,
    route: courier.route,
    promisedOn: addDays(day, travel + 1),
  }
  const fate = draw.fate ?? fateOf(chance, shop)
  const way = new Way(chance, { code, courier, acceptedUnit, cod })
  way.go(acceptedAt, day, travel, fate)
  // Now and then the office tells of what it accepted on the next day, after what has become of it.
  const late = chance.roll() < 0.012 ? 20 * HOUR_MS : (1 + chance.below(15)) * MINUTE_MS
  return {
    code,
    partner,
    shop,
    courier,
    line,
    toldAt: new Date(acceptedAt.getTime() + late),
    events: way.events,
    collected: way.collected,
    kept: draw.kept ?? false,
  }
}

function fateOf(chance: Chance, shop: Shop | undefined): Fate {
  if (shop && chance.roll() < shop.returns) return 'RETURNED'
  let roll = chance.below(10_000)
  for (const { fate, share } of FATES) {
    if (roll < share) return fate
    roll -= share
  }
  return 'FINE'
}

/** Our own items have codes of S10, those of a marketplace its own. */
function codeOf(partner: ItemPartner, day: string, n: number): string {
  if (partner === 'CHOQUE') return `CQ${day.slice(2).replaceAll('-', '')}${String(n + 1).padStart(4, '0')}`
  const serial = String(40_000_000 + daysBetween('2020-01-01', day) * 1_000 + n)
  return `EB${serial}${checkDigitOf(serial)}VN`
}

/** A day in the morning; Sundays move on. */
const morning = (day: string) => startOfDay(isWorkday(day) ? day : addDays(day, 1)).getTime() + 8 * HOUR_MS

/** What happens to one item on its way. */
class Way {
  readonly events: Told[] = []
  collected: Parcel['collected']
  readonly #chance: Chance
  readonly #item: { code: string; courier: Courier; acceptedUnit: string; cod: number }

  constructor(chance: Chance, item: { code: string; courier: Courier; acceptedUnit: string; cod: number }) {
    this.#chance = chance
    this.#item = item
  }

  go(acceptedAt: Date, day: string, travel: number, fate: Fate): void {
    const { acceptedUnit, courier } = this.#item
    if (fate === 'CANCELLED') {
      this.#tell('CANCELLED', acceptedAt.getTime() + 3 * HOUR_MS, { unit: acceptedUnit, reason: 'Người gửi xin huỷ' })
      return
    }
    this.#tell('DEPARTED', startOfDay(day).getTime() + 18.5 * HOUR_MS + this.#minutes(60), { unit: acceptedUnit })
    this.#tell('ARRIVED', startOfDay(addDays(day, travel)).getTime() + 5.5 * HOUR_MS + this.#minutes(80), { unit: courier.unit })
    const first = morning(addDays(day, travel))
    if (fate === 'SECOND_TRY') this.#deliver(this.#fail(first), 'FINE')
    else if (fate === 'RETURNED') this.#turn(this.#fail(this.#fail(first)), travel)
    else this.#deliver(first, fate)
    if (fate === 'BROUGHT_BACK') this.#turn(morning(localDate(new Date(first + 72 * HOUR_MS))), travel)
  }

  #minutes(most: number): number {
    return this.#chance.below(most) * MINUTE_MS
  }

  #out(from: number): number {
    const at = from + this.#minutes(40)
    this.#tell('OUT_FOR_DELIVERY', at, this.#here)
    return at + HOUR_MS + this.#minutes(7 * 60)
  }

  get #here() {
    const { courier } = this.#item
    return { unit: courier.unit, courier: courier.code }
  }

  /** Answers the next morning. */
  #fail(from: number): number {
    const at = this.#out(from)
    this.#tell('FAILED_DELIVERY', at, { ...this.#here, reason: REASONS[this.#chance.below(REASONS.length)] as string })
    return morning(addDays(localDate(new Date(at)), 1))
  }

  #turn(from: number, travel: number): void {
    this.#tell('RETURNING', from + HOUR_MS, { unit: this.#item.courier.unit, reason: REFUSALS[this.#chance.below(REFUSALS.length)] as string })
    const home = morning(addDays(localDate(new Date(from)), travel))
    this.#tell('RETURNED', home + 2 * HOUR_MS + this.#minutes(300), { unit: this.#item.acceptedUnit })
  }

  #deliver(from: number, fate: Fate): void {
    const at = this.#out(from)
    if (fate !== 'NOT_DELIVERED') this.#tell('DELIVERED', at, this.#here)
    if (fate === 'NOT_COLLECTED') return
    const { cod } = this.#item
    const amount = fate === 'WRONG_AMOUNT' ? Math.max(20_000, cod - (1 + this.#chance.below(4)) * 10_000) : cod
    this.#collect(at + this.#minutes(4), amount)
    if (fate === 'TWICE') this.#collect(at + 30 * MINUTE_MS, amount)
  }

  #collect(at: number, amount: number): void {
    this.collected ??= { at: new Date(at), amount }
    const money = { amount: `${amount}.00`, method: this.#chance.roll() < 0.07 ? ('QR' as const) : ('CASH' as const) }
    this.#push({ kind: 'COLLECTED', ...this.#happened(at), ...this.#here, ...money }, at)
  }

  #tell(kind: Exclude<EventLine['kind'], 'COLLECTED'>, at: number, more: { unit: string; courier?: string; reason?: string }): void {
    this.#push({ kind, ...this.#happened(at), ...more }, at)
  }

  #happened(at: number) {
    return { reference: `${this.#item.code}-${String(this.events.length + 1).padStart(2, '0')}`, item: this.#item.code, at: isoLocal(new Date(at)) }
  }

  /** Most is told within minutes; a little the next day, when others have told what came after it. Money is told on its day. */
  #push(line: EventLine, at: number): void {
    const late = line.kind !== 'COLLECTED' && this.#chance.roll() < 0.03 ? 5 * HOUR_MS + this.#minutes(30 * 60) : this.#minutes(15)
    this.events.push({ line, toldAt: new Date(at + late) })
  }
}
