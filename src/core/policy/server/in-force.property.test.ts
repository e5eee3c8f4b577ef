import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineFor, type PolicyLine } from './in-force.ts'

const line = (values: Partial<PolicyLine>): PolicyLine => ({
  ...{ code: 'P', revision: 1, effectiveFrom: '2026-01-01', effectiveTo: null, partnerId: null, unitId: null, from: 0n, to: null },
  tariff: { rateBps: 0, fixed: 0n, minimum: 0n, maximum: null },
  ...values,
})
const question = {
  service: 'QR',
  type: 'PAYMENT',
  day: '2026-06-01',
  amount: 1n,
  partnerId: 'p',
  unitIds: ['head', 'province', 'office'],
  feePlanId: null,
} as const

/** Bands that follow each other from nothing on, the last without an end. */
const bands = fc.uniqueArray(fc.bigInt({ min: 1n, max: 1_000_000n }), { maxLength: 12 }).map((cuts) => {
  const from = [0n, ...cuts.toSorted((a, b) => (a < b ? -1 : 1))]
  return from.map((begin, at) => line({ from: begin, to: from[at + 1] ?? null }))
})

test('bands that follow each other cover every amount once; a boundary belongs to the band that begins there', () => {
  fc.assert(
    fc.property(bands, fc.bigInt({ min: 0n, max: 2_000_000n }), (lines, amount) => {
      const found = lineFor(lines, { ...question, amount })
      expect(found && found.from <= amount && (found.to === null || amount < found.to)).toBe(true)
      for (const one of lines) expect(lineFor(lines, { ...question, amount: one.from })).toBe(one)
      for (const { to } of lines) if (to !== null) expect(lineFor(lines, { ...question, amount: to - 1n })?.to).toBe(to)
    }),
  )
})

test('the nearest unit counts before the partner, the partner before everybody, the newest policy among equals', () => {
  const every = [
    line({ unitId: 'office', partnerId: 'p' }),
    line({ unitId: 'office' }),
    line({ unitId: 'province', partnerId: 'p' }),
    line({ unitId: 'province' }),
    line({ unitId: 'head', partnerId: 'p' }),
    line({ unitId: 'head' }),
    line({ partnerId: 'p' }),
    line({ code: 'NEWER' }),
    line({ code: 'OLDER' }),
  ]
  const others = [line({ unitId: 'elsewhere' }), line({ partnerId: 'other' }), line({ effectiveFrom: '2026-06-02' }), line({ effectiveTo: '2026-05-31' })]
  fc.assert(
    fc.property(fc.subarray(every, { minLength: 1 }), fc.array(fc.nat()), (some, shuffle) => {
      // In any order but that of the policies, which stand newest first.
      const lines = [...others, ...some].toSorted((a, b) => (a.code === b.code ? (shuffle[every.indexOf(a)] ?? 0) - (shuffle[every.indexOf(b)] ?? 0) : 0))
      expect(lineFor(lines, question)).toBe(some[0])
    }),
  )
  expect(lineFor(others, question)).toBeUndefined()
})

test('the first and the last day of a revision are its own', () => {
  const lines = [line({ revision: 2, effectiveFrom: '2026-06-02' }), line({ revision: 1, effectiveTo: '2026-06-01' })]
  const revisionOn = (day: string) => lineFor(lines, { ...question, day })?.revision
  expect([revisionOn('2025-12-31'), revisionOn('2026-01-01'), revisionOn('2026-06-01'), revisionOn('2026-06-02')]).toEqual([undefined, 1, 1, 2])
})
