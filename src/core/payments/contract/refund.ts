import type { Hundredths } from '#kernel/money.ts'

export interface Charged {
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
}

const DONG = 100n

/** Share of a charge that the merchant has back when `refunded` of `amount` was given back: rounded up to whole đồng. */
function back(charge: Hundredths, refunded: Hundredths, amount: Hundredths): Hundredths {
  const exact = charge * refunded
  const unit = amount * DONG
  return ((exact + unit - 1n) / unit) * DONG
}

/**
 * Fee and tax that a refund of `amount` gives back to the merchant, when `refunded` was given back before it. Reckoned on the sum of
 * all refunds so far, so that refunds in parts give back exactly what one refund would; what the operator keeps is rounded down,
 * so that a merchant never owes money for what was refunded. Pure; all in hundredths, fee and tax in whole đồng.
 */
export function refundCharges(paid: Charged, refunded: Hundredths, amount: Hundredths): { fee: Hundredths; tax: Hundredths } {
  const after = refunded + amount
  if (amount <= 0n || refunded < 0n || after > paid.amount) throw new RangeError('a refund lies between nothing and what is left of the payment')
  const whole = after === paid.amount
  const share = (charge: Hundredths) => (whole ? charge : back(charge, after, paid.amount)) - (refunded === 0n ? 0n : back(charge, refunded, paid.amount))
  return { fee: share(paid.fee), tax: share(paid.tax) }
}
