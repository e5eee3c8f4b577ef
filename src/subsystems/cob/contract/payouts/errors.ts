import { defineErrors, error } from '#kernel/errors.ts'

/** Why a counter does not pay an item to its sender. */
export const senderPayoutErrors = defineErrors({
  ofKeyAccount: error('COB-601', 409, {
    vi: 'Bưu gửi {item} thuộc khách hàng lớn {keyAccount}: tiền COD được trả theo bảng kê quyết toán, không chi tại quầy',
    en: 'Item {item} belongs to key account {keyAccount}: its money is settled by statement, not paid at counters',
  }),
  notCollected: error('COB-602', 409, { vi: 'Bưu gửi {item} chưa thu tiền COD', en: 'The money of item {item} has not been collected yet' }),
  notHandedIn: error('COB-603', 409, {
    vi: 'Tiền COD của bưu gửi {item} chưa được bưu tá nộp đủ, nên chưa chi được',
    en: 'The money of item {item} has not been handed in whole yet, so it cannot be paid',
  }),
  onHold: error('COB-604', 409, { vi: 'Tiền COD của bưu gửi {item} đang tạm giữ: {reason}', en: 'The money of item {item} is on hold: {reason}' }),
  notDelivered: error('COB-605', 409, {
    vi: 'Bưu gửi {item} chưa phát thành công hoặc đang chuyển hoàn, nên chưa chi được',
    en: 'Item {item} is not delivered, or on its way back, so it cannot be paid',
  }),
  paid: error('COB-606', 409, {
    vi: 'Tiền COD của bưu gửi {item} đã chi cho người gửi tại {office} lúc {at}',
    en: 'The money of item {item} was paid to its sender at {office}, {at}',
  }),
  claimed: error('COB-607', 409, {
    vi: 'Tiền COD của bưu gửi {item} đang được chi tại {office} từ {at}',
    en: 'The money of item {item} is being paid at {office} since {at}',
  }),
  unknown: error('COB-608', 409, {
    vi: 'Lượt chi tiền COD của bưu gửi {item} tại {office} lúc {at} chưa rõ kết quả: hai người phải quyết định trước',
    en: 'The payout of item {item} at {office}, {at}, has no known result: two people decide it first',
  }),
  notOwed: error('COB-609', 409, { vi: 'Bưu gửi {item} không có tiền COD phải trả người gửi', en: 'Nothing of item {item} is owed to its sender' }),
  otherAmount: error('COB-610', 422, { vi: 'Số tiền phải trả của bưu gửi {item} là {amount} đồng', en: 'What is owed for item {item} is VND {amount}' }),
  otherPerson: error('COB-611', 422, {
    vi: 'Tên trên giấy tờ khác tên người gửi; nếu là người nhận thay thì phải có giấy uỷ quyền',
    en: 'The name on the paper is not the sender’s; someone else who fetches it needs an authorisation',
  }),
  payingNow: error('COB-612', 409, {
    vi: 'Tiền COD của bưu gửi {item} đang được chi tại {office}; hãy chờ lượt chi kết thúc',
    en: 'The money of item {item} is being paid at {office}: wait until that payout has ended',
  }),
  depositCancelled: error('COB-613', 409, {
    vi: 'Giao dịch nộp tiền của bưu gửi {item} đang được đề nghị huỷ; hãy chờ kết quả',
    en: 'The deposit that brought the money of item {item} is being cancelled: wait for the outcome',
  }),
  disputed: error('COB-614', 409, {
    vi: 'Lượt chi {payout} của bưu gửi {item} bị báo kết quả mâu thuẫn: người gửi có thể đã nhận tiền; hãy xử lý xong mâu thuẫn trước',
    en: 'Reports about payout {payout} of item {item} contradict each other, so its sender may have the money: settle that first',
  }),
})
