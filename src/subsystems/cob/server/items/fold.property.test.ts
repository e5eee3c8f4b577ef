/** Whatever order the events of an item come in, repeated or late: the same state, the same money. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventKind } from '../../contract/machines.ts'
import { fold, type ItemEvent } from './fold.ts'

const RUNS = process.env.FAULTS === 'full' ? 20_000 : 500

const event = fc.record({
  kind: fc.constantFrom(...EventKind.options),
  // Few instants, so that several fall on one.
  at: fc.integer({ min: 0, max: 6 }).map((hour) => new Date(Date.UTC(2026, 10, 20, hour))),
  unitId: fc.option(fc.constantFrom('1', '2', '3')),
  courierId: fc.option(fc.constantFrom('7', '8')),
  amount: fc.option(fc.constantFrom(100_000n, 200_000n)),
})
const events = fc.array(event, { maxLength: 9 }).map((list) => list.map((one, at): ItemEvent => ({ ...one, reference: `E${at}` })))
const shuffled = (list: readonly ItemEvent[], seed: readonly number[]) =>
  list
    .map((one, at) => ({ one, key: seed[at] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)

const WANTED = 100_000n

describe('the state of an item', () => {
  it('is the same in any order, and with events told again', () => {
    fc.assert(
      fc.property(events, fc.array(fc.integer(), { minLength: 9, maxLength: 9 }), fc.array(fc.nat(8)), (list, seed, again) => {
        const expected = fold(list, WANTED)
        const repeated = again.flatMap((at) => list[at] ?? [])
        expect(fold(shuffled(list, seed), WANTED)).toEqual(expected)
        expect(fold(shuffled([...list, ...repeated], [...seed, ...seed]), WANTED)).toEqual(expected)
      }),
      { numRuns: RUNS },
    )
  })

  it('ends with a return or a cancellation, and counts one collection', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { delivery, returnedAt, collected, marks } = fold(list, WANTED)
        if (delivery === 'RETURNED') expect(returnedAt).not.toBeNull()
        const taken = list.filter(({ kind }) => kind === 'COLLECTED')
        expect(collected === null).toBe(taken.length === 0)
        if (delivery !== undefined) expect(marks.includes('COLLECTED_TWICE')).toBe(taken.length > 1)
        for (const one of taken) expect((collected as ItemEvent).at.getTime()).toBeLessThanOrEqual(one.at.getTime())
      }),
      { numRuns: RUNS },
    )
  })
})

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const told = (kind: ItemEvent['kind'], hour: number, more: Partial<ItemEvent> = {}): ItemEvent => ({
  ...{ kind, at: at(hour), reference: `${kind}${hour}`, unitId: null, courierId: null, amount: null },
  ...more,
})

describe('an item', () => {
  it('that is not accepted yet has no state, but its money is known', () => {
    expect(fold([told('DELIVERED', 9), told('COLLECTED', 9, { amount: WANTED })], WANTED)).toMatchObject({
      delivery: undefined,
      collected: { amount: WANTED },
      marks: [],
    })
  })

  it('is delivered once: later scans of its way change nothing, a return does', () => {
    const way = [told('ACCEPTED', 8), told('OUT_FOR_DELIVERY', 9, { courierId: '7' }), told('DELIVERED', 10), told('COLLECTED', 10, { amount: WANTED })]
    expect(fold([...way, told('ARRIVED', 11)], WANTED)).toMatchObject({ delivery: 'DELIVERED', courierId: '7', marks: [] })
    expect(fold([...way, told('RETURNED', 12)], WANTED)).toMatchObject({ delivery: 'RETURNED', marks: ['DELIVERED_AND_RETURNED'] })
  })

  it('is marked by what does not agree: delivered without money, money without a delivery, another amount, money twice', () => {
    expect(fold([told('ACCEPTED', 8), told('DELIVERED', 9)], WANTED).marks).toEqual(['DELIVERED_NOT_COLLECTED'])
    expect(fold([told('ACCEPTED', 8), told('DELIVERED', 9)], 0n).marks).toEqual([])
    const collected = (hour: number, amount: bigint) => told('COLLECTED', hour, { amount })
    expect(fold([told('ACCEPTED', 8), collected(9, 90_000n), collected(10, WANTED)], WANTED)).toMatchObject({
      collected: { amount: 90_000n },
      marks: ['COLLECTED_NOT_DELIVERED', 'COLLECTED_TWICE', 'WRONG_AMOUNT'],
    })
  })
})
