import { defineErrors, error } from '#kernel/errors.ts'

export const controlErrors = defineErrors({
  ruleUnknown: error('CTL-001', 404, { vi: 'Không có quy tắc kiểm soát {code}', en: 'There is no control rule {code}' }),
})
