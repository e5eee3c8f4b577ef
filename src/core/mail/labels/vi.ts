import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  fields: {
    mail: {
      text: 'Người nhận, tiêu đề',
      createdAt: 'Thời điểm tạo',
      recipient: 'Người nhận',
      subject: 'Tiêu đề',
      attempts: 'Số lần gửi',
      nextAttemptAt: 'Lần gửi kế tiếp',
      endedAt: 'Kết thúc lúc',
      error: 'Lỗi',
    },
  },
  enums: { status: { QUEUED: 'Chờ gửi', SENT: 'Đã gửi', KEPT: 'Lưu để xem', FAILED: 'Không gửi được' } },
  nouns: { mail: 'thư' },
  actions: { read: 'Xem', retry: 'Gửi lại' },
  texts: {
    mailRetryTitle: 'Gửi lại thư “{name}”',
    mailRetryText: 'Gửi lại thư “{subject}” cho {recipient}?',
    mailRetryDone: 'Thư được gửi lại trong giây lát',
    demoTitle: 'Hộp thư của bản trình diễn',
    demoLead: 'Bản trình diễn không có máy chủ thư: mọi thư của hệ thống được giữ tại đây.',
    demoEmpty: 'Chưa có thư nào',
    demoTo: 'Gửi {recipient}',
    demoReload: 'Tải lại',
  },
} satisfies ModuleLabels
