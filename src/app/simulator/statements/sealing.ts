import { addDays } from '#kernel/dates.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import { type Chance, chanceOf } from '../dice.ts'

/** One of our records as the partner has it in its books. */
export interface Booked {
  reference: string
  documentNo: string
  day: string
  /** HH:mm:ss */
  time: string
  /** Money to the operator is positive. */
  amount: Hundredths
  account: string
  name: string
  text: string
  /** What became of it in our books; the partner has seen it end well only where it did, or where the seal says otherwise. */
  status: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN'
}

/** One line of the statement that the partner writes. */
export type Entry = Omit<Booked, 'status'>

/** What a statement gets wrong on purpose. */
export const CHANGES = ['DROPPED', 'EXTRA', 'DOUBLED', 'AMOUNT', 'DAY', 'SWAPPED', 'SWAPPED_EQUAL', 'FEE', 'STATUS', 'LATE'] as const
export type Change = (typeof CHANGES)[number]

/** A break that must be found: its kind, the references that it is about, and the money between both sides. Empty amount: not told beforehand. */
export interface Seal {
  change: Change
  kind: 'MISSING_OURS' | 'MISSING_THEIRS' | 'AMOUNT' | 'STATUS' | 'DUPLICATE' | 'DATE' | 'AMBIGUOUS'
  references: string[]
  /** Ours less theirs. */
  difference: string
}

export interface SealedStatement {
  entries: Entry[]
  /** Exactly the breaks of the statement, in order of their references. */
  seals: Seal[]
  /** References of payments that come with the next statement: no break yet. */
  late: string[]
}

export interface SealingPlan {
  seed: number
  from: string
  to: string
  /** How often each change is made; what finds no payment that fits is left out. */
  times: Partial<Record<Change, number>>
  /** The last day of which everything must have come by now; what is missing of later ones may still come. */
  due: string
  /** Days that a line may lie off before it is a break. */
  windowDays: number
}

/** The partner's fee where it is taken out of an amount without having been agreed: 1.1 %, whole đồng. */
const feeOf = (amount: Hundredths): Hundredths => ((amount * 11n) / 1000n / 100n) * 100n

/**
 * The statement of a partner over our records, with mistakes made on purpose and named: whoever reconciles must find exactly these. The same
 * plan makes the same statement.
 */
export function sealStatement(booked: readonly Booked[], plan: SealingPlan): SealedStatement {
  return new Sealing(booked, plan).result()
}

class Sealing {
  readonly #chance: Chance
  readonly #plan: SealingPlan
  /** Untouched records by reference; each takes part in one change at most. */
  readonly #free: Booked[]
  /** Those that have not ended well in our books. */
  readonly #others: Booked[]
  readonly #entries = new Map<string, Entry[]>()
  readonly #seals: Seal[] = []
  readonly #late: string[] = []

