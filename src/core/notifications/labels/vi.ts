import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  fields: {},
  enums: {},
  texts: {
    title: 'Thông báo',
    bell: 'Thông báo',
    bellUnread: 'Thông báo, {count} chưa đọc',
    all: 'Tất cả',
    unread: 'Chưa đọc',
    readAll: 'Đánh dấu đã đọc tất cả',
    none: 'Chưa có thông báo nào',
    noneUnread: 'Bạn đã đọc hết thông báo',
    more: 'Xem thêm',
    failed: 'Không tải được thông báo',
  },
} satisfies ModuleLabels
