import { defineErrors, error } from '#kernel/errors.ts'

export const mailErrors = defineErrors({
  noText: error('EML-001', 409, {
    vi: 'Nội dung email này không còn được lưu nên không gửi lại được',
    en: 'The content of this email is no longer stored, so it cannot be resent',
  }),
})