  readonly #makers: Readonly<Record<Change, () => void>> = {
    DROPPED: () => this.#dropped(),
    EXTRA: () => this.#extra(),
    DOUBLED: () => this.#with((one) => this.#put(one, [entryOf(one), entryOf(one)], { change: 'DOUBLED', kind: 'DUPLICATE', difference: -one.amount })),
    AMOUNT: () => this.#with((one) => this.#amount(one, 'AMOUNT', one.amount + BigInt(1 + this.#chance.below(90)) * 100_000n)),
    FEE: () =>
      this.#with(
        (one) => this.#amount(one, 'FEE', one.amount - feeOf(one.amount)),
        ({ amount }) => feeOf(amount) > 0n,
      ),
    DAY: () => this.#day(),
    SWAPPED: () => this.#swapped(),
    SWAPPED_EQUAL: () => this.#swappedEqual(),
    STATUS: () => this.#status(),
    LATE: () => this.#lateOne(),
  }

  constructor(booked: readonly Booked[], plan: SealingPlan) {
    this.#plan = plan
    this.#chance = chanceOf(plan.seed)
    this.#free = booked.filter(({ status }) => status === 'SUCCEEDED')
    for (const one of this.#free) this.#entries.set(one.reference, [entryOf(one)])
    this.#others = booked.filter(({ status }) => status !== 'SUCCEEDED')
    for (const change of CHANGES) for (let n = 0; n < (plan.times[change] ?? 0); n++) this.#makers[change]()
  }

  result(): SealedStatement {
    for (const { reference } of this.#others.filter(({ status, day }) => status === 'UNKNOWN' && day <= this.#plan.due))
      this.#seals.push({ change: 'STATUS', kind: 'STATUS', references: [reference], difference: '0.00' })
    const entries = [...this.#entries.values()].flat().sort((a, b) => `${a.day}${a.time}${a.reference}`.localeCompare(`${b.day}${b.time}${b.reference}`))
    return { entries, seals: this.#seals.sort((a, b) => ((a.references[0] ?? '') < (b.references[0] ?? '') ? -1 : 1)), late: this.#late.sort() }
  }

  /** The partner has the money of what we do not know, or think has failed. What nobody knows and no statement has is a break as well, without money. */
  #status(): void {
    const one = this.#others.shift()
    if (one) this.#put(one, [entryOf(one)], { change: 'STATUS', kind: 'STATUS', difference: -one.amount })
  }

  #dropped(): void {
    // What is recent may still come, so it is no break yet.
    this.#with(
      (one) => this.#put(one, [], { change: 'DROPPED', kind: 'MISSING_THEIRS', difference: one.amount }),
      ({ day }) => day <= this.#plan.due,
    )
  }

  #lateOne(): void {
    this.#with(
      (one) => {
        this.#entries.set(one.reference, [])
        this.#late.push(one.reference)
      },
      ({ day }) => day > this.#plan.due,
    )
  }

  #extra(): void {
    const reference = `LA${this.#chance.digits(12)}`
    const amount = BigInt(10 + this.#chance.below(900)) * 100_000n
    const entry = { reference, documentNo: `FT${this.#chance.digits(12)}`, day: this.#plan.from, time: '10:00:00', amount, account: this.#chance.digits(12) }
    this.#entries.set(reference, [{ ...entry, name: 'NGUYEN VAN LA', text: `CK ${reference}` }])
    this.#seals.push({ change: 'EXTRA', kind: 'MISSING_OURS', references: [reference], difference: formatMoney(-amount) })
  }

  #amount(one: Booked, change: Change, amount: Hundredths): void {
    this.#put(one, [{ ...entryOf(one), amount }], { change, kind: 'AMOUNT', difference: one.amount - amount })
  }

  /** Both days lie in the period, so that the line stands in this statement. */
  #day(): void {
    const shift = this.#plan.windowDays + 1
    const moved = (day: string) => (addDays(day, shift) <= this.#plan.to ? addDays(day, shift) : addDays(day, -shift))
    this.#with(
      (one) => this.#put(one, [{ ...entryOf(one), day: moved(one.day) }], { change: 'DAY', kind: 'DATE', difference: 0n }),
      ({ day }) => moved(day) >= this.#plan.from && moved(day) <= this.#plan.to,
    )
  }

  #swapped(): void {
    const a = this.#take(() => true)
    const b = a && this.#take((one) => one.day === a.day && one.amount !== a.amount)
    if (!a || !b) return
    this.#put(a, [{ ...entryOf(a), amount: b.amount }], { change: 'SWAPPED', kind: 'AMOUNT', difference: a.amount - b.amount })
    this.#put(b, [{ ...entryOf(b), amount: a.amount }], { change: 'SWAPPED', kind: 'AMOUNT', difference: b.amount - a.amount })
  }

  /** References of two payments of one day and amount have changed places: nobody can tell which is which. */
  #swappedEqual(): void {
    for (const a of this.#free) {
      const b = this.#free.find((one) => one !== a && one.day === a.day && one.amount === a.amount && one.account !== a.account)
      if (!b) continue
      this.#take((one) => one === a)
      this.#take((one) => one === b)
      this.#entries.set(a.reference, [{ ...entryOf(b), reference: a.reference, documentNo: a.documentNo, text: a.text }])
      this.#entries.set(b.reference, [{ ...entryOf(a), reference: b.reference, documentNo: b.documentNo, text: b.text }])
      this.#seals.push({ change: 'SWAPPED_EQUAL', kind: 'AMBIGUOUS', references: [a.reference, b.reference].sort(), difference: '0.00' })
      return
    }
  }

  #with(change: (one: Booked) => void, fits: (one: Booked) => boolean = () => true): void {
    const one = this.#take(fits)
    if (one) change(one)
  }

  /** A record that nothing was changed of yet; it counts as changed from now on. */
  #take(fits: (one: Booked) => boolean): Booked | undefined {
    const fitting = this.#free.filter(fits)
    const one = fitting[this.#chance.below(Math.max(1, fitting.length))]
    if (one) this.#free.splice(this.#free.indexOf(one), 1)
    return one
  }

  #put(one: Booked, entries: Entry[], { difference, ...seal }: Omit<Seal, 'references' | 'difference'> & { difference: Hundredths }): void {
    this.#entries.set(one.reference, entries)
    this.#seals.push({ ...seal, references: [one.reference], difference: formatMoney(difference) })
  }
}

const entryOf = ({ status, ...entry }: Booked): Entry => entry
