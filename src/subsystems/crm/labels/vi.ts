import type { ModuleLabels } from '#kernel/screens.ts'

export const vi = {
  screens: { dashboard: 'Bảng điều hành', approvals: 'Yêu cầu chờ duyệt' },
  fields: {},
  enums: {},
  texts: {
    today: 'Hôm nay, {date}',
    updatedAt: 'Cập nhật lúc',
    count: 'Giao dịch hôm nay',
    value: 'Giá trị thành công',
    rate: 'Tỷ lệ thành công',
    rateOf: '{succeeded} trên {settled} giao dịch đã có kết quả',
    unknown: 'Chưa rõ kết quả',
    unknownSince: 'Lâu nhất từ {at}',
    unknownNone: 'Không có giao dịch nào',
    toDecide: 'Yêu cầu chờ tôi duyệt',
    toDecideNone: 'Không có yêu cầu nào',
    toDecideSum: 'Tổng {amount} đồng',
    total: 'Tổng {amount} đồng',
    byStatus: 'Theo trạng thái',
    byHour: 'Theo giờ',
    hourOf: '{hour} giờ: {count} giao dịch, {amount} đồng',
    statusOf: '{count} giao dịch, {amount} đồng',
    noData: 'Chưa có giao dịch nào hôm nay',
    openInbox: 'Mở hộp yêu cầu',
  },
} satisfies ModuleLabels
