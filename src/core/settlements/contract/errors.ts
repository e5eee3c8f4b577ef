import { defineErrors, error } from '#kernel/errors.ts'

export const settlementErrors = defineErrors({
  nothingOwed: error('STL-001', 409, {
    vi: 'Điểm bán {merchant} không có khoản nào để quyết toán ngay',
    en: 'Nothing of merchant {merchant} can be settled now',
  }),
  notPositive: error('STL-002', 409, {
    vi: 'Không quyết toán được: các khoản của điểm bán {merchant} cộng lại là {amount} đồng',
    en: 'It cannot be settled: what merchant {merchant} has comes to {amount} VND',
  }),
  locked: error('STL-003', 409, {
    vi: 'Điểm bán {merchant} đang tạm khoá, tiền quyết toán được giữ lại',
    en: 'Merchant {merchant} is locked, so its settlements are held back',
  }),
  beingPaid: error('STL-004', 409, {
    vi: 'Kỳ quyết toán {settlement} đang được chuyển bằng lệnh khác. Vui lòng chờ kết quả của lệnh đó',
    en: 'Settlement {settlement} is being paid by another transfer. Wait for the outcome of that one',
  }),
  notEnded: error('STL-005', 409, {
    vi: 'Không thể đóng: kỳ quyết toán {settlement} của điểm bán {merchant} chưa kết thúc',
    en: 'It cannot be closed: settlement {settlement} of merchant {merchant} has not come to its end',
  }),
  inDispute: error('STL-006', 409, {
    vi: 'Không thể đóng: giao dịch {reference} của điểm bán {merchant} có báo cáo mâu thuẫn chưa xử lý xong',
    en: 'It cannot be closed: reports about transaction {reference} of merchant {merchant} contradict each other',
  }),
  noClaim: error('STL-008', 409, {
    vi: 'Kỳ quyết toán {settlement} không bị giữ vì khoản đã chi trùng',
    en: 'Settlement {settlement} is not held for money that was paid twice',
  }),
  movementsOpen: error('STL-007', 409, {
    vi: 'Không thể đóng: điểm bán {merchant} còn {count} phát sinh chưa quyết toán',
    en: 'It cannot be closed: {count} {count|movement|movements} of merchant {merchant} {count|is|are} in no settlement yet',
  }),
})
