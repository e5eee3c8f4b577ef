import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { transitHours } from './treasury/parameters.ts'

export const overCeilingBlocks = defineParameter({
  key: 'cash.close-blocked-by-cash-left',
  type: 'BOOLEAN',
  initial: 'false',
  text: {
    vi: 'Không cho chốt ngày khi tiền mặt còn vượt hạn mức tồn quỹ',
    en: 'A day cannot be closed while cash above the ceiling has not gone to the bank',
  },
})

/** For how many days a holding may be above its ceiling before it is an alert. */
export const overCeilingDays = defineParameter({
  key: 'controls.over-ceiling-days',
  type: 'INTEGER',
  initial: '2',
  minimum: '1',
  maximum: '60',
  text: { vi: 'Cảnh báo quỹ vượt hạn mức tồn quỹ liên tục từ số ngày', en: 'Days above the ceiling after which a holding raises an alert' },
})

/** After how many days a business date that is not closed is an alert. */
export const unclosedDays = defineParameter({
  key: 'controls.unclosed-days',
  type: 'INTEGER',
  initial: '1',
  minimum: '1',
  maximum: '60',
  text: { vi: 'Cảnh báo ngày làm việc chưa chốt sau số ngày', en: 'Days after which a business date that is not closed raises an alert' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const cashParameters = [overCeilingBlocks, overCeilingDays, unclosedDays, transitHours] as const
