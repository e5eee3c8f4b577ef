import { defineErrors, error } from '#kernel/errors.ts'

export const mailErrors = defineErrors({
  noText: error('EML-001', 409, {
    vi: 'Nội dung thư này không còn được lưu nên không gửi lại được',
    en: 'The text of this mail is no longer kept, so it cannot be sent again',
  }),
})
