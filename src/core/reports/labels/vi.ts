import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  fields: {
    schedule: {
      frequency: 'Tần suất',
      period: 'Kỳ báo cáo',
      hour: 'Giờ gửi',
      format: 'Định dạng',
      recipients: 'Người nhận',
    },
  },
  enums: {
    scheduleStatus: { ACTIVE: 'Đang gửi', PAUSED: 'Tạm dừng' },
    frequency: { DAILY: 'Hằng ngày', WEEKLY: 'Thứ Hai hằng tuần', MONTHLY: 'Ngày 1 hằng tháng' },
    period: { YESTERDAY: 'Hôm trước', LAST_WEEK: 'Tuần trước', LAST_MONTH: 'Tháng trước' },
    format: { xlsx: 'Excel (.xlsx)', pdf: 'PDF' },
    result: { SENT: 'Đã gửi', SKIPPED: 'Bỏ qua', FAILED: 'Không gửi được' },
    reason: {
      OWNER_LOCKED: 'tài khoản của người đặt lịch đã khoá',
      NO_RIGHT: 'người đặt lịch không còn quyền xuất báo cáo',
      NO_RECIPIENT: 'không còn người nhận nào được xem báo cáo này',
      TOO_LONG: 'quá nhiều dòng cho PDF',
      TOO_LARGE: 'file quá lớn để gửi email',
      NO_REPORT: 'báo cáo không còn hoặc điều kiện không còn hợp lệ',
      ERROR: 'lỗi hệ thống, đã thử lại nhiều lần',
      CANCELLED: 'quản trị viên đã dừng',
    },
  },
  actions: { create: 'Thêm lịch gửi' },
  texts: {
    schedule: 'Gửi định kỳ',
    mine: 'Lịch gửi báo cáo của tôi',
    hint: 'Báo cáo được lập với điều kiện lọc đang chọn (trừ khoảng ngày), theo quyền và phạm vi dữ liệu của bạn tại thời điểm gửi.',
    none: 'Chưa có lịch gửi nào cho báo cáo này.',
    scheduleCreateDone: 'Đã đặt lịch gửi báo cáo',
    searchPeople: 'Nhập tên hoặc tài khoản',
    summary: '{frequency} lúc {hour} giờ, {period}, {format}',
    next: 'Lần tới: {at}',
    last: 'Lần gần nhất: {at}',
    paused: 'Đang tạm dừng',
    notYet: 'Chưa gửi lần nào',
    pause: 'Tạm dừng',
    resume: 'Tiếp tục',
    scheduleRemoveTitle: 'Xoá lịch gửi: {name}',
    scheduleRemoveText: 'Báo cáo sẽ không được gửi theo lịch này nữa.',
    scheduleRemoveDone: 'Đã xoá lịch gửi',
    mailSubject: '{title}: {period}',
    mailText:
      'Kính gửi Anh/Chị,\n\nHệ thống gửi kèm {title}, kỳ {period}.\nLịch gửi do {owner} đặt; số liệu theo phạm vi dữ liệu của người đặt lịch.\n\nEmail này được gửi tự động, vui lòng không trả lời.',
  },
} satisfies ModuleLabels
