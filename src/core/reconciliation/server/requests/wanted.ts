import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'

/** What is wanted of one transaction, as it is kept. */
export interface KeptWanted {
  amount?: Hundredths
  outcome?: 'SUCCEEDED' | 'FAILED'
}

interface Stored {
  amount?: string
  outcome?: 'SUCCEEDED' | 'FAILED'
}

export function wantedOf(stored: unknown): KeptWanted {
  const { amount, outcome } = stored as Stored
  return { ...(amount === undefined ? {} : { amount: parseMoney(amount) }), ...(outcome === undefined ? {} : { outcome }) }
}

export const storedWanted = ({ amount, outcome }: KeptWanted): Stored => ({
  ...(amount === undefined ? {} : { amount: formatMoney(amount) }),
  ...(outcome === undefined ? {} : { outcome }),
})
