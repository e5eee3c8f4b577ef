import { defineErrors, error } from '#kernel/errors.ts'

export const merchantErrors = defineErrors({
  unknown: error('PAY-002', 422, { vi: 'Không có điểm bán {merchantCode}', en: 'Merchant {merchantCode} does not exist' }),
  inactive: error('PAY-003', 422, { vi: 'Điểm bán {merchantCode} đang tạm khoá hoặc đã đóng', en: 'The merchant {merchantCode} is locked or closed' }),
})
