import { defineErrors, error } from '#kernel/errors.ts'

/** What a payout list, its money and its lines are refused for. */
export const payoutErrors = defineErrors({
  codeTaken: error('PYL-001', 409, { vi: 'Mã chương trình {code} đã tồn tại', en: 'The programme {code} already exists' }),
  partnerUnknown: error('PYL-002', 422, { vi: 'Đơn vị uỷ quyền không có hoặc đã ngừng hoạt động', en: 'The payer does not exist or is not active' }),
  programmeUnknown: error('PYL-003', 422, { vi: 'Chương trình chi trả không có hoặc đang bị khoá', en: 'The programme does not exist or is locked' }),
  unitUnknown: error('PYL-004', 422, { vi: 'Đơn vị không có hoặc ngoài phạm vi của bạn', en: 'The unit does not exist or is outside your scope' }),
  payDays: error('PYL-005', 422, { vi: 'Ngày kết thúc chi trả phải từ ngày bắt đầu trở đi', en: 'Payments end on the first day or later' }),
  controlCount: error('PYL-006', 409, {
    vi: 'Số người đối chiếu là {control} nhưng file có {lines} dòng',
    en: 'The control count is {control}, but the file has {lines} {lines|line|lines}',
  }),
  controlTotal: error('PYL-007', 409, {
    vi: 'Tổng tiền đối chiếu là {control} đồng nhưng file có {total} đồng',
    en: 'The control total is VND {control}, but the file adds up to VND {total}',
  }),
  noLines: error('PYL-008', 409, { vi: 'Danh sách chưa có dòng nào', en: 'The list has no lines' }),
  warningsOpen: error('PYL-009', 409, {
    vi: 'Danh sách {list} còn cảnh báo chưa được xác nhận: {warnings}. Mở danh sách, xem các dòng đó rồi xác nhận từng nhóm',
    en: 'List {list} has warnings that nobody has acknowledged: {warnings}. Open the list, look at those lines and acknowledge each group',
  }),
  fileTwice: error('PYL-010', 409, { vi: 'File này đã được nhập cho danh sách {list}', en: 'This file was already imported for list {list}' }),
  notDraft: error('PYL-011', 409, {
    vi: 'Danh sách {list} không còn ở trạng thái nháp nên không nhập được file',
    en: 'List {list} is no longer a draft, so no file can be imported',
  }),
  identityAbolished: error('PYL-012', 422, {
    vi: 'Chứng minh nhân dân 9 số không còn giá trị; cần số căn cước 12 số',
    en: 'The 9-digit identity card was abolished; the 12-digit number is needed',
  }),
  identityForm: error('PYL-013', 422, { vi: 'Số căn cước phải đủ 12 chữ số', en: 'The identity number has 12 digits' }),
  areaUnknown: error('PYL-014', 422, { vi: 'Không có địa bàn {area}', en: 'There is no area {area}' }),
  pointUnknown: error('PYL-015', 422, { vi: 'Không có điểm chi trả {point} thuộc đơn vị của danh sách', en: 'The list’s unit has no payout point {point}' }),
  pointPaysNot: error('PYL-016', 422, {
    vi: 'Điểm {point} không chi trả: đã đóng hoặc không có quỹ tiền mặt',
    en: 'Point {point} does not pay: it is closed or keeps no cash',
  }),
  pointNeeded: error('PYL-017', 422, { vi: 'Dòng chi tiền mặt cần điểm chi trả', en: 'A cash line needs a payout point' }),
  duplicateIdentity: error('PYL-018', 422, { vi: 'Trùng số căn cước với dòng {row}', en: 'Same identity number as row {row}' }),
  duplicatePeriod: error('PYL-019', 422, {
    vi: 'Người này đã có trong danh sách {list} của cùng kỳ',
    en: 'This person is already on list {list} for the same month',
  }),
  accountIncomplete: error('PYL-020', 422, {
    vi: 'Chi qua tài khoản cần mã ngân hàng, số tài khoản và tên chủ tài khoản',
    en: 'Payment to an account needs the bank’s code, account number and account name',
  }),
  bankUnknown: error('PYL-021', 422, { vi: 'Không có ngân hàng {bank}', en: 'There is no bank {bank}' }),
  accountForm: error('PYL-022', 422, { vi: 'Số tài khoản gồm 6 đến 19 chữ hoặc số', en: 'An account number has 6 to 19 letters or digits' }),
  receiverPaper: error('PYL-023', 422, {
    vi: 'Người nhận thay cần số căn cước và giấy uỷ quyền',
    en: 'An authorised receiver needs an identity number and the authorisation',
  }),
  fundsShort: error('PYL-024', 409, {
    vi: 'Tiền chi trả của {partner} còn {funds} đồng, thiếu {short} đồng',
    en: 'The prefunded balance of {partner} is VND {funds}: VND {short} is missing',
  }),
  hashChanged: error('PYL-025', 409, {
    vi: 'Nội dung danh sách không còn như khi trình duyệt',
    en: 'The list is no longer what was submitted for approval',
  }),
  claimsOpen: error('PYL-026', 409, {
    vi: 'Còn {lines} dòng đang chi hoặc chưa rõ kết quả nên chưa đóng được danh sách (ví dụ dòng {line}, {name})',
    en: '{lines} {lines|line is|lines are} being paid or unknown (such as line {line}, {name}); the list cannot close yet',
  }),
  closedByMaker: error('PYL-027', 409, {
    vi: 'Người quyết toán phải khác người đóng danh sách',
    en: 'A list is settled by someone other than the person who closed it',
  }),
  nothingReturned: error('PYL-028', 409, { vi: 'Danh sách không có dòng nào đã hoàn để chi bổ sung', en: 'The list has no returned lines to follow up' }),
  allOnOtherLists: error('PYL-049', 409, {
    vi: 'Không còn dòng nào để chi bổ sung: {name} đã có trong danh sách {list} của cùng kỳ',
    en: 'No line is left to follow up: {name} is already on list {list} for the same month',
  }),
  versionOpen: error('PYL-029', 409, { vi: 'Danh sách đang có một phiên bản cập nhật chưa xong', en: 'The list already has an update under way' }),
  listNotOpen: error('PYL-030', 409, {
    vi: 'Chỉ danh sách đã duyệt và chưa đóng mới được cập nhật',
    en: 'Only an approved list that is not closed can be updated',
  }),
  lineEnded: error('PYL-031', 409, {
    vi: 'Dòng {line} đã chi, đã hoàn hoặc đang chi nên không sửa được',
    en: 'Line {line} was paid, returned or is being paid and cannot be changed',
  }),
  lineTwice: error('PYL-032', 409, { vi: 'Dòng {line} đã có thay đổi trong phiên bản này', en: 'Line {line} already has a change in this update' }),
  versionEmpty: error('PYL-033', 409, { vi: 'Phiên bản chưa có thay đổi nào', en: 'The update has no changes' }),
  addedElsewhere: error('PYL-056', 409, {
    vi: '{name} đã có ở dòng {line} của danh sách {list} cùng kỳ; bỏ người này khỏi phiên bản rồi trình lại',
    en: '{name} is on line {line} of list {list} for the same month by now; take the person out of the update and submit it again',
  }),
  addedTwice: error('PYL-057', 422, { vi: 'Phiên bản này đã thêm người này', en: 'This update adds this person already' }),
  warningsNew: error('PYL-058', 409, {
    vi: 'Dòng của {name} có cảnh báo mới từ khi trình; thu hồi, xem lại rồi trình lại phiên bản',
    en: 'The line of {name} has a new warning since the update was submitted; withdraw it, look at it and submit it again',
  }),
  bankReferenceTaken: error('PYL-034', 409, {
    vi: 'Số tham chiếu {reference} của ngân hàng này đã được ghi nhận',
    en: 'The bank’s reference {reference} was already recorded',
  }),
  receivedLater: error('PYL-035', 422, { vi: 'Ngày nhận tiền không được sau hôm nay', en: 'The money was received today or earlier' }),
  lineUnknown: error('PYL-036', 422, { vi: 'Không có dòng chi trả này', en: 'There is no such payout line' }),
  lineHeld: error('PYL-037', 409, { vi: 'Dòng chi trả đang bị tạm giữ: {reason}', en: 'The payout is on hold: {reason}' }),
  lineReturned: error('PYL-038', 409, { vi: 'Dòng chi trả đã được hoàn hoặc chuyển kỳ sau', en: 'The payout was returned or carried over' }),
  lineCancelled: error('PYL-055', 409, { vi: 'Dòng chi trả đã bị huỷ, không chi nữa', en: 'The payout was cancelled and is not paid any more' }),
  linePaid: error('PYL-039', 409, { vi: 'Đã chi tại {office} lúc {at}', en: 'Already paid at {office}, {at}' }),
  lineClaimed: error('PYL-040', 409, { vi: 'Đang được chi tại {office} từ {at}', en: 'Being paid at {office} since {at}' }),
  lineForeign: error('PYL-041', 409, { vi: 'Dòng này được chi tại {office}', en: 'This payout is paid at {office}' }),
  lineByAccount: error('PYL-042', 409, { vi: 'Dòng này được chi qua tài khoản, không chi tiền mặt', en: 'This payout goes to an account, not in cash' }),
  notInDays: error('PYL-043', 409, { vi: 'Danh sách chi từ {from} đến {until}', en: 'The list is paid from {from} to {until}' }),
  monthForm: error('PYL-044', 422, { vi: 'Kỳ chi trả viết theo dạng MM/YYYY', en: 'The month is written MM/YYYY' }),
  reportWithoutList: error('PYL-046', 409, {
    vi: 'Kỳ {month} của chương trình chưa có danh sách đã duyệt nên chưa có gì để báo cáo',
    en: 'The programme has no approved list for {month}, so there is nothing to report',
  }),
  sentLater: error('PYL-047', 422, { vi: 'Ngày gửi báo cáo không được sau hôm nay', en: 'The report was sent today or earlier' }),
  madeByDecider: error('PYL-048', 409, {
    vi: 'Bạn, hoặc người bạn đang thay, đã tham gia lập nội dung của {code} nên người khác phải duyệt',
    en: 'You, or someone you stand in for, had a hand in {code}, so someone else decides it',
  }),
  transferDisputed: error('PYL-052', 409, {
    vi: '{lines} dòng có lệnh chuyển khoản hoặc giao dịch chi tiền mặt bị báo kết quả mâu thuẫn (ví dụ {reference}). Vui lòng xử lý mâu thuẫn trước khi đóng danh sách',
    en: '{lines} {lines|line has a transfer or cash payment|lines have transfers or cash payments} with contradicting reports (such as {reference}). Settle them before the list is closed',
  }),
  lineDisputed: error('PYL-053', 409, {
    vi: 'Lệnh chuyển khoản hoặc giao dịch {reference} của dòng này bị báo kết quả mâu thuẫn: người hưởng có thể đã nhận tiền. Không chi, sửa hoặc rút trước khi xử lý xong mâu thuẫn',
    en: 'Reports about payment {reference} of this line contradict each other, so the money may have arrived. It is not paid, changed or withdrawn before that is settled',
  }),
  linePaidInCash: error('PYL-059', 409, {
    vi: 'Giao dịch tiền mặt {reference} của dòng này đã được hai người xác định là đã chi. Không chi hay sửa dòng này nữa; vui lòng rút dòng khỏi danh sách trước khi đóng',
    en: 'Two people have found that cash payment {reference} of this line was made. The line is not paid or changed any more; withdraw it before the list is closed',
  }),
  owesMore: error('PYL-065', 409, {
    vi: 'Giao dịch {reference} chi {amount} đồng, nay dòng phải chi {owed} đồng. Vui lòng cập nhật danh sách để dòng đúng số tiền đã chi rồi duyệt lại',
    en: 'Payment {reference} was of VND {amount}, but the line owes {owed} by now. Put the line right by an update of its list, then decide again',
  }),
  beingPaid: error('PYL-054', 409, {
    vi: 'Dòng {line} của danh sách {list} đang được chi bằng cách khác hoặc danh sách chưa duyệt. Vui lòng chờ có kết quả rồi duyệt lại',
    en: 'Line {line} of list {list} is being paid in another way, or its list is not approved yet. Wait for the outcome, then decide again',
  }),
  lastDayOver: error('PYL-070', 409, {
    vi: 'Ngày chi cuối cùng của danh sách {list} là {until}, đã qua. Mở lại danh sách để sửa ngày chi rồi trình lại',
    en: 'The last day of payment of list {list} was {until}. Reopen the list, change its days and submit it again',
  }),
  importedMeanwhile: error('PYL-071', 409, {
    vi: 'Từ khi bạn tải file lên, danh sách {list} đã nhận file {file} ({lines} dòng, {total} đồng). Xem lại danh sách rồi tải file lên lần nữa',
    en: 'Since you uploaded your file, list {list} has taken {file} ({lines} {lines|line|lines}, VND {total}). Look at the list, then upload your file again',
  }),
  amountPart: error('PYL-072', 422, {
    vi: 'Dòng chi tiền mặt phải là số nguyên đồng',
    en: 'The amount of a cash line must be a whole number of VND',
  }),
  amountMost: error('PYL-073', 422, { vi: 'Số tiền của một dòng tối đa là {most} đồng', en: 'A line pays at most VND {most}' }),
  bornLater: error('PYL-074', 422, { vi: 'Ngày sinh không được sau hôm nay', en: 'The date of birth is today or earlier' }),
  lineResultUnknown: error('PYL-075', 409, {
    vi: 'Chưa rõ kết quả lượt chi tại {office} từ {at}; không chi lại trước khi có kết quả',
    en: 'The result of the payment at {office}, {at}, is not known; it is not paid again before it is',
  }),
  unitNotAbove: error('PYL-045', 422, { vi: 'Điểm chi trả phải thuộc đơn vị của danh sách', en: 'The payout point must belong to the list’s unit' }),
})
