import { defineErrors, error } from '#kernel/errors.ts'

export const cashErrors = defineErrors({
  holdingExists: error('CSH-001', 409, { vi: 'Mã quỹ {code} đã tồn tại', en: 'The holding code {code} already exists' }),
})
