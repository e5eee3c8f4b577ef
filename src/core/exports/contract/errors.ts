import { defineErrors, error } from '#kernel/errors.ts'

export const exportErrors = defineErrors({
  tooMany: error('EXP-002', 429, {
    vi: 'Bạn đang có {n} file lớn chờ xuất; hãy đợi hoặc huỷ bớt rồi thử lại',
    en: 'You have {n} large {n|export|exports} in progress; wait or cancel one, then try again',
  }),
  scopeChanged: error('EXP-003', 403, {
    vi: 'Phạm vi dữ liệu của bạn đã thay đổi; hãy xuất lại file',
    en: 'Your data scope has changed; please export again',
  }),
})
