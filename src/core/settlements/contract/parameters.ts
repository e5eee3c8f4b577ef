import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** A cycle of the same day ends at this hour. */
export const sameDayHour = defineParameter({
  key: 'settlements.same-day-hour',
  type: 'INTEGER',
  initial: '16',
  minimum: '1',
  maximum: '23',
  text: { vi: 'Giờ chốt quyết toán trong ngày (T+0) cho điểm bán', en: 'Hour at which same-day settlements (T+0) of merchants are closed' },
})

/** What comes to less is carried forward into the next settlement. */
export const minimumNet = defineParameter({
  key: 'settlements.minimum',
  type: 'MONEY',
  initial: '10000.00',
  minimum: '0.00',
  text: {
    vi: 'Số tiền quyết toán tối thiểu cho điểm bán; ít hơn thì chuyển sang kỳ sau (VNĐ)',
    en: 'Least amount that is settled to a merchant; less is carried forward (VND)',
  },
})

export const settlementParameters = [sameDayHour, minimumNet] as const
