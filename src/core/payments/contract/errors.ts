import { defineErrors, error } from '#kernel/errors.ts'

/** What the gateway answers a channel whose call it does not accept. */
export const gatewayErrors = defineErrors({
  headerMissing: error('GTW-001', 401, { vi: 'Thiếu hoặc sai tiêu đề {header}', en: 'The header {header} is missing or malformed' }),
  /** Of an unknown client too: nobody learns from a refusal which clients there are. */
  signatureWrong: error('GTW-002', 401, { vi: 'Chữ ký không đúng', en: 'The signature is wrong' }),
  timestampStale: error('GTW-003', 401, {
    vi: 'X-Timestamp lệch quá 300 giây so với giờ hệ thống',
    en: 'X-Timestamp is more than 300 seconds off the system time',
  }),
  nonceUsed: error('GTW-004', 401, { vi: 'X-Nonce đã được sử dụng', en: 'This X-Nonce has already been used' }),
  clientRevoked: error('GTW-006', 403, { vi: 'Khoá kết nối của đối tác đã bị thu hồi', en: 'The partner’s key has been revoked' }),
  partnerNotEnabled: error('GTW-007', 403, { vi: 'Đối tác chưa được mở dịch vụ thanh toán', en: 'This partner is not enabled for payments' }),
  partnerSuspended: error('GTW-009', 403, {
    vi: 'Đối tác đang tạm dừng: chỉ nhận báo cáo giao dịch đã phát sinh, không nhận yêu cầu mới',
    en: 'The partner is suspended: only transactions that have happened are taken in, no new requests',
  }),
  lineUnreadable: error('GTW-008', 422, { vi: 'Dòng không phải là JSON hợp lệ', en: 'The line is not valid JSON' }),
})

