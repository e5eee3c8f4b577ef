import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  nouns: { card: 'bưu tá' },
  fields: { board: { unitId: 'Đơn vị', by: 'Xem theo', courierIds: 'Bưu tá' } },
  actions: { remind: 'Nhắc nộp', remindAll: 'Nhắc bưu tá quá hạn' },
  enums: {
    leg: { COURIERS: 'Bưu tá đang giữ', OFFICES: 'Bưu cục thu hôm nay', TRANSIT: 'Chờ ngân hàng, ví xác nhận', SENDERS: 'Chờ trả người gửi' },
    by: { UNIT: 'Bưu cục', COURIER: 'Bưu tá' },
  },
  texts: {
    asOf: 'Số liệu lúc {at}',
    by: 'Xem theo',
    overdue: 'Quá hạn {amount}',
    waiting: 'Đã nộp, chưa đủ điều kiện trả: {amount}',
    items: '{n} bưu gửi',
    deposits: '{n} lần nộp',
    since: 'Cũ nhất {day}',
    late: 'Quá hạn {days} ngày',
    none: 'Không có tiền ở chặng này.',
    more: 'Đang hiện {n} trong {all} thẻ, số tiền lớn và quá hạn trước',
    retail: 'Người gửi lẻ',
    remindedAt: 'Đã nhắc lúc {at}',
    remindedBefore: 'Không gửi nhắc nộp tiền: đã nhắc trong một giờ qua',
    cardRemindText: 'Bưu tá được nhắc nộp tiền; bưu tá chưa có tài khoản thì bưu cục được nhắc. Mỗi giờ một lần.',
    cardRemindDone: 'Đã gửi nhắc nộp tiền',
    cardRemindAllText: 'Nhắc mọi bưu tá quá hạn đang hiện ở đây. Ai đã được nhắc trong một giờ qua thì không nhắc lại.',
    cardRemindAllDone: 'Đã gửi nhắc nộp tiền',
  },
} satisfies ModuleLabels
