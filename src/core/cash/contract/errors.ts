import { defineErrors, error } from '#kernel/errors.ts'

export const cashErrors = defineErrors({
  holdingExists: error('CSH-001', 409, { vi: 'Mã quỹ {code} đã tồn tại', en: 'The holding code {code} already exists' }),
  noStaff: error('CSH-002', 403, {
    vi: 'Tài khoản của bạn chưa gắn với nhân viên của đơn vị nào, nên không làm việc với tiền mặt được',
    en: 'Your account has no staff record at a unit, so you cannot work with cash',
  }),
})
