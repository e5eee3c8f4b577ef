import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { DateOnly, Id, Money, NameText, Text } from '#kernel/primitives.ts'
import { TREASURY_API, TREASURY_BASE } from './transaction.ts'

/** What a vault needs for tomorrow, with its arithmetic: every line of the sum. */
export const suggestReplenishment = defineQuery({
  path: `${TREASURY_API}/suggest`,
  permission: `${TREASURY_BASE}/create`,
  summary: { vi: 'Gợi ý tiếp quỹ, nộp quỹ cho một đơn vị', en: 'Suggested replenishment or remittance of a unit' },
  input: { unitId: Id },
  output: z.object({
    unitId: Id,
    unitName: NameText,
    holdingName: NameText,
    /** The day it is reckoned for. */
    forDay: DateOnly,
    /** Null while the reader counts the vault. */
    balance: Money.nullable(),
    ceiling: Money.nullable(),
    floor: Money,
    /** On its way to the vault, and approved to leave it. */
    incoming: Money.nullable(),
    outgoing: Money.nullable(),
    payoutsDue: Money,
    /** balance + incoming − outgoing − payouts due. */
    expected: Money.nullable(),
    kind: z.enum(['REPLENISHMENT', 'REMITTANCE']).nullable().meta({ kind: 'enum', labels: 'cash.treasury.kind' }),
    amount: Money.nullable(),
    /** Where it would come from or go to: the unit above that has a vault. */
    counterUnitId: Id.nullable(),
    counterUnit: Text.nullable(),
  }),
})
