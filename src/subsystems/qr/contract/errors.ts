import { defineErrors } from '#kernel/errors.ts'

export const qrErrors = defineErrors({
  overCap: { code: 'PAY-004', status: 422, vi: 'Số tiền vượt hạn mức {cap} đồng một giao dịch', en: 'The amount is over the limit of VND {cap} a transaction' },
})
