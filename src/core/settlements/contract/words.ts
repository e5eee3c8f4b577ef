import { enumOf } from '#kernel/primitives.ts'

/** Permission of the screens; each with an action behind it. */
export const SETTLEMENTS = 'merchants/settlements'
/** What settlements are to those who transfer money. */
export const MERCHANT_SETTLEMENT = 'MERCHANT_SETTLEMENT'

export const Cycle = enumOf('settlements.cycle', ['T0', 'T1', 'WEEKLY', 'BY_HAND'])
export const Part = enumOf('settlements.part', ['PAYMENT', 'REFUND', 'CANCELLATION', 'OTHER'])
/** Why a movement is not settled with the cycle that it falls into. */
export const Held = enumOf('settlements.held', ['DISPUTED', 'SUSPENSE', 'RETURNING'])
/**
 * Why what could be paid is not: the account is new, the merchant locked, a payment of it or its transfer is in dispute, a transfer has paid some of it already,
 * or less is owed by now.
 */
export const Waits = enumOf('settlements.waits', ['COOLING', 'LOCKED', 'DISPUTED', 'CLAIMED', 'SHORT'])
