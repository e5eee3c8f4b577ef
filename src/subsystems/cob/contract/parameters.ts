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

/** From which hour of the due day on what a postman still holds is late on the board; 24: not before the day is over. */
export const handInHour = defineParameter({
  key: 'cob.hand-in-hour',
  type: 'INTEGER',
  initial: '18',
  minimum: '0',
  maximum: '24',
  text: {
    vi: 'Giờ bưu tá phải nộp xong tiền COD trong ngày đến hạn (bảng tiền COD)',
    en: 'Hour of the due day by which COD money is to be handed in (money board)',
  },
})

/** The parameters that feeds, items and the board read; the composition root brings them into the database. */
export const cobParameters = [mostPerItem, handInDays, handInHour] as const
