import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of key accounts, of their contracts and of what they are paid. */
export const keyAccountErrors = defineErrors({
  codeTaken: error('COB-200', 409, { vi: 'Đã có khách hàng lớn mã {code}', en: 'There is a key account {code} already' }),
  taxCodeTaken: error('COB-201', 409, {
    vi: 'Mã số thuế này đang thuộc khách hàng lớn {keyAccount} chưa đóng',
    en: 'This tax code belongs to key account {keyAccount}, which is not closed',
  }),
  unitUnknown: error('COB-202', 422, { vi: 'Không có đơn vị này hoặc đơn vị đã đóng', en: 'There is no such unit, or it is closed' }),
  otherPending: error('COB-203', 409, {
    vi: 'Khách hàng lớn {keyAccount} còn yêu cầu khác chờ duyệt. Vui lòng xử lý yêu cầu đó trước',
    en: 'Another request about key account {keyAccount} is waiting. Have that one decided first',
  }),
  nothingChanged: error('COB-204', 422, { vi: 'Không có thay đổi nào để trình', en: 'There is nothing to change' }),
  overlapping: error('COB-205', 409, {
    vi: 'Thời hạn hợp đồng trùng với hợp đồng {number} ({from} – {to}) của khách hàng lớn này',
    en: 'The days of the contract overlap those of contract {number} ({from} – {to}) of this key account',
  }),
  contractTaken: error('COB-206', 409, { vi: 'Khách hàng lớn này đã có hợp đồng số {number}', en: 'This key account has a contract {number} already' }),
  daysOrder: error('COB-207', 422, { vi: 'Ngày hết hạn không được trước ngày hiệu lực', en: 'A contract cannot end before it begins' }),
  feeHole: error('COB-208', 422, {
    vi: 'Biểu phí tuyến {pair} chưa có bậc cho số tiền từ {from} đến {to} đồng',
    en: 'The fees of {pair} have no step for amounts from VND {from} to {to}',
  }),
  feeOverlap: error('COB-209', 422, {
    vi: 'Biểu phí tuyến {pair} có hai bậc cho số tiền từ {from} đến {to} đồng',
    en: 'The fees of {pair} have two steps for amounts from VND {from} to {to}',
  }),
  feeOpenEnd: error('COB-210', 422, {
    vi: 'Biểu phí tuyến {pair} chưa có bậc cho số tiền từ {from} đồng trở lên',
    en: 'The fees of {pair} have no step for amounts from VND {from} on',
  }),
  feePairs: error('COB-211', 422, {
    vi: 'Biểu phí chưa có tuyến “mọi tỉnh → mọi tỉnh” cho các tuyến còn lại',
    en: 'The fees have no “any → any” for all other pairs of provinces',
  }),
  feeBounds: error('COB-212', 422, {
    vi: 'Bậc {line}: mức tối đa không được nhỏ hơn mức tối thiểu',
    en: 'Step {line}: the maximum must not be below the minimum',
  }),
  cycleFacts: error('COB-213', 422, { vi: 'Chu kỳ này cần {field}', en: 'This cycle needs {field}' }),
  provinceUnknown: error('COB-214', 422, { vi: 'Bậc {line}: tuyến phí phải là tỉnh, thành phố', en: 'Step {line}: a pair names provinces' }),
  contractEnded: error('COB-215', 422, {
    vi: 'Ngày kết thúc phải từ hôm nay và không sau ngày hết hạn hiện tại của hợp đồng {number}',
    en: 'Contract {number} can end today at the earliest, and not later than it does now',
  }),
  sameAccount: error('COB-216', 422, { vi: 'Đây là tài khoản đang dùng', en: 'This is the account in use' }),
  bankUnknown: error('COB-217', 422, { vi: 'Mã ngân hàng không có trong danh mục', en: 'The bank is not in the list' }),
  accountBlocked: error('COB-218', 409, {
    vi: 'Tài khoản {account} đang bị giữ hoặc đã bị thay, không thể dùng để nhận tiền',
    en: 'Account {account} is held or was replaced, so no money may go to it',
  }),
  owed: error('COB-219', 409, {
    vi: 'Không thể đóng: số dư phải trả khách hàng lớn {keyAccount} là {amount} đồng',
    en: 'It cannot be closed: VND {amount} stands on the account of key account {keyAccount}',
  }),
  notEnded: error('COB-220', 409, {
    vi: 'Không thể đóng: khách hàng lớn {keyAccount} còn {count} quyết toán hoặc bưu gửi chưa kết thúc',
    en: 'It cannot be closed: {count} {count|settlement or item|settlements or items} of key account {keyAccount} {count|has|have} not come to an end',
  }),
  cooling: error('COB-230', 409, {
    vi: 'Khách hàng lớn {keyAccount} vừa đổi tài khoản nhận tiền, chỉ chi được sau {until}',
    en: 'Key account {keyAccount} has just changed its settlement account; nothing is paid to it before {until}',
  }),
  notActive: error('COB-231', 409, {
    vi: 'Khách hàng lớn {keyAccount} đang tạm dừng hoặc đã đóng, không quyết toán',
    en: 'Key account {keyAccount} is suspended or closed, so it is not settled',
  }),
  noContract: error('COB-232', 409, {
    vi: 'Khách hàng lớn {keyAccount} không có hợp đồng hiệu lực ngày {day}',
    en: 'Key account {keyAccount} has no contract in force on {day}',
  }),
  alreadyRun: error('COB-233', 409, {
    vi: 'Kỳ quyết toán này đã chạy (bảng kê {settlement}), không lập thêm bảng kê nào',
    en: 'This cycle has been run (statement {settlement}); no statement was made',
  }),
  nothingDue: error('COB-234', 409, {
    vi: 'Không có bưu gửi nào đủ điều kiện quyết toán đến hôm nay',
    en: 'Nothing is due to be settled by today',
  }),
  notChecked: error('COB-235', 409, {
    vi: 'Đợt {run} còn {count} bảng kê chưa kiểm tra',
    en: '{count} {count|statement|statements} of run {run} {count|is|are} not checked yet',
  }),
  emptyRun: error('COB-236', 409, { vi: 'Đợt {run} không có bảng kê nào để trình', en: 'Run {run} has no statement to submit' }),
  runChanged: error('COB-237', 409, {
    vi: 'Bảng kê của đợt {run} không còn như khi trình. Vui lòng trình lại',
    en: 'The statements of run {run} are not what was submitted. Submit it again',
  }),
  runClosed: error('COB-238', 409, {
    vi: 'Đợt {run} đã trình, bảng kê không đổi được nữa',
    en: 'Run {run} was submitted; its statements cannot change any more',
  }),
  beingPaid: error('COB-239', 409, {
    vi: 'Quyết toán {settlement} đang được chuyển bằng lệnh khác. Vui lòng chờ kết quả của lệnh đó',
    en: 'Settlement {settlement} is being paid by another transfer. Wait for the outcome of that one',
  }),
  inBatch: error('COB-245', 409, {
    vi: 'Bảng kê {settlement} nằm trong lô chuyển khoản {batch}. Hãy huỷ lô đó trước, hoặc chờ kết quả nếu lô đã gửi',
    en: 'Statement {settlement} stands in transfer batch {batch}. Cancel that batch first, or wait for the outcome once it was sent',
  }),
  noAccount: error('COB-240', 409, {
    vi: 'Khách hàng lớn {keyAccount} chưa có tài khoản nhận tiền',
    en: 'Key account {keyAccount} has no settlement account',
  }),
  itemsChanged: error('COB-241', 409, {
    vi: 'Bưu gửi {item} của bảng kê {settlement} không còn đủ điều kiện chi. Vui lòng huỷ bảng kê để lập lại',
    en: 'Item {item} of statement {settlement} may not be paid any more. Give the statement up and make a new one',
  }),
  ownCheck: error('COB-242', 409, {
    vi: 'Người lập bảng kê {settlement} không được tự kiểm tra',
    en: 'Statement {settlement} must be checked by someone other than the person who made it',
  }),
  itemApproved: error('COB-243', 409, {
    vi: 'Bưu gửi {item} nằm trong bảng kê {settlement} đã duyệt. Vui lòng rút bảng kê trước nếu chưa chi',
    en: 'Item {item} stands in statement {settlement}, which is approved. Withdraw the statement first, as long as it is not paid',
  }),
  recovered: error('COB-244', 409, {
    vi: 'Khoản thu lại của bảng kê {settlement} đã được trừ ở bảng kê khác, không rút được',
    en: 'What items of statement {settlement} owe has been deducted from another statement, so it cannot be withdrawn',
  }),
})
