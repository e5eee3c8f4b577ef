import type { ModuleLabels } from '#kernel/labels.ts'
import type { NotificationKind } from '../contract/notifications.ts'

/** One sentence a kind; {places} are its params. */
const sentences: Record<NotificationKind, string> = {
  APPROVAL_WAITING: '{maker} chờ bạn duyệt: {kind} {code}',
  APPROVAL_APPROVED: '{checker} đã duyệt {kind} {code} của bạn',
  APPROVAL_REJECTED: '{checker} đã từ chối {kind} {code} của bạn: {reason}',
  APPROVAL_EXPIRED: 'Yêu cầu {kind} {code} của bạn đã hết hạn mà chưa ai duyệt',
  DELEGATION_GIVEN: '{principal} uỷ quyền cho bạn duyệt thay từ {from} đến hết {to}',
  DELEGATION_REVOKED: '{principal} đã thu hồi uỷ quyền duyệt thay',
  EXPORT_READY: 'Tệp {name} đã sẵn sàng để tải về',
  EXPORT_FAILED: 'Không kết xuất được tệp {name}',
}

export const vi = {
  screens: {},
  fields: {},
  enums: {},
  texts: {
    ...sentences,
    title: 'Thông báo',
    bell: 'Thông báo',
    bellUnread: 'Thông báo, {count} chưa đọc',
    all: 'Tất cả',
    unread: 'Chưa đọc',
    readAll: 'Đánh dấu đã đọc tất cả',
    markRead: 'Đánh dấu đã đọc',
    none: 'Chưa có thông báo nào',
    noneUnread: 'Bạn đã đọc hết thông báo',
    more: 'Xem thêm',
    failed: 'Không tải được thông báo',
  },
} satisfies ModuleLabels
