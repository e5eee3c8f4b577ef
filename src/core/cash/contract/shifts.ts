import { defineErrors, error } from '#kernel/errors.ts'

export const openShiftErrors = defineErrors({
  noShift: error('CSH-120', 409, { vi: 'Giao dịch viên chưa mở ca', en: 'The teller has no open shift' }),
  otherTill: error('CSH-121', 409, { vi: 'Ca của giao dịch viên đang mở ở quầy {till}', en: 'The teller’s shift is open at till {till}' }),
  tillLocked: error('CSH-122', 409, { vi: 'Quầy {till} đang bị khoá hoặc đã đóng', en: 'The till {till} is locked or closed' }),
})
