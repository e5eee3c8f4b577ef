import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** Up to which hour of the day payments in apps of that day are cancelled; 24: until the day ends. */
export const sdkCancelUntilHour = defineParameter({
  key: 'payment.sdk-cancel-until-hour',
  type: 'INTEGER',
  initial: '24',
  minimum: '0',
  maximum: '24',
  text: { vi: 'Giờ cuối cùng trong ngày được huỷ giao dịch SDK', en: 'Hour of the day until which SDK payments can be cancelled' },
})

/** From which amount on a cancellation needs evidence. */
export const sdkCancelEvidenceFrom = defineParameter({
  key: 'payment.sdk-cancel-evidence-from',
  type: 'MONEY',
  initial: '50000000.00',
  minimum: '0.00',
  text: { vi: 'Huỷ giao dịch SDK từ số tiền này phải kèm chứng từ (VNĐ)', en: 'Amount from which cancelling an SDK payment needs evidence (VND)' },
})

/** From which amount on a payment is marked. */
export const riskAmountFrom = defineParameter({
  key: 'sdk.risk-amount-from',
  type: 'MONEY',
  initial: '20000000.00',
  minimum: '1.00',
  text: { vi: 'Giao dịch SDK từ số tiền này bị đánh dấu rủi ro (VNĐ)', en: 'Amount from which an SDK payment is marked as a risk (VND)' },
})

/** How many payments on one device within an hour are not marked yet. */
export const riskUsesAnHour = defineParameter({
  key: 'sdk.risk-uses-an-hour',
  type: 'INTEGER',
  initial: '5',
  minimum: '1',
  maximum: '1000',
  text: {
    vi: 'Số giao dịch SDK trên một thiết bị trong một giờ; vượt số này bị đánh dấu rủi ro',
    en: 'SDK payments on one device within an hour; more than these are marked as a risk',
  },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const sdkParameters = [sdkCancelUntilHour, sdkCancelEvidenceFrom, riskAmountFrom, riskUsesAnHour] as const
