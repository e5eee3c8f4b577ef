import { defineErrors } from '#kernel/errors.ts'

export const mailErrors = defineErrors({
  noText: {
    code: 'EML-001',
    status: 409,
    vi: 'Nội dung thư này không còn được lưu nên không gửi lại được',
    en: 'The text of this mail is no longer kept, so it cannot be sent again',
  },
})
