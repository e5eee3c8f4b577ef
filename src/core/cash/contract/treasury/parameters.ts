import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** After how many hours cash that has been dispatched and not received is overdue, in lists and as an alert. */
export const transitHours = defineParameter({
  key: 'cash.transit-overdue-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '720',
  text: { vi: 'Số giờ tiền đang chuyển được coi là quá hạn', en: 'Hours after which cash in transit is overdue' },
})
