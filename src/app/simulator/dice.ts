import { dice } from '#core/organisation/server/public.ts'

/** Chance that repeats itself: the same seed rolls the same numbers. */
export interface Chance {
  /** In [0, 1). */
  roll(): number
  /** A whole number from 0 to n - 1. */
  below(n: number): number
  /** Lognormal with the given median and spread. */
  lognormal(median: number, spread: number): number
  digits(count: number): string
}

export function chanceOf(seed: number): Chance {
  const roll = dice(seed)
  const below = (n: number) => Math.floor(roll() * n)
  return {
    roll,
    below,
    lognormal: (median, spread) => median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())),
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  }
}

/** Draws from weighted things by one roll in [0, 1). */
export function weighted<T>(things: readonly T[], weightOf: (thing: T, index: number) => number): (roll: number) => T {
  let sum = 0
  const bounds = things.map((thing, index) => {
    sum += weightOf(thing, index)
    return sum
  })
  return (roll) => {
    const at = roll * sum
    let low = 0
    let high = bounds.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle] as number) > at) high = middle
      else low = middle + 1
    }
    return things[low] as T
  }
}
