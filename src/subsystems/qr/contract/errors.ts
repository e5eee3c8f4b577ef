import { defineErrors, error } from '#kernel/errors.ts'

export const qrErrors = defineErrors({
  overCap: error('PAY-004', 422, { vi: 'Số tiền vượt mức tối đa {cap} đồng một giao dịch', en: 'The amount exceeds the maximum of VND {cap} per transaction' }),
})
