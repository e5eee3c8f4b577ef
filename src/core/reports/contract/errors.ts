import { defineErrors } from '#kernel/errors.ts'

export const reportErrors = defineErrors({
  unknownReport: { code: 'REP-002', status: 422, vi: 'Không có báo cáo này', en: 'There is no such report' },
  tooManySchedules: {
    code: 'REP-003',
    status: 422,
    vi: 'Mỗi người đặt tối đa {n} lịch gửi báo cáo; hãy xoá bớt trước khi thêm',
    en: 'A person has at most {n} schedules; remove one first',
  },
  unknownRecipient: {
    code: 'REP-004',
    status: 422,
    vi: 'Có người nhận không còn hoạt động hoặc chưa có email',
    en: 'One of the recipients is not active any more, or has no e-mail address',
  },
})
