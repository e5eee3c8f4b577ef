import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** Up to which hour of the day payments by QR of that day are cancelled; 24: until the day ends. */
export const qrCancelUntilHour = defineParameter({
  key: 'payment.qr-cancel-until-hour',
  type: 'INTEGER',
  initial: '24',
  minimum: '0',
  maximum: '24',
  text: { vi: 'Giờ cuối cùng trong ngày được huỷ giao dịch QR', en: 'Hour of the day until which QR payments can be cancelled' },
})

/** From which amount on a cancellation needs evidence. */
export const qrCancelEvidenceFrom = defineParameter({
  key: 'payment.qr-cancel-evidence-from',
  type: 'MONEY',
  initial: '50000000.00',
  minimum: '0.00',
  text: { vi: 'Huỷ giao dịch QR từ số tiền này phải kèm chứng từ (VNĐ)', en: 'Amount from which cancelling a QR payment needs evidence (VND)' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const qrParameters = [qrCancelUntilHour, qrCancelEvidenceFrom] as const
