import { defineErrors, error } from '#kernel/errors.ts'

/** What incidents refuse. {code} is that of an incident or of a record, {name} a person. */
export const incidentErrors = defineErrors({
  recordUnknown: error('INC-001', 422, { vi: 'Không tìm thấy {code} trong phạm vi của bạn', en: '{code} was not found within your scope' }),
  recordNeeded: error('INC-002', 422, { vi: 'Vui lòng nhập mã giao dịch liên quan', en: 'Please enter the code of the record it is about' }),
  evidenceNeeded: error('INC-003', 422, {
    vi: 'Loại sự vụ này cần có chứng từ hoặc ảnh đính kèm',
    en: 'This category needs a paper or a picture',
  }),
  tooLate: error('INC-004', 422, {
    vi: 'Đã quá {days} ngày kể từ giao dịch, không còn tiếp nhận khiếu nại của khách hàng',
    en: 'More than {days} {days|day|days} have passed since the transaction; complaints of customers are not taken any more',
  }),
  categoryUnknown: error('INC-005', 422, { vi: 'Loại sự vụ không còn sử dụng', en: 'This category is not in use' }),
  held: error('INC-006', 409, { vi: '{name} đang mở sự vụ này đến {time}', en: '{name} has this incident open until {time}' }),
  personUnknown: error('INC-007', 422, {
    vi: 'Người này không xử lý sự vụ ở đơn vị này',
    en: 'This person does not handle incidents of this unit',
  }),
  partnerUnknown: error('INC-008', 422, { vi: 'Không có đối tác đang hoạt động này', en: 'There is no such active partner' }),
  noUnit: error('INC-009', 422, {
    vi: 'Tài khoản của bạn không thuộc đơn vị nào: vui lòng nhập mã giao dịch liên quan',
    en: 'Your account belongs to no unit: enter the code of the record it is about',
  }),
  actionUnknown: error('INC-010', 422, { vi: 'Cách xử lý này không áp dụng cho giao dịch này', en: 'This action does not apply to this record' }),
  amountNeeded: error('INC-011', 422, { vi: 'Vui lòng nhập số tiền', en: 'Please enter the amount' }),
  amountTooMuch: error('INC-012', 422, { vi: 'Số tiền vượt quá {greatest} còn lại', en: 'The amount exceeds the {greatest} that is left' }),
  notHandler: error('INC-013', 403, {
    vi: 'Sự vụ do {name} xử lý. Hãy nhận hoặc giao lại sự vụ trước',
    en: '{name} handles this incident. Take it over first',
  }),
  twoPeople: error('INC-014', 409, {
    vi: 'Loại sự vụ này cần người thứ hai duyệt cách xử lý trước khi trả lời',
    en: 'The outcome of this category is decided by a second person first',
  }),
  reopenTooLate: error('INC-015', 409, {
    vi: 'Sự vụ kết thúc đã quá {days} ngày, vui lòng lập sự vụ mới',
    en: 'This incident ended more than {days} {days|day|days} ago; create a new one',
  }),
  merged: error('INC-016', 409, { vi: 'Sự vụ đã gộp vào {code}', en: 'This incident was merged into {code}' }),
  mergeItself: error('INC-017', 422, { vi: 'Không thể gộp sự vụ vào chính nó', en: 'An incident cannot be merged into itself' }),
  mergeEnded: error('INC-018', 409, { vi: 'Sự vụ {code} đã kết thúc, không nhận gộp', en: '{code} has ended and takes nothing in' }),
  openAlready: error('INC-019', 409, { vi: 'Đang có sự vụ {code} cùng giao dịch và loại', en: '{code} is open for the same record and category' }),
  noEmail: error('INC-020', 422, { vi: 'Người báo không để lại email', en: 'The reporter has left no email address' }),
  actionUnderWay: error('INC-022', 409, {
    vi: 'Tiền đang được chuyển bằng giao dịch {code}, có kết quả mới trả lời được',
    en: 'Its money is under way by {code}; it is answered once that has ended',
  }),
  actionFailed: error('INC-023', 409, {
    vi: 'Giao dịch {code} không thành công, vui lòng đề xuất lại',
    en: '{code} has failed; propose an outcome again',
  }),
  actionDone: error('INC-024', 409, {
    vi: 'Cách xử lý đã được duyệt, không đề xuất lại được',
    en: 'The outcome has been approved and is not proposed again',
  }),
  categoryTaken: error('INC-025', 409, { vi: 'Đã có loại sự vụ {code}', en: 'There is a category {code} already' }),
  movedBefore: error('INC-026', 409, {
    vi: 'Tiền của giao dịch này đã được chuyển trước đó: {what}. Hãy xác nhận nếu vẫn phải chuyển thêm',
    en: 'Money of this record was moved before: {what}. Confirm if more is to be moved',
  }),
  oneHandler: error('INC-027', 422, { vi: 'Vui lòng chọn một người hoặc một đơn vị xử lý', en: 'Choose one person or one unit' }),
  teamUnknown: error('INC-028', 422, {
    vi: 'Đơn vị này không có người xử lý sự vụ ở đây',
    en: 'Nobody of this unit handles incidents here',
  }),
  needsPerson: error('INC-029', 409, {
    vi: 'Sự vụ đang chờ đối tác hoặc đã duyệt cách xử lý: phải giao cho một người',
    en: 'It waits for a partner or its outcome has been approved: it goes to one person',
  }),
  otherDesk: error('INC-030', 422, {
    vi: '{code} thuộc nơi tiếp nhận sự vụ khác: mở giao dịch và lập sự vụ tại đó',
    en: 'Incidents about {code} are handled at another desk: open the record and create it there',
  }),
  categoryElsewhere: error('INC-031', 422, {
    vi: 'Loại sự vụ này không dùng cho {desk}',
    en: 'This category is not used for {desk}',
  }),
  firstRecord: error('INC-032', 422, {
    vi: 'Vui lòng nhập mã giao dịch, hồ sơ chính trước các mã khác',
    en: 'Name the record that it is about before others',
  }),
  linkedAlready: error('INC-021', 409, { vi: '{code} đã gắn với sự vụ này', en: '{code} belongs to this incident already' }),
})
