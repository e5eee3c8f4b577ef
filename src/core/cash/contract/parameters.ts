import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

export const overCeilingBlocks = defineParameter({
  key: 'cash.close-blocked-by-cash-left',
  type: 'BOOLEAN',
  initial: 'false',
  text: {
    vi: 'Không cho chốt ngày khi tiền mặt còn vượt hạn mức tồn quỹ',
    en: 'A day cannot be closed while cash above the ceiling has not gone to the bank',
  },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const cashParameters = [overCeilingBlocks] as const
