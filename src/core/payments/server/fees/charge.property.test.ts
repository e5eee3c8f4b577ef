import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeOf, type Tariff } from './charge.ts'

/** Also with hundredths of a đồng, which nobody can pay. */
const money = (max: bigint) => fc.bigInt({ min: 0n, max: max * 100n })
const tariff = fc
  .record({ rateBps: fc.integer({ min: 0, max: 10_000 }), fixed: money(1_000_000n), minimum: money(1_000_000n), span: fc.option(money(10_000_000n)) })
  .map(({ span, ...one }): Tariff => ({ ...one, maximum: span === null ? null : one.minimum + span }))
const amount = fc.bigInt({ min: 1n, max: 500_000_000n }).map((value) => value * 100n)
const vat = fc.integer({ min: 0, max: 3_000 })

test('fee and tax are whole đồng, never negative, and leave the merchant something or nothing but no debt', () => {
  fc.assert(
    fc.property(amount, tariff, vat, (paid, terms, vatBps) => {
      const { fee, tax } = chargeOf(paid, terms, { vatBps })
      expect([fee % 100n, tax % 100n]).toEqual([0n, 0n])
      expect(fee >= 0n && tax >= 0n && fee + tax <= paid).toBe(true)
      if (terms.maximum !== null) expect(fee <= terms.maximum).toBe(true)
    }),
  )
})

test('fee and tax are within half a đồng of the exact share wherever no bound holds', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 9_000 }), vat, (paid, rateBps, vatBps) => {
      const { fee, tax } = chargeOf(paid, { rateBps, fixed: 0n, minimum: 0n, maximum: null }, { vatBps })
      fc.pre((paid * BigInt(rateBps) * (10_000n + BigInt(vatBps))) / 100_000_000n < paid - 200n)
      const within = (value: bigint, exact: bigint) => {
        const off = value * 10_000n - exact
        return off <= 500_000n && off > -500_000n
      }
      expect(within(fee, paid * BigInt(rateBps))).toBe(true)
      expect(within(tax, fee * BigInt(vatBps))).toBe(true)
    }),
  )
})

test('a higher amount never costs less', () => {
  fc.assert(
    fc.property(amount, amount, tariff, vat, (one, other, terms, vatBps) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      expect(chargeOf(low, terms, { vatBps }).fee <= chargeOf(high, terms, { vatBps }).fee).toBe(true)
    }),
  )
})

test.each([
  // amount, bps, fixed, min, max → fee, tax, in đồng; VAT 10 %
  [150_000n, 100, 0n, 0n, null, 1_500n, 150n],
  [10_050n, 100, 0n, 0n, null, 101n, 10n],
  [10_049n, 100, 0n, 0n, null, 100n, 10n],
  [90_909n, 55, 0n, 0n, null, 500n, 50n],
  [1_000n, 100, 0n, 300n, null, 300n, 30n],
  [900_000_000n, 100, 0n, 0n, 55_000n, 55_000n, 5_500n],
  [300n, 100, 0n, 300n, null, 272n, 27n],
  [1n, 100, 0n, 300n, null, 0n, 0n],
  [0n, 100, 0n, 0n, null, 0n, 0n],
  [100_000n, 25, 1_000n, 0n, null, 1_250n, 125n],
  [100_000n, 25, 1_000n, 2_000n, null, 2_000n, 200n],
  [100_000n, 25, 1_000n, 0n, 1_100n, 1_100n, 110n],
] as const)('%i đồng at %i bps and %i between %i and %s: fee %i, tax %i', (paid, rateBps, fixed, minimum, maximum, fee, tax) => {
  const charge = chargeOf(
    paid * 100n,
    { rateBps, fixed: fixed * 100n, minimum: minimum * 100n, maximum: maximum === null ? null : maximum * 100n },
    { vatBps: 1_000 },
  )
  expect(charge).toEqual({ fee: fee * 100n, tax: tax * 100n })
})

test('beside the amount fee and tax are charged in full, whatever the amount', () => {
  fc.assert(
    fc.property(amount, tariff, vat, (paid, terms, vatBps) => {
      const beside = chargeOf(paid, terms, { vatBps, onTop: true })
      const inside = chargeOf(paid, terms, { vatBps })
      expect(beside.fee >= terms.minimum || (terms.maximum !== null && beside.fee + 100n > terms.maximum)).toBe(true)
      if (beside.fee + beside.tax <= paid) expect(inside).toEqual(beside)
      else expect(inside.fee + inside.tax <= paid).toBe(true)
    }),
  )
})
