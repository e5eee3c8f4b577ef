import { defineErrors, error } from '#kernel/errors.ts'

export const merchantErrors = defineErrors({
  unknown: error('PAY-002', 422, { vi: 'Không có điểm bán {merchantCode}', en: 'Merchant {merchantCode} does not exist' }),
  inactive: error('PAY-003', 422, { vi: 'Điểm bán {merchantCode} đang tạm khoá hoặc đã đóng', en: 'The merchant {merchantCode} is locked or closed' }),
  codeTaken: error('MER-001', 409, { vi: 'Đã có điểm bán mã {code}', en: 'There is a merchant {code} already' }),
  taxCodeTaken: error('MER-002', 409, {
    vi: 'Mã số thuế này đang thuộc điểm bán {merchant} chưa đóng',
    en: 'This tax code belongs to merchant {merchant}, which is not closed',
  }),
  planUnknown: error('MER-003', 422, { vi: 'Không có biểu phí này hoặc biểu phí chưa được duyệt', en: 'There is no such fee plan, or it is not approved yet' }),
  unitUnknown: error('MER-004', 422, { vi: 'Không có đơn vị này hoặc đơn vị đã đóng', en: 'There is no such unit, or it is closed' }),
  weekdayNeeded: error('MER-005', 422, { vi: 'Chu kỳ hằng tuần cần ngày quyết toán trong tuần', en: 'A weekly cycle needs a day of the week' }),
  limitsOrder: error('MER-006', 422, {
    vi: 'Hạn mức một giao dịch không được lớn hơn hạn mức một ngày',
    en: 'The limit per payment must not exceed the limit per day',
  }),
  lineUnknown: error('MER-007', 422, { vi: 'Ngành nghề không có trong danh mục', en: 'The business line is not in the list' }),
  communeUnknown: error('MER-008', 422, { vi: 'Xã, phường không thuộc tỉnh, thành phố đã chọn', en: 'The commune does not belong to the selected province' }),
  notChecked: error('MER-010', 409, {
    vi: 'Chưa hỏi ngân hàng tên tài khoản {account}, hoặc kết quả đã quá hạn. Vui lòng hỏi tên trước',
    en: 'The name of account {account} has not been checked with the bank, or too long ago. Check it first',
  }),
  noAccount: error('MER-011', 409, { vi: 'Ngân hàng trả lời không có tài khoản {account}', en: 'The bank says there is no account {account}' }),
  nameDiffers: error('MER-012', 422, {
    vi: 'Ngân hàng trả lời chủ tài khoản là {answered}. Vui lòng ghi lý do dùng tên khác',
    en: 'The bank says the holder is {answered}. Give a reason for the other name',
  }),
  nameUnknown: error('MER-013', 422, {
    vi: 'Ngân hàng chưa trả lời tên của tài khoản {account}. Vui lòng ghi lý do vẫn dùng tài khoản này',
    en: 'The bank has not named the holder of account {account}. Give a reason for using it all the same',
  }),
  accountBlocked: error('MER-014', 409, {
    vi: 'Tài khoản {account} đang bị giữ hoặc đã bị thay, không thể dùng để nhận tiền',
    en: 'Account {account} is held or was replaced, so no money may go to it',
  }),
  nobodyToAsk: error('MER-015', 409, { vi: 'Chưa có đối tác nào mở kết nối hỏi tên tài khoản', en: 'No partner is connected for account names' }),
  sameAccount: error('MER-016', 422, { vi: 'Đây là tài khoản đang dùng', en: 'This is the account in use' }),
  evidenceNeeded: error('MER-017', 422, {
    vi: 'Cần nội dung xác nhận qua điện thoại hoặc file đính kèm',
    en: 'A note of the call or an attached file is needed',
  }),
  calledLater: error('MER-018', 422, { vi: 'Thời điểm gọi không được ở tương lai', en: 'The call cannot be in the future' }),
  calledUnknown: error('MER-022', 422, {
    vi: 'Số {phone} không có trong hồ sơ điểm bán. Vui lòng gọi một số đã có trong hồ sơ',
    en: 'The number {phone} is not on record for this merchant. Call a number that is',
  }),
  calledBefore: error('MER-023', 422, {
    vi: 'Cuộc gọi phải sau thời điểm số này có trong hồ sơ ({since})',
    en: 'The call must be later than when this number was put on record ({since})',
  }),
  calledLongAgo: error('MER-024', 422, {
    vi: 'Cuộc gọi đã quá {hours} giờ. Vui lòng gọi lại',
    en: 'The call was more than {hours} hours ago. Call again',
  }),
  calledYoung: error('MER-025', 422, {
    vi: 'Số {phone} mới được thay, trước {until} chưa dùng để xác nhận được. Vui lòng gọi số khác trong hồ sơ',
    en: 'The number {phone} is new and cannot confirm anything before {until}. Call another number on record',
  }),
  cooling: error('MER-020', 409, {
    vi: 'Điểm bán {merchant} vừa đổi tài khoản nhận tiền, chỉ quyết toán được sau {until}',
    en: 'Merchant {merchant} has just changed its settlement account; nothing is settled before {until}',
  }),
  nothingChanged: error('MER-021', 422, { vi: 'Không có thay đổi nào để trình', en: 'There is nothing to change' }),
  owed: error('MER-030', 409, {
    vi: 'Không thể đóng: còn phải trả điểm bán {merchant} {amount} đồng',
    en: 'It cannot be closed: merchant {merchant} is owed {amount} VND',
  }),
  owes: error('MER-031', 409, {
    vi: 'Không thể đóng: điểm bán {merchant} còn nợ {amount} đồng',
    en: 'It cannot be closed: merchant {merchant} owes {amount} VND',
  }),
  inFlight: error('MER-032', 409, {
    vi: 'Không thể đóng: điểm bán {merchant} còn {count} giao dịch chưa rõ kết quả hoặc đang chờ hoàn tiền',
    en: 'It cannot be closed: {count} {count|payment|payments} of merchant {merchant} {count|is|are} unknown or waiting for a refund',
  }),
  otherPending: error('MER-033', 409, {
    vi: 'Điểm bán {merchant} còn yêu cầu khác chờ duyệt. Vui lòng xử lý yêu cầu đó trước',
    en: 'Another request about merchant {merchant} is waiting. Have that one decided first',
  }),
  overOnce: error('MER-040', 422, {
    vi: 'Số tiền vượt hạn mức {limit} đồng một giao dịch của điểm bán {merchantCode}',
    en: 'The amount exceeds the limit of VND {limit} per payment of merchant {merchantCode}',
  }),
  overDay: error('MER-041', 422, {
    vi: 'Vượt hạn mức ngày của điểm bán {merchantCode}: còn {left} trong {limit} đồng',
    en: 'This exceeds the daily limit of merchant {merchantCode}: VND {left} of {limit} is left',
  }),
  overWholeDay: error('MER-042', 422, {
    vi: 'Số tiền vượt hạn mức {limit} đồng một ngày của điểm bán {merchantCode}',
    en: 'The amount exceeds the limit of VND {limit} per day of merchant {merchantCode}',
  }),
  planTaken: error('MER-050', 409, { vi: 'Đã có biểu phí mã {code}', en: 'There is a fee plan {code} already' }),
  planOrder: error('MER-051', 409, {
    vi: 'Bản số {revision} có hiệu lực từ {from}. Vui lòng chọn ngày sau đó',
    en: 'Revision {revision} takes effect on {from}. Choose a later date',
  }),
  planPast: error('MER-052', 422, { vi: 'Biểu phí mới có hiệu lực sớm nhất từ ngày mai', en: 'New fees take effect tomorrow at the earliest' }),
  planBounds: error('MER-053', 422, { vi: 'Phí tối đa không được nhỏ hơn phí tối thiểu', en: 'The maximum fee must not be below the minimum' }),
  noHeadOffice: error('MER-054', 409, {
    vi: 'Chưa khai báo trụ sở chính, không thể trình duyệt',
    en: 'The head office has not been set up, so nothing can be submitted',
  }),
})
