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
  nouns: { mail: 'email' },
  actions: { read: 'Xem', retry: 'Gửi lại' },
  texts: {
    mailRetryTitle: 'Gửi lại email “{name}”',
    mailRetryText: 'Gửi lại email “{subject}” cho {recipient}?',
    mailRetryDone: 'Email sẽ được gửi lại trong giây lát',
    demoTitle: 'Hộp thư của bản trình diễn',
    demoLead: 'Bản trình diễn không có máy chủ email: mọi email của hệ thống được giữ tại đây.',
    demoEmpty: 'Chưa có email nào',
    demoTo: 'Gửi tới {recipient}',
    demoReload: 'Tải lại',
  },
} satisfies ModuleLabels
