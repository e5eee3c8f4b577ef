import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** After how many days a request that nobody has decided is an alert. */
export const staleRequestDays = defineParameter({
  key: 'controls.stale-request-days',
  type: 'INTEGER',
  initial: '3',
  minimum: '1',
  maximum: '60',
  text: { vi: 'Cảnh báo yêu cầu phê duyệt chờ quá số ngày', en: 'Days after which an undecided request raises an alert' },
})
