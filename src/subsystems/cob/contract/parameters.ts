import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** The most that one item may collect. */
export const mostPerItem = defineParameter({
  key: 'cob.most-per-item',
  type: 'MONEY',
  initial: '50000000.00',
  minimum: '1.00',
  text: { vi: 'Tiền COD tối đa của một bưu gửi (VNĐ)', en: 'Most COD money of one item (VND)' },
})

/** How many working days after the day of collection a postman has to hand the money in; 0: on that day. */
export const handInDays = defineParameter({
  key: 'cob.hand-in-days',
  type: 'INTEGER',
  initial: '1',
  minimum: '0',
  maximum: '30',
  text: { vi: 'Số ngày làm việc để bưu tá nộp tiền COD sau ngày thu', en: 'Working days after the day of collection to hand COD money in' },
})

/** The parameters that feeds and items read; the composition root brings them into the database. */
export const cobParameters = [mostPerItem, handInDays] as const
