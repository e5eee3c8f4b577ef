import { defineErrors, error } from '#kernel/errors.ts'

/** What a counter is told that wants to pay a money order, or to give it back. */
export const cfmErrors = defineErrors({
  orderUnknown: error('CFM-001', 422, { vi: 'Không có phiếu chuyển tiền {order}', en: 'There is no money order {order}' }),
  otherAmount: error('CFM-002', 422, { vi: 'Số tiền phải trả của phiếu {order} là {amount} đồng', en: 'Money order {order} pays VND {amount}' }),
  secretNeeded: error('CFM-003', 422, {
    vi: 'Cần mã bí mật của người gửi để trả tiền cho người nhận',
    en: 'The receiver is paid against the secret code only',
  }),
  secretWrong: error('CFM-004', 409, {
    vi: 'Mã bí mật không đúng; còn {left} lần thử',
    en: 'The secret code is wrong; {left} {left|try|tries} left',
  }),
  locked: error('CFM-005', 409, {
    vi: 'Phiếu {order} đã bị khoá vì nhập sai mã bí mật 5 lần; người gửi cần đến bưu cục gửi để mở khoá',
    en: 'Money order {order} is locked after 5 wrong secret codes; the sender must have it unlocked at the sending office',
  }),
  notPayable: error('CFM-006', 409, {
    vi: 'Phiếu {order} ở trạng thái không trả tiền cho người nhận được',
    en: 'Money order {order} cannot be paid to the receiver in its current state',
  }),
  notReturnable: error('CFM-007', 409, {
    vi: 'Phiếu {order} ở trạng thái không trả lại người gửi được',
    en: 'Money order {order} cannot be given back to the sender in its current state',
  }),
  claimed: error('CFM-008', 409, {
    vi: 'Phiếu {order} {state} tại {office} lúc {at}',
    en: 'Money order {order} {state} at {office}, {at}',
  }),
  otherPerson: error('CFM-009', 409, { vi: 'Giấy tờ không phải của người được trả tiền', en: 'The paper shown is not that of the person to be paid' }),
  toldWhen: error('CFM-011', 422, {
    vi: 'Ngày báo tin phải từ ngày gửi ({sent}) đến hôm nay',
    en: 'The receiver was told between the day of sending ({sent}) and today',
  }),
  notLocked: error('CFM-012', 409, { vi: 'Phiếu {order} không bị khoá', en: 'Money order {order} is not locked' }),
  unlockElsewhere: error('CFM-013', 409, {
    vi: 'Phiếu {order} chỉ mở khoá được tại bưu cục gửi: {office}',
    en: 'Money order {order} is unlocked at the office that sent it only: {office}',
  }),
  paperNeeded: error('CFM-014', 422, {
    vi: 'Người nhận thay phải xuất trình giấy uỷ quyền',
    en: 'The authorised receiver must show the authorisation',
  }),
  doubted: error('CFM-015', 409, {
    vi: 'Phiếu {order} tạm giữ: {office} báo đã chi không khớp phiếu (giao dịch {transaction}), hai người phải xem xét rồi mới chi tiếp',
    en: 'Money order {order} is held: {office} reports a payment that does not fit it (transaction {transaction}); two people look at that before it is paid',
  }),
  sendingDisputed: error('CFM-025', 409, {
    vi: 'Phiếu {order} tạm giữ: kết quả gửi tiền của phiếu bị báo mâu thuẫn, chưa trả cho ai trước khi hai người xử lý xong',
    en: 'Money order {order} is held: reports about its sending contradict each other, so it is paid to nobody before two people have settled that',
  }),
  paymentDisputed: error('CFM-026', 409, {
    vi: 'Phiếu {order} tạm giữ: giao dịch {transaction} trả phiếu này bị báo kết quả mâu thuẫn, chưa trả cho ai trước khi hai người xử lý xong',
    en: 'Money order {order} is held: reports about its payment {transaction} contradict each other, so it is paid to nobody before two people have settled that',
  }),
  paidAfterAll: error('CFM-027', 409, {
    vi: 'Hai người đã xác định giao dịch {transaction} đã trả phiếu {order}; không trả lần nữa',
    en: 'Two people have found that payment {transaction} of money order {order} was made; it is not paid again',
  }),
  notDoubted: error('CFM-016', 409, { vi: 'Phiếu {order} không bị tạm giữ', en: 'Money order {order} is not held' }),
  doubtUnknown: error('CFM-017', 409, {
    vi: 'Giao dịch {transaction} của phiếu {order} chưa rõ kết quả; chờ kết quả rồi mới cho chi tiếp',
    en: 'The result of transaction {transaction} of money order {order} is not known; wait for it before the order is released',
  }),
  notSendingOffice: error('CFM-010', 409, { vi: 'Tiền chỉ trả lại tại bưu cục gửi', en: 'An order is given back at the office that sent it' }),
})
