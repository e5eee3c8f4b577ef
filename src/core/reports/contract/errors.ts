import { defineErrors, error } from '#kernel/errors.ts'

export const reportErrors = defineErrors({
  unknownReport: error('REP-002', 422, { vi: 'Không có báo cáo này', en: 'This report does not exist' }),
  tooManySchedules: error('REP-003', 422, {
    vi: 'Mỗi người đặt tối đa {n} lịch gửi báo cáo; hãy xoá bớt trước khi thêm',
    en: 'Each person can have at most {n} {n|schedule|schedules}; delete one first',
  }),
  unknownRecipient: error('REP-004', 422, {
    vi: 'Có người nhận không còn hoạt động, chưa có email, hoặc không được xem báo cáo này với phạm vi dữ liệu của bạn',
    en: 'One of the recipients is not active, has no email address, or is not allowed to see this report with your data scope',
  }),
  unknownRun: error('REP-005', 404, {
    vi: 'Không có lần lập báo cáo này, hoặc phạm vi dữ liệu của bạn khác với lần đó',
    en: 'This run does not exist, or was taken with another data scope than yours',
  }),
})
