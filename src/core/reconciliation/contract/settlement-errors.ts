import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of settlements. */
export const settlementErrors = defineErrors({
  doesNotAddUp: error('RCS-001', 409, {
    vi: 'Phiên {code} không cân: tiền hai bên lệch {found} đồng, các chênh lệch đã nêu giải thích {explained} đồng. Hãy khớp lại',
    en: 'Session {code} does not add up: both sides differ by VND {found}, its differences explain VND {explained}. Match it again',
  }),
  bankUnknown: error('RCS-002', 409, {
    vi: 'Không có tài khoản {account} để hạch toán tiền của đối tác; hãy sửa cấu hình',
    en: 'There is no account {account} for the money of the partner; change the configuration',
  }),
  accountLocked: error('RCS-003', 409, {
    vi: 'Tài khoản {account} đang bị khoá hoặc đã đóng, không tất toán được',
    en: 'Account {account} is locked or closed, so the session cannot be settled',
  }),
  notConfirmed: error('RCS-004', 409, {
    vi: 'Phiên {code} chưa được xác nhận, chưa tất toán được',
    en: 'Session {code} is not confirmed, so it cannot be settled',
  }),
  notSettled: error('RCS-005', 409, { vi: 'Phiên {code} chưa tất toán', en: 'Session {code} is not settled' }),
  overCharged: error('RCS-006', 409, {
    vi: 'Phiên {code}: đối tác giữ {kept} đồng phí, theo hợp đồng chỉ {due} đồng. Hãy huỷ khớp dòng thu thừa để xử lý thành chênh lệch, hoặc sửa phí trong cấu hình',
    en: 'Session {code}: the partner has kept fees of VND {kept}, by contract it may keep VND {due}. Take the match with too high a fee apart and resolve it as a break, or change the fee of the configuration',
  }),
  notReported: error('RCS-010', 409, {
    vi: 'Giao dịch thiếu chưa tạo được: sao kê không có đủ thông tin mà nghiệp vụ cần. Đề nghị đối tác gửi lại giao dịch qua cổng kết nối',
    en: 'The missing transaction cannot be created: the statement does not hold what this business needs. Ask the partner to report it through the gateway',
  }),
  notUnknown: error('RCS-011', 409, {
    vi: 'Giao dịch {code} không ở trạng thái chưa rõ kết quả',
    en: 'The outcome of transaction {code} is not unknown',
  }),
  noVerdict: error('RCS-012', 422, { vi: 'Vui lòng chọn kết quả của giao dịch', en: 'Please choose the outcome of the transaction' }),
  otherVerdict: error('RCS-013', 422, {
    vi: 'Sao kê không chứng minh kết quả này: giao dịch thành công cần một dòng tiền cùng số tiền, giao dịch thất bại cần sao kê không có dòng nào của nó',
    en: 'The statement does not prove this outcome: success takes a line of the same amount, failure a statement without a line of it',
  }),
  notOne: error('RCS-014', 422, {
    vi: 'Cách xử lý này chỉ dùng cho chênh lệch có đúng một giao dịch của ta',
    en: 'This is done only with breaks of exactly one transaction of ours',
  }),
  overSurplus: error('RCS-015', 422, {
    vi: 'Chỉ hoàn được phần của ta nhiều hơn sao kê: {surplus} đồng',
    en: 'Only what our side has more than the statement is refunded: VND {surplus}',
  }),
})
