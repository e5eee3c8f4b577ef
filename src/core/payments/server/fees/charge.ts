import { type Hundredths, parseMoney } from '#kernel/money.ts'

/** What a payment costs by its amount; without tax. */
export interface Tariff {
  rateBps: number
  fixed: Hundredths
  minimum: Hundredths
  maximum: Hundredths | null
}

const DONG = 100n
const BPS = 10_000n

/** Whole đồng of hundredths times ten thousand, halves up. */
function dongOf(scaled: bigint): Hundredths {
  const unit = BPS * DONG
  return ((scaled + unit / 2n) / unit) * DONG
}

/**
 * Fee and value-added tax of one payment, in hundredths and whole đồng: rate and fixed part rounded once, then the bounds. Where they
 * come out of the amount both together never exceed it: a least fee that would is cut, so that nobody owes money for having been paid.
 */
export function chargeOf(
  amount: Hundredths,
  tariff: Tariff,
  { vatBps, onTop = false }: { vatBps: number; onTop?: boolean },
): { fee: Hundredths; tax: Hundredths } {
  const least = ((tariff.minimum + DONG - 1n) / DONG) * DONG
  const greatest = tariff.maximum === null ? null : (tariff.maximum / DONG) * DONG
  let fee = dongOf(amount * BigInt(tariff.rateBps) + tariff.fixed * BPS)
  if (fee < least) fee = least
  if (greatest !== null && fee > greatest) fee = greatest
  let tax = dongOf(fee * BigInt(vatBps))
  if (!onTop && fee + tax > amount) {
    fee = ((amount * BPS) / ((BPS + BigInt(vatBps)) * DONG)) * DONG
    tax = dongOf(fee * BigInt(vatBps))
    if (fee + tax > amount) tax = amount - fee
  }
  return { fee, tax }
}

/** A tariff as the database holds it. */
export interface TariffRow {
  rateBps: number
  fixed: string
  minimum: string
  maximum: string | null
}

export const tariffOf = ({ rateBps, fixed, minimum, maximum }: TariffRow): Tariff => ({
  rateBps,
  fixed: parseMoney(fixed),
  minimum: parseMoney(minimum),
  maximum: maximum === null ? null : parseMoney(maximum),
})
