import { defineErrors } from '#kernel/errors.ts'

export const merchantErrors = defineErrors({
  unknown: { code: 'PAY-002', status: 422, vi: 'Không có điểm bán {merchantCode}', en: 'There is no merchant {merchantCode}' },
  inactive: {
    code: 'PAY-003',
    status: 422,
    vi: 'Điểm bán {merchantCode} đang tạm khoá hoặc đã đóng',
    en: 'The merchant {merchantCode} is locked or closed',
  },
})
