import type { Hundredths } from '#kernel/money.ts'

/** What a merchant pays for a payment received; bounds in hundredths, without tax. */
export interface FeePlan {
  rateBps: number
  minimum: Hundredths
  maximum: Hundredths | null
}

const DONG = 100n
const BPS = 10_000n

/** The share of an amount, rounded to whole đồng, halves up. */
function share(amount: Hundredths, bps: number): Hundredths {
  const unit = BPS * DONG
  return ((amount * BigInt(bps) + unit / 2n) / unit) * DONG
}

/**
 * Fee and value-added tax of one payment, in hundredths and whole đồng. Both together never exceed the amount:
 * a least fee that would is cut, so that a merchant never owes money for having been paid.
 */
export function chargeOf(amount: Hundredths, plan: FeePlan, vatBps: number): { fee: Hundredths; tax: Hundredths } {
  let fee = share(amount, plan.rateBps)
  if (plan.maximum !== null && fee > plan.maximum) fee = plan.maximum
  if (fee < plan.minimum) fee = plan.minimum
  let tax = share(fee, vatBps)
  if (fee + tax > amount) {
    fee = ((amount * BPS) / ((BPS + BigInt(vatBps)) * DONG)) * DONG
    tax = share(fee, vatBps)
    if (fee + tax > amount) tax = amount - fee
  }
  return { fee, tax }
}
