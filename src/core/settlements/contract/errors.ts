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
})
