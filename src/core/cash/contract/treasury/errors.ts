import { defineErrors, error } from '#kernel/errors.ts'

/** What treasury transactions refuse. {holding} names a holding, {amount} and the like are amounts as people read them. */
export const treasuryErrors = defineErrors({
  negativePieces: error('CSH-041', 422, { vi: 'Số tờ không được âm', en: 'The number of pieces must not be negative' }),
  piecesAmount: error('CSH-042', 422, {
    vi: 'Bảng kê mệnh giá cộng được {counted}, không bằng số tiền {amount}',
    en: 'The denominations add up to {counted}, not to the amount of {amount}',
  }),
  toItself: error('CSH-043', 422, { vi: 'Không thể chuyển tiền cho chính đơn vị đó', en: 'A unit cannot send cash to itself' }),
  noVault: error('CSH-044', 409, { vi: '{unit} chưa có quỹ chính đang hoạt động', en: '{unit} has no active vault' }),
  shortOfCash: error('CSH-045', 409, {
    vi: 'Quỹ {holding} chỉ còn {balance}, thiếu {shortfall} so với {amount} phải xuất',
    en: 'Holding {holding} has {balance} left, which is {shortfall} short of the {amount} to be paid out',
  }),
  overCeiling: error('CSH-046', 409, {
    vi: 'Nhận thêm {amount} thì {holding} vượt hạn mức tồn quỹ {ceiling}',
    en: 'With {amount} more, {holding} would exceed its ceiling of {ceiling}',
  }),
  sealUsed: error('CSH-047', 409, { vi: 'Số niêm phong {seal} đã được dùng cho {code}', en: 'Seal number {seal} has already been used for {code}' }),
  sameEnds: error('CSH-048', 403, {
    vi: 'Người giao không được nhận: hai đầu phải do hai người khác nhau xác nhận',
    en: 'The sender cannot receive: both ends must be confirmed by different people',
  }),
  courierEnds: error('CSH-049', 403, {
    vi: 'Người áp tải không được xác nhận giao hay nhận tiền ở quỹ',
    en: 'The courier cannot confirm the dispatch or receipt at a vault',
  }),
  noCourier: error('CSH-050', 422, { vi: 'Vui lòng chọn người áp tải đang hoạt động', en: 'Please select an active courier' }),
  notStarted: error('CSH-051', 409, {
    vi: 'Vui lòng bắt đầu nhận tiền trước khi nộp kết quả kiểm đếm',
    en: 'Start the receipt before submitting the count',
  }),
  othersReceipt: error('CSH-052', 409, { vi: '{name} đang kiểm đếm túi tiền này', en: '{name} is counting this bag' }),
  notThisEnd: error('CSH-053', 403, {
    vi: 'Bước này do đơn vị {unit} thực hiện, ngoài phạm vi của bạn',
    en: 'This step belongs to {unit}, which is outside your scope',
  }),
  reference: error('CSH-054', 422, { vi: 'Vui lòng nhập số tham chiếu của ngân hàng', en: 'Please enter the bank reference' }),
  settlement: error('CSH-055', 422, {
    vi: 'Cách xử lý này không dùng cho loại chênh lệch này',
    en: 'This decision does not apply to this kind of difference',
  }),
  settlementStaff: error('CSH-056', 422, { vi: 'Vui lòng chọn người phải bồi hoàn', en: 'Please select who has to make it good' }),
  shift: error('CSH-057', 409, {
    vi: 'Ca làm việc không ở trạng thái cho phép nhận hoặc trả tiền quầy',
    en: 'The shift is not in a state in which its till takes or returns cash',
  }),
  othersShift: error('CSH-058', 403, { vi: 'Đây là ca của giao dịch viên khác', en: 'This is the shift of another teller' }),
  singleHanded: error('CSH-059', 409, {
    vi: '{unit} chỉ có một người làm việc nên không có giao nhận giữa quỹ chính và quầy',
    en: '{unit} is staffed by one person, so nothing moves between vault and till',
  }),
  blindHolding: error('CSH-060', 409, {
    vi: 'Quỹ {holding} không đủ tiền để xuất. Số dư không hiển thị trong khi bạn đang kiểm đếm',
    en: 'Holding {holding} does not have enough cash. Its balance is not shown while you are counting',
  }),
  wrongKind: error('CSH-061', 409, { vi: 'Bước này không dùng cho loại giao dịch này', en: 'This step does not apply to this kind of transaction' }),
  cashClosed: error('CSH-062', 409, { vi: 'Quỹ {holding} đang bị khoá hoặc đã đóng', en: 'Holding {holding} is locked or closed' }),
  ownReceipt: error('CSH-063', 403, {
    vi: 'Bạn đang kiểm đếm túi tiền này: vui lòng nộp kết quả, hoặc nhờ người khác huỷ lượt kiểm đếm',
    en: 'You are counting this bag: submit your count, or ask someone else to call it off',
  }),
  settledByInvolved: error('CSH-065', 409, {
    vi: 'Người giao, người áp tải và người nhận túi tiền này không được duyệt xử lý chênh lệch',
    en: 'The sender, the courier and the receiver of this bag may not decide its difference',
  }),
  keptByHolder: error('CSH-066', 403, {
    vi: 'Quỹ {holding} do {name} giữ, chỉ người giữ quỹ được giao và nhận tiền của quỹ. Khi {name} vắng mặt, vui lòng đổi người giữ quỹ trước',
    en: '{holding} is kept by {name}, who alone hands out and takes in its cash. While {name} is absent, change its holder first',
  }),
  keptByUnit: error('CSH-067', 403, {
    vi: 'Quỹ {holding} chưa có người giữ, chỉ nhân viên của {unit} được giao và nhận tiền của quỹ',
    en: '{holding} has no holder; only staff of {unit} may hand out and take in its cash',
  }),
  unitUnknown: error('CSH-068', 422, { vi: 'Không có đơn vị này', en: 'This unit does not exist' }),
  blindSlip: error('CSH-064', 409, {
    vi: 'Phiếu giao nhận in được sau khi bạn nộp kết quả kiểm đếm',
    en: 'The handover slip can be printed once you have submitted your count',
  }),
})
