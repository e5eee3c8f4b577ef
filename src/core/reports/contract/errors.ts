import { defineErrors, error } from '#kernel/errors.ts'

export const reportErrors = defineErrors({
  unknownReport: error('REP-002', 422, { vi: 'Không có báo cáo này', en: 'There is no such report' }),
  tooManySchedules: error('REP-003', 422, {
    vi: 'Mỗi người đặt tối đa {n} lịch gửi báo cáo; hãy xoá bớt trước khi thêm',
    en: 'A person has at most {n} schedules; remove one first',
  }),
  unknownRecipient: error('REP-004', 422, {
    vi: 'Có người nhận không còn hoạt động, chưa có email, hoặc không được xem báo cáo này với phạm vi dữ liệu của bạn',
    en: 'One of the recipients is not active, has no e-mail address, or may not see this report with your data scope',
  }),
})
