import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

export const transitHours = defineParameter({
  key: 'cash.transit-overdue-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '720',
  text: { vi: 'Số giờ tiền đang chuyển được coi là quá hạn', en: 'Hours after which cash in transit is overdue' },
})

export const treasuryParameters = [transitHours] as const
