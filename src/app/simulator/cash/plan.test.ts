import { expect, it } from 'vitest'
import { demoCashUnits } from '#core/organisation/server/public.ts'
import { addDays, startOfDay } from '#kernel/dates.ts'
import type { Move } from './moves.ts'
import type { Place } from './places.ts'
import { firstMoves, lastMoves, movesOf, type Planned } from './plan.ts'
import { cashDays } from './seeding.ts'

const places = demoCashUnits().map(({ code, tellers, single = false }) => ({ code, single, tills: single ? [{}] : tellers }) as unknown as Place)

/** What a movement takes out of a vault and what it brings in, at least. */
function carried(cash: Map<string, number>, { kind, from, to, amount, until, short = 0 }: Move): void {
  const add = (place: Place, sum: number) => cash.set(place.code, (cash.get(place.code) ?? 0) + sum)
  const left = !['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'RETURNED'].includes(until)
  const came = left && until !== 'DISPATCHED'
  if (left && kind !== 'BANK_WITHDRAWAL') add(from, -amount)
  if (came && kind !== 'BANK_DEPOSIT') add(to, amount - short)
}

it.each(['full', 'small'] as const)('the vaults of head office and provinces last, whatever day the %s demo begins on', (scale) => {
  // Two years hold every place of the weekdays and of the ends of months.
  for (let n = 0; n < 731; n++) {
    const today = addDays('2026-01-01', n)
    const days = cashDays(scale, today)
    const world: Planned = { places, first: days[0] as string, anchor: startOfDay(addDays(today, 1)) }
    const cash = new Map<string, number>()
    for (const move of [...firstMoves(world), ...days.flatMap((day, at) => movesOf(world, day, days.length - 1 - at)), ...lastMoves(world)]) {
      carried(cash, move)
      if (move.from.code.endsWith('0000') || move.from.code === places[0]?.code)
        expect(cash.get(move.from.code), `${move.from.code} after "${move.purpose}", demo of ${today}`).toBeGreaterThanOrEqual(0)
    }
  }
})
