import { enumOf } from '#kernel/primitives.ts'

/** What may give the fee of a payment, the first that has one for it: the order in which they are asked. */
export const FEE_SOURCES = ['CUSTOMER_PLAN', 'PARTNER_SCHEDULE', 'PRODUCT_POLICY'] as const
export type FeeSourceKind = (typeof FEE_SOURCES)[number]

/** What gave the fee of a stored payment; NONE: nothing was in force. */
export const FeeOrigin = enumOf('payments.feeOrigin', [...FEE_SOURCES, 'NONE'])

/** Those to look for: no partner has a schedule yet. */
export const FeeOriginFilter = enumOf('payments.feeOrigin', ['CUSTOMER_PLAN', 'PRODUCT_POLICY', 'NONE'])
