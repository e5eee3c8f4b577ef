import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** The scheme's cap of one QR transfer: a fact that changes by decision of others, not with the code. */
export const instantTransferCap = defineParameter({
  key: 'payment.instant-transfer-cap',
  type: 'MONEY',
  initial: '500000000.00',
  minimum: '1.00',
  critical: true,
  text: { vi: 'Hạn mức một giao dịch chuyển tiền nhanh (VNĐ)', en: 'Limit per instant transfer (VND)' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const qrParameters = [instantTransferCap] as const
