import type { Hundredths } from '#kernel/money.ts'

/** A movement on an account that holds money. */
export interface TraceEntry {
  /** Null where money changed its purpose and no account. */
  journalId: string | null
  at: Date
  accountId: string
  accountCode: string
  holder: string
  nature: 'HELD' | 'OWED'
  /** It holds other money too. */
  shared: boolean
  /** Into the account, or out of it. */
  arrives: boolean
  amount: Hundredths
}

export interface Step extends Omit<TraceEntry, 'journalId' | 'at' | 'arrives'> {
  since: Date | null
  until: Date | null
  journals: string[]
}

const named = (journalId: string | null) => (journalId === null ? [] : [journalId])

/**
 * Who held money of a record, in the order in which it got there: what leaves an account is what came there first. What leaves one that
 * none of it came to was there among other money. Pure.
 */
export function stepsOf(entries: readonly TraceEntry[]): Step[] {
  const steps: Step[] = []
  for (const { journalId, at, arrives, amount, ...where } of entries) {
    if (arrives) {
      steps.push({ ...where, amount, since: at, until: null, journals: named(journalId) })
      continue
    }
    let left = amount
    for (const held of steps.filter((one) => one.accountId === where.accountId && one.nature === where.nature && one.since !== null && one.until === null)) {
      if (left === 0n) break
      let part = held.amount
      if (part > left) part = left
      if (part < held.amount) steps.splice(steps.indexOf(held) + 1, 0, { ...held, amount: held.amount - part })
      Object.assign(held, { amount: part, until: at, journals: [...held.journals, ...named(journalId)] })
      left -= part
    }
    if (left > 0n) steps.push({ ...where, amount: left, since: null, until: at, journals: named(journalId) })
  }
  return steps
}

/**
 * How much of each step is there now. Money among other money is the same wherever it lies: what was paid out of one holding has used up what
 * had come to another before. Pure.
 */
export function leftOf(steps: readonly Step[]): Hundredths[] {
  const left = steps.map(({ since, until, amount }) => (since !== null && until === null ? amount : 0n))
  for (const [then, { shared, since, nature, amount }] of steps.entries()) {
    if (!shared || since !== null) continue
    let wanted = amount
    // Of one journal what leaves comes before what arrives: that has not used up itself.
    for (const [at, step] of steps.entries()) {
      const here = left[at] ?? 0n
      if (at > then || here === 0n || !step.shared || step.nature !== nature) continue
      const part = here < wanted ? here : wanted
      left[at] = here - part
      wanted -= part
    }
  }
  return left
}
