import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** Value-added tax on the fees of services. */
export const vatRate = defineParameter({
  key: 'payment.vat-bps',
  type: 'INTEGER',
  initial: '1000',
  minimum: '0',
  maximum: '10000',
  critical: true,
  text: { vi: 'Thuế suất GTGT trên phí dịch vụ (phần vạn)', en: 'Value-added tax on fees (hundredths of a percent)' },
})

/** How many days back a channel may report. The months of the tables reach a little further. */
export const backdateDays = defineParameter({
  key: 'payment.gateway-backdate-days',
  type: 'INTEGER',
  initial: '100',
  minimum: '0',
  maximum: '120',
  text: { vi: 'Số ngày tối đa đối tác được báo giao dịch lùi', en: 'How many days back a channel may report a transaction' },
})

/** After how many hours a transaction whose outcome nobody knows is an alert. */
export const unknownOutcomeHours = defineParameter({
  key: 'controls.unknown-outcome-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '720',
  text: { vi: 'Cảnh báo giao dịch chưa rõ kết quả sau số giờ', en: 'Hours after which an unknown outcome raises an alert' },
})

/** After how many hours a refund of which nothing could be sent to the partner is given up. */
export const unsentRefundHours = defineParameter({
  key: 'payment.unsent-refund-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '720',
  text: {
    vi: 'Số giờ không gửi được sang đối tác thì lệnh hoàn tiền được coi là thất bại',
    en: 'Hours after which a refund that could not be sent to the partner has failed',
  },
})

/** After how many minutes an approved refund or transfer that has not left is an alert. */
export const unsentMinutes = defineParameter({
  key: 'controls.unsent-minutes',
  type: 'INTEGER',
  initial: '60',
  minimum: '1',
  maximum: '10080',
  text: {
    vi: 'Cảnh báo lệnh hoàn tiền, chuyển khoản chờ gửi sau số phút',
    en: 'Minutes after which an unsent refund or transfer raises an alert',
  },
})

/** For how many hours a transaction that came late is among the alerts. */
export const lateFactHours = defineParameter({
  key: 'controls.late-fact-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '720',
  text: { vi: 'Số giờ cảnh báo về giao dịch đến muộn', en: 'Hours for which a late transaction stays among the alerts' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const paymentParameters = [vatRate, backdateDays, unsentRefundHours, unknownOutcomeHours, unsentMinutes, lateFactHours] as const