export const paymentErrors = defineErrors({
  serviceNotAccepted: error('PAY-001', 422, {
    vi: 'Cổng kết nối chưa nhận giao dịch của dịch vụ này',
    en: 'The gateway does not accept transactions for this service yet',
  }),
  tooOld: error('PAY-005', 422, { vi: 'Thời điểm giao dịch quá {days} ngày trước', en: 'The transaction is more than {days} {days|day|days} old' }),
  inFuture: error('PAY-006', 422, { vi: 'Thời điểm ở tương lai', en: 'The time is in the future' }),
  otherFacts: error('PAY-007', 422, {
    vi: 'Mã tham chiếu {externalRef} đã được báo với nội dung khác',
    en: 'The reference {externalRef} was already reported with different content',
  }),
  transactionUnknown: error('PAY-008', 404, {
    vi: 'Không có giao dịch với mã tham chiếu {externalRef}',
    en: 'No transaction with reference {externalRef}',
  }),
  outcomeRefused: error('PAY-009', 409, {
    vi: 'Giao dịch đang ở trạng thái {status}, không nhận kết quả {outcome}',
    en: 'The transaction is {status} and does not accept the result {outcome}',
  }),
  refundTooMuch: error('PAY-011', 422, { vi: 'Chỉ còn được hoàn tối đa {refundable} đồng', en: 'At most VND {refundable} can be refunded' }),
  nowhereBack: error('PAY-013', 409, {
    vi: 'Bút toán gốc không có tài khoản nào khác để trả tiền về; chỉ chuyển được vào tài khoản nhận',
    en: 'The original journal has no other account to give the money back to; it can only go to the account that it was meant for',
  }),
  refundNotPossible: error('PAY-012', 409, {
    vi: 'Chỉ hoàn tiền được cho giao dịch thanh toán đã thành công',
    en: 'Only a successful payment can be refunded',
  }),
  refundInSuspense: error('PAY-014', 409, {
    vi: 'Tiền của giao dịch còn treo ở tài khoản chờ xử lý; chuyển tiền treo xong mới hoàn, huỷ được',
    en: 'Money of this transaction is still in suspense; settle that before giving it back',
  }),
  refundGivenBack: error('PAY-015', 409, {
    vi: 'Tiền treo của giao dịch đã được trả về nơi chuyển đến, không hoàn, huỷ lần nữa',
    en: 'The money of this transaction went back from suspense already; it is not given back again',
  }),
  refundUnderWay: error('PAY-017', 409, {
    vi: 'Giao dịch hoàn {code} của giao dịch này chưa có kết quả cuối cùng; có kết quả mới được hoàn tiếp',
    en: 'Refund {code} of this transaction has no final result yet; no other refund is possible before that',
  }),
  suspenseChanged: error('PAY-016', 409, {
    vi: 'Tiền treo của giao dịch đã thay đổi từ khi đề xuất',
    en: 'The money in suspense of this transaction has changed since it was proposed',
  }),
  held: error('PAY-019', 409, {
    vi: 'Kết quả của giao dịch đang bị mâu thuẫn, tiền tạm giữ; xử lý mâu thuẫn trước',
    en: 'The outcome of this transaction is contradicted and its money is held; settle the contradiction first',
  }),
  orderUnderWay: error('PAY-018', 409, {
    vi: 'Đơn {order} đang có giao dịch {code} chưa có kết quả; chờ kết quả của giao dịch đó rồi mới thanh toán lại',
    en: 'Order {order} is being paid by {code}, whose result is not known; wait for it before paying again',
  }),
  refundHeld: error('PAY-020', 409, {
    vi: 'Kết quả của giao dịch hoàn {code} đang bị mâu thuẫn, tiền có thể đã được hoàn; xử lý mâu thuẫn trước',
    en: 'The outcome of refund {code} is contradicted, and the money may have been given back; settle the contradiction first',
  }),
  orderHeld: error('PAY-021', 409, {
    vi: 'Giao dịch {code} của đơn {order} đã có kết quả thất bại nhưng được báo thành công sau đó; xử lý mâu thuẫn trước khi thanh toán lại',
    en: 'Payment {code} of order {order} failed and was reported as successful later; settle the contradiction before paying again',
  }),
  cancelNotPossible: error('PAY-040', 409, {
    vi: 'Chỉ huỷ được giao dịch thanh toán đã thành công và chưa hoàn',
    en: 'Only a successful payment of which nothing was given back can be cancelled',
  }),
  cancelOtherDay: error('PAY-041', 409, {
    vi: 'Giao dịch của ngày {date} chỉ huỷ được trong ngày đó; hãy lập yêu cầu hoàn tiền',
    en: 'A payment of {date} could only be cancelled on that day; request a refund instead',
  }),
  cancelTooLate: error('PAY-042', 409, {
    vi: 'Đã quá {hour} giờ, hết giờ huỷ giao dịch trong ngày; hãy lập yêu cầu hoàn tiền',
    en: 'It is past {hour}:00, after which payments of the day are not cancelled; request a refund instead',
  }),
  cancelDayClosed: error('PAY-043', 409, {
    vi: 'Ngày {date} đã khoá sổ nên không huỷ được giao dịch; hãy lập yêu cầu hoàn tiền',
    en: 'The books of {date} are closed, so the payment cannot be cancelled; request a refund instead',
  }),
  cancelRefundPending: error('PAY-044', 409, {
    vi: 'Giao dịch đang chờ hoàn tiền; từ chối hoặc rút yêu cầu hoàn rồi mới huỷ được',
    en: 'A refund of this payment is waiting; reject or withdraw it before cancelling',
  }),
  cancelPartlyRefunded: error('PAY-045', 409, {
    vi: 'Giao dịch đã hoàn một phần nên không huỷ được; hãy hoàn phần còn lại',
    en: 'A part of this payment was refunded, so it cannot be cancelled; refund the rest',
  }),
  cancelUnknown: error('PAY-046', 409, {
    vi: 'Giao dịch chưa có kết quả cuối cùng; có kết quả thành công mới huỷ được',
    en: 'This payment has no final result yet; it can be cancelled once it has succeeded',
  }),
  cancelPending: error('PAY-047', 409, {
    vi: 'Giao dịch đang chờ huỷ; có quyết định huỷ rồi mới hoàn hoặc huỷ lại được',
    en: 'A cancellation of this payment is waiting; nothing else is given back before its decision',
  }),
  cancelEvidence: error('PAY-048', 422, {
    vi: 'Huỷ giao dịch từ {amount} đồng phải kèm chứng từ',
    en: 'Cancelling VND {amount} or more needs evidence',
  }),
  inquiryEmpty: error('PAY-050', 422, {
    vi: 'Nhập mã giao dịch, mã tham chiếu; hoặc chọn ngày cùng với số tiền, số tài khoản, mã QR hay nội dung',
    en: 'Enter a code or a reference, or days with an amount, an account, a QR code or words of the memo',
  }),
  inquiryDays: error('PAY-051', 422, { vi: 'Chỉ tra soát được tối đa {days} ngày một lần', en: 'One look-up spans {days} {days|day|days} at most' }),
  outcomeBefore: error('PAY-010', 422, { vi: 'Thời điểm có kết quả trước thời điểm giao dịch', en: 'The result time is before the transaction time' }),
})
