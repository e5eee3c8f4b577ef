import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of deposits, hand-ins and bank slips. */
export const depositErrors = defineErrors({
  courierUnknown: error('COB-102', 422, { vi: 'Không có bưu tá “{courier}”', en: 'There is no postman “{courier}”' }),
  itemUnknown: error('COB-103', 422, { vi: 'Không có bưu gửi {item}', en: 'There is no item {item}' }),
  itemOfOther: error('COB-104', 409, {
    vi: 'Tiền của bưu gửi {item} không phải do bưu tá {courier} đang giữ',
    en: 'The money of item {item} is not held by postman {courier}',
  }),
  itemTwice: error('COB-105', 422, { vi: 'Bưu gửi {item} được kê hai lần', en: 'Item {item} is listed twice' }),
  itemUnderWay: error('COB-106', 409, {
    vi: 'Bưu gửi {item} đang nằm trong lần nộp {paper} chưa kết thúc',
    en: 'Item {item} stands in deposit {paper}, which is under way',
  }),
  itemHandedIn: error('COB-107', 409, { vi: 'Bưu gửi {item} không còn tiền phải nộp', en: 'Nothing of item {item} is to be handed in any more' }),
  overOwed: error('COB-108', 409, {
    vi: 'Số tiền nộp {amount} đồng vượt số bưu tá còn phải nộp {owed} đồng',
    en: 'VND {amount} is more than the postman still owes, VND {owed}',
  }),
  portalOnly: error('COB-109', 403, {
    vi: 'Nộp tiền mặt và nộp vào TKTT chỉ được ghi nhận trên cổng',
    en: 'Cash and settlement account deposits are entered in the portal only',
  }),
  wrongChannel: error('COB-110', 422, { vi: 'Hình thức nộp {kind} phải qua kênh {channel}', en: 'A deposit of kind {kind} comes through channel {channel}' }),
  tillUnknown: error('COB-111', 422, { vi: 'Không có quầy “{till}”', en: 'There is no till “{till}”' }),
  settled: error('COB-112', 409, {
    vi: 'Bưu gửi {item} của lần nộp này đã được quyết toán, không huỷ được',
    en: 'Item {item} of this deposit has been settled, so it cannot be cancelled',
  }),
  amountNeeded: error('COB-113', 422, {
    vi: 'Hãy nhập số tiền hoặc chọn các bưu gửi nộp tiền',
    en: 'Enter an amount or choose the items that it is for',
  }),
  ownDeclaration: error('COB-114', 403, {
    vi: 'Người nhập kê khai đã biết số tiền nên không được kiểm đếm lần nộp này',
    en: 'The person who entered the declaration knows its amount and may not count this hand-in',
  }),
  ownCount: error('COB-115', 403, {
    vi: 'Người kiểm đếm không được tự chấp nhận số chênh lệch',
    en: 'The difference must be accepted by someone other than the person who counted the money',
  }),
  otherOffice: error('COB-116', 409, {
    vi: 'Bưu tá {courier} nộp tiền tại {office}, không phải tại đơn vị của bạn',
    en: 'Postman {courier} hands in at {office}, not at your unit',
  }),
  referenceKnown: error('COB-117', 409, {
    vi: 'Số tham chiếu {reference} của ngân hàng này đã có ở phiếu {slip}',
    en: 'Reference {reference} of this bank is known already, from slip {slip}',
  }),
  slipBankUnknown: error('COB-118', 422, { vi: 'Ngân hàng này chưa được kết nối nhận tiền', en: 'This bank is not set up to take money' }),
  ownSlip: error('COB-119', 403, {
    vi: 'Người nhập phiếu không được tự xác nhận',
    en: 'The slip must be confirmed by someone other than the person who entered it',
  }),
  futureSlip: error('COB-120', 422, { vi: 'Ngày nộp không được sau hôm nay', en: 'The day it was paid in cannot lie ahead' }),
  notBooked: error('COB-122', 409, {
    vi: 'Giao dịch chưa thành công nên chưa có bảng kê',
    en: 'The deposit has not succeeded, so there is no statement of it',
  }),
  wrongCode: error('COB-123', 409, {
    vi: 'Mã một lần không đúng; còn {left} lần thử',
    en: 'The one-time code is wrong; {left} {left|try|tries} left',
  }),
  codeLocked: error('COB-124', 409, {
    vi: 'Lần nộp {paper} bị khoá sau 5 lần nhập sai mã một lần; hãy huỷ và kê khai lại',
    en: 'Hand-in {paper} is locked after 5 wrong one-time codes; cancel it and declare it again',
  }),
  ownHandIn: error('COB-125', 403, {
    vi: 'Bưu tá không được kiểm đếm lần nộp tiền của chính mình',
    en: 'A postman may not count their own hand-in',
  }),
  courierOrAccount: error('COB-126', 422, {
    vi: 'Nộp qua QR nêu đúng một trong hai trường courier và account; hình thức khác chỉ nêu courier',
    en: 'A deposit by QR names exactly one of courier and account; any other kind names courier alone',
  }),
  accountUnknown: error('COB-127', 422, {
    vi: 'Số tài khoản {account} không phải của mã QR nộp tiền nào',
    en: 'Account {account} belongs to no deposit code',
  }),
  codeExpired: error('COB-128', 409, {
    vi: 'Mã QR nộp tiền của ngày {day} đã hết hạn; hãy lấy mã của hôm nay',
    en: 'The deposit code of {day} has expired; use the code of today',
  }),
  nothingOwed: error('COB-129', 409, {
    vi: 'Bưu tá {courier} không còn tiền phải nộp ngoài các lần nộp đang chờ, nên không có mã QR',
    en: 'Postman {courier} owes nothing beyond the deposits under way, so there is no deposit code',
  }),
  overCap: error('COB-130', 409, {
    vi: 'Bưu tá {courier} còn phải nộp {amount} đồng, vượt mức {cap} đồng của một lần chuyển khoản nhanh; hãy nộp bớt cách khác trước',
    en: 'Postman {courier} owes VND {amount}, over the VND {cap} of one instant transfer; hand part of it in another way first',
  }),
  noSurplus: error('COB-131', 409, {
    vi: 'Giao dịch {code} không còn tiền nộp thừa chờ xử lý',
    en: 'Nothing that {code} has brought beyond the debt is left',
  }),
  surplusNothingOwed: error('COB-132', 409, {
    vi: 'Bưu tá {courier} không còn tiền phải nộp ngoài các lần nộp đang chờ, nên chưa có khoản nào để bù',
    en: 'Postman {courier} owes nothing beyond the deposits under way, so there is nothing to set it against',
  }),
  surplusUsed: error('COB-133', 409, {
    vi: 'Tiền nộp thừa của giao dịch này đã bù vào khoản thu khác, không huỷ được',
    en: 'What this deposit brought beyond the debt has been set against later collections, so it cannot be cancelled',
  }),
  countedTwice: error('COB-134', 409, {
    vi: 'Bạn đã kiểm đếm lần nộp này hai lần; hãy để người khác kiểm đếm, hoặc người duyệt chấp nhận số đã đếm',
    en: 'You have counted this hand-in twice: someone else has to count it, or accept the counted amount',
  }),
})
