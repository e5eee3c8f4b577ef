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

/** What a teller pays out by themselves; above it a claim waits for its cash order. */
export const payoutLimit = defineParameter({
  key: 'cash.payout-limit',
  type: 'MONEY',
  initial: '50000000.00',
  minimum: '1.00',
  critical: true,
  text: { vi: 'Mức chi một lần giao dịch viên tự quyết (VNĐ); vượt mức phải có lệnh chi', en: 'What a teller pays out at once without a cash order (VND)' },
})

/** From which amount a cash order is decided by the next tier. */
export const payoutLarge = defineParameter({
  key: 'cash.payout-large',
  type: 'MONEY',
  initial: '400000000.00',
  minimum: '1.00',
  critical: true,
  text: { vi: 'Lệnh chi từ mức này do cấp duyệt cao hơn quyết định (VNĐ)', en: 'Cash orders from this amount are decided by the next tier (VND)' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const cashParameters = [overCeilingBlocks, overCeilingDays, unclosedDays, transitHours, payoutLimit, payoutLarge] as const
