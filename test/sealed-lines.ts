import type { TestLine } from './matching.ts'

/** Both sides of some days, with what was changed on purpose: the breaks that must be found, and no others. */
export interface SealedLines {
  lines: TestLine[]
  /** 'KIND O1 T2' */
  breaks: string[]
  /** Lines that may still come. */
  waiting: string[]
}

/** Small numbers from a seed, the same every time (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

type Draft = Omit<TestLine, 'no' | 'side'> & { key: number }
type Wanted = { kind: string; ours: number[]; theirs: number[] } | { expected: number }

const CHANGES = [
  'dropped',
  'unknown to us',
  'doubled',
  'amount',
  'day',
  'swapped',
  'swapped equals',
  'late',
  'failed',
  'not theirs',
  'identical',
  'identical short',
  'again',
] as const

/**
 * Payments with references, changed on their way to the statement: dropped, doubled, another amount, another day, references exchanged, late, failed
 * here or there, several that nobody can tell apart, a failed attempt before the one that succeeded. `net`: the other side takes a fee of 0.5 % out.
 */
export function sealedLines(
  seed: number,
  { days, late, net = false, count = 60 }: { days: readonly string[]; late: string; net?: boolean; count?: number },
): SealedLines {
  const random = randomFrom(seed)
  const ours: Draft[] = []
  const theirs: Draft[] = []
  const wanted: Wanted[] = []
  let key = 0
  const after = (day: string, by: number) => days[days.indexOf(day) + by] ?? day
  const paid = (amount: number) => (net ? amount - Math.floor((amount * 5 + 500) / 1000) : amount)

  function payment(of: Partial<Draft> = {}): Draft {
    key += 1
    const day = days[random(days.length - 3)] as string
    return {
      key,
      day,
      amount: 1_000 * (1 + random(900)),
      reference: `PAY${String(seed % 1000).padStart(3, '0')}${key}`,
      account: String(10_000 + key),
      status: 'SUCCEEDED',
      ...of,
    }
  }
  /** Both sides of it; theirs may come a day later. */
  function both(draft: Draft, change: Partial<Draft> = {}): void {
    ours.push(draft)
    theirs.push({ ...draft, status: '', day: after(draft.day, random(2)), ...change, amount: paid(change.amount ?? draft.amount) })
  }

  function change(kind: (typeof CHANGES)[number]): void {
    const draft = payment()
    const pair = { ours: [draft.key], theirs: [draft.key] }
    if (kind === 'dropped') {
      ours.push(draft)
      wanted.push({ kind: 'MISSING_THEIRS', ours: [draft.key], theirs: [] })
    } else if (kind === 'unknown to us') {
      theirs.push({ ...draft, amount: paid(draft.amount) })
      wanted.push({ kind: 'MISSING_OURS', ours: [], theirs: [draft.key] })
    } else if (kind === 'doubled') {
      both(draft, { day: draft.day })
      theirs.push({ ...draft, status: '', amount: paid(draft.amount), key: ++key })
      wanted.push({ kind: 'DUPLICATE', ours: [draft.key], theirs: [draft.key, key] })
    } else if (kind === 'amount') {
      both(draft, { amount: draft.amount + 7_000 })
      wanted.push({ kind: 'AMOUNT', ...pair })
    } else if (kind === 'day') {
      both(draft, { day: after(draft.day, 3) })
      wanted.push({ kind: 'DATE', ...pair })
    } else if (kind === 'swapped') {
      const other = payment({ amount: (draft.amount ?? 0) + 13_000 })
      both(draft, { reference: other.reference ?? '' })
      both(other, { reference: draft.reference ?? '' })
      wanted.push({ kind: 'AMOUNT', ours: [draft.key], theirs: [other.key] }, { kind: 'AMOUNT', ours: [other.key], theirs: [draft.key] })
    } else if (kind === 'swapped equals') {
      const other = payment({ amount: draft.amount, day: draft.day })
      both(draft, { reference: other.reference ?? '', day: draft.day })
      both(other, { reference: draft.reference ?? '', day: draft.day })
      wanted.push({ kind: 'AMBIGUOUS', ours: [draft.key, other.key], theirs: [draft.key, other.key] })
    } else if (kind === 'late') {
      ours.push({ ...draft, day: late })
      wanted.push({ expected: draft.key })
    } else if (kind === 'failed') {
      both({ ...draft, status: 'FAILED', money: false }, { money: true })
      wanted.push({ kind: 'STATUS', ...pair })
    } else if (kind === 'not theirs') {
      both(draft, { money: false, status: 'FAILED' })
      wanted.push({ kind: 'STATUS', ...pair })
    } else if (kind === 'again') {
      // A failed attempt of the same reference explains nothing once the next one has succeeded.
      ours.push({ ...draft, key: ++key, status: 'FAILED', money: false })
      both(draft)
    } else {
      const others = [1, 2].map(() => ({ ...draft, key: ++key }))
      for (const one of [draft, ...others]) both(one, { day: one.day })
      if (kind === 'identical short') {
        theirs.pop()
        const keys = [draft, ...others].map((one) => one.key)
        wanted.push({ kind: 'DUPLICATE', ours: keys, theirs: keys.slice(0, 2) })
      }
    }
  }

  for (let n = 0; n < count; n++) both(payment())
  for (let n = 0; n < CHANGES.length; n++) for (let times = random(3); times > 0; times--) change(CHANGES[n] as (typeof CHANGES)[number])
  return numbered({ ours, theirs, wanted, random })
}

/** Lines in an order of their own a side, and what is wanted in their numbers. */
function numbered({ ours, theirs, wanted, random }: { ours: Draft[]; theirs: Draft[]; wanted: Wanted[]; random: (below: number) => number }): SealedLines {
  const places = { O: new Map<number, number>(), T: new Map<number, number>() }
  const lines = (
    [
      ['O', ours],
      ['T', theirs],
    ] as const
  ).flatMap(([side, drafts]) =>
    drafts
      .map((draft) => ({ draft, turn: random(1_000_000) }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ draft: { key, ...line } }, at) => {
        places[side].set(key, at + 1)
        return { ...line, side, no: at + 1 }
      }),
  )
  const name = (side: 'O' | 'T') => (key: number) => `${side}${places[side].get(key)}`
  const inOrder = (names: string[]) => names.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  return {
    lines,
    breaks: wanted
      .flatMap((one) => ('kind' in one ? [[one.kind, ...inOrder(one.ours.map(name('O'))), ...inOrder(one.theirs.map(name('T')))].join(' ')] : []))
      .sort(),
    waiting: wanted.flatMap((one) => ('expected' in one ? [name('O')(one.expected)] : [])).sort(),
  }
}
