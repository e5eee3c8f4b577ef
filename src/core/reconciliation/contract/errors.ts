import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of configurations, sessions and their statements. */
export const reconciliationErrors = defineErrors({
  daysHeld: error('RCN-001', 409, {
    vi: '{days} đã thuộc phiên {code}',
    en: 'Session {code} already covers {days}',
  }),
  daysAhead: error('RCN-002', 422, { vi: 'Chỉ đối soát những ngày đã qua hoặc hôm nay', en: 'Only past days and today can be reconciled' }),
  daysOrder: error('RCN-003', 422, {
    vi: 'Khoảng ngày không hợp lệ: ngày đầu không sau ngày cuối, dài nhất {days} ngày',
    en: 'The period is not valid: it must not end before it begins, and has at most {days} {days|day|days}',
  }),
  setupNotInForce: error('RCN-004', 409, {
    vi: 'Cấu hình {code} chưa được áp dụng hoặc đang tạm dừng',
    en: 'Configuration {code} is not in force, or is suspended',
  }),
  setupExists: error('RCN-005', 409, {
    vi: 'Nghiệp vụ và đối tác này đã có cấu hình {code}',
    en: 'This business and partner already have configuration {code}',
  }),
  codeTaken: error('RCN-006', 409, { vi: 'Mã cấu hình {code} đã tồn tại', en: 'Configuration {code} already exists' }),
  partnerUnfit: error('RCN-007', 422, {
    vi: 'Nghiệp vụ này không đối soát với đối tác đã chọn',
    en: 'This business is not reconciled with the selected partner',
  }),
  formatMissing: error('RCN-008', 422, {
    vi: 'Chưa có định dạng sao kê: đối soát với đối tác cần đọc được sao kê của họ',
    en: 'There is no statement format: reconciling with a partner needs one',
  }),
  notTested: error('RCN-009', 409, {
    vi: 'Bản nháp chưa chạy thử sau lần sửa cuối; hãy chạy thử trên một phiên rồi trình duyệt',
    en: 'The draft has had no dry run since its last edit; run it on a session before you submit it',
  }),
  noDraft: error('RCN-010', 409, { vi: 'Cấu hình {code} không có bản nháp', en: 'Configuration {code} has no draft' }),
  draftPending: error('RCN-011', 409, { vi: 'Bản nháp của cấu hình {code} đang chờ duyệt', en: 'The draft of {code} is waiting for approval' }),
  nothingChanged: error('RCN-012', 422, {
    vi: 'Bản nháp giống hệt phiên bản đang áp dụng',
    en: 'The draft is the same as the revision in force',
  }),
  formatUnreadable: error('RCN-013', 422, { vi: 'Định dạng sao kê gửi lên không hợp lệ', en: 'The statement format that was sent is not valid' }),
  noHeadOffice: error('RCN-014', 409, { vi: 'Hệ thống chưa có trụ sở chính', en: 'The system has no head office yet' }),
  otherSetup: error('RCN-015', 422, { vi: 'Phiên {code} không thuộc cấu hình này', en: 'Session {code} does not belong to this configuration' }),

  sameFile: error('RCN-020', 409, {
    vi: 'File này đã có trong phiên {code}, tải lên lúc {at} với tên {file}',
    en: 'Session {code} already holds this file, uploaded at {at} as {file}',
  }),
  notContinued: error('RCN-021', 409, {
    vi: 'Sao kê trùng kỳ với file {file} trong phiên {code} mà không nối tiếp file đó: số dư đầu {opening} khác số dư cuối {closing} của {file}. Nếu đây là bản sửa, hãy rút {file} trước',
    en: 'The statement overlaps {file} in session {code} without continuing it: its opening balance {opening} is not the closing balance {closing} of {file}. If this is a corrected version, withdraw {file} first',
  }),
  otherPeriod: error('RCN-022', 422, {
    vi: 'Sao kê có dòng ngoài kỳ của phiên: dòng {row} ghi ngày {day}, phiên từ {from} đến {to}',
    en: 'The statement has lines outside the period: row {row} is of {day}, the session is from {from} to {to}',
  }),
  overlapping: error('RCN-023', 409, {
    vi: 'Dòng {row} của file (ngày {day}, {amount} đồng) đã có ở dòng {otherRow} của file {file} trong phiên {code}',
    en: 'Row {row} of the file ({day}, VND {amount}) already stands in row {otherRow} of {file} in session {code}',
  }),
  balanceGap: error('RCN-024', 409, {
    vi: '{file}: số dư đứt ở dòng {row} (sau dòng {previousRow}): tính ra {expected}, file ghi {found}{rejected}',
    en: '{file}: the running balance breaks at row {row} (after row {previousRow}): {expected} expected, {found} found{rejected}',
  }),
  closingGap: error('RCN-058', 409, {
    vi: '{file}: số dư cuối không khớp với các dòng: file ghi {found}, cộng các dòng ra {expected}{rejected}',
    en: '{file}: the closing balance does not agree with the lines: {found} is stated, and the lines come to {expected}{rejected}',
  }),
  openingGap: error('RCN-025', 409, {
    vi: '{file}: số dư đầu {found} khác số dư cuối {expected} của sao kê trước (phiên {code}, đến ngày {day})',
    en: '{file}: the opening balance {found} is not the closing balance {expected} of the statement before (session {code}, until {day})',
  }),
  pieceOrder: error('RCN-026', 409, {
    vi: 'Các phần của file phải gửi theo thứ tự: đang chờ phần {expected}, nhận phần {number}',
    en: 'The pieces of a file come in order: piece {expected} is next, piece {number} came',
  }),
  pieceLength: error('RCN-027', 422, {
    vi: 'Phần {number} của file phải có {expected} byte, nhận được {found}',
    en: 'Piece {number} of the file must have {expected} bytes; {found} came',
  }),
  incomplete: error('RCN-028', 409, {
    vi: 'File chưa tải lên đủ: đã nhận {found} trên {expected} byte',
    en: 'The file is not complete: {found} of {expected} bytes have come',
  }),
  notUploading: error('RCN-029', 409, { vi: 'File này không còn ở bước tải lên', en: 'This file is no longer being uploaded' }),
  busy: error('RCN-030', 409, {
    vi: 'Phiên {code} đang được xử lý; hãy đợi xong hoặc dừng lại trước',
    en: 'Work on session {code} is under way; wait for it or stop it first',
  }),
  notFileKind: error('RCN-031', 409, {
    vi: 'Hai bên của phiên này đều là số liệu của ta, không nhập sao kê',
    en: 'Both sides of this session are our own records; it takes no statement',
  }),
  noConnector: error('RCN-032', 409, {
    vi: 'Chưa kết nối lấy sao kê với đối tác {partner}',
    en: 'Fetching statements from partner {partner} is not connected',
  }),
  notMadeYet: error('RCN-033', 409, {
    vi: 'Đối tác chưa lập sao kê ngày {day}',
    en: 'The partner has not made the statement of {day} yet',
  }),
  notFetched: error('RCN-034', 503, {
    vi: 'Không lấy được sao kê ngày {day} từ đối tác {partner}',
    en: 'The statement of {day} could not be fetched from partner {partner}',
  }),
  stopped: error('RCN-035', 409, { vi: 'Đã dừng theo yêu cầu', en: 'Stopped as asked' }),
  failed: error('RCN-036', 500, { vi: 'Xử lý không thành công, vui lòng thử lại', en: 'The work did not succeed; please try again' }),
  noTask: error('RCN-037', 409, { vi: 'Phiên không có xử lý nào đang chạy', en: 'No work is under way for this session' }),
  settledStatement: error('RCN-038', 409, {
    vi: 'Phiên {code} đã xác nhận hoặc tất toán, không đổi sao kê được',
    en: 'Session {code} is confirmed or settled; its statements stay as they are',
  }),
  statementInUse: error('RCN-039', 409, {
    vi: '{count} dòng của file đã được khớp tay, xử lý chênh lệch hoặc chuyển sang phiên sau; hãy gỡ những việc đó trước khi rút file',
    en: '{count} {count|line|lines} of the file {count|has|have} been matched by hand, resolved or carried into a later session; undo that before you withdraw the file',
  }),
  carriedOn: error('RCN-055', 409, {
    vi: 'Dòng chuyển kỳ của phiên {code} đã sang phiên {other}, không huỷ được',
    en: 'Lines carried forward from session {code} are in session {other}, so it cannot be cancelled',
  }),

  noStatement: error('RCN-040', 409, { vi: 'Phiên chưa có sao kê nào', en: 'The session has no statement yet' }),
  lineUnknown: error('RCN-041', 422, { vi: '{side}: không có dòng {no} trong phiên', en: '{side}: the session has no line {no}' }),
  lineMatched: error('RCN-042', 409, { vi: '{side}: dòng {no} đã khớp ở lần khớp {match}', en: '{side}: line {no} is matched already, in match {match}' }),
  lineWithoutMoney: error('RCN-043', 422, {
    vi: '{side}: dòng {no} không phát sinh tiền nên không khớp tay được',
    en: '{side}: no money moved on line {no}, so it cannot be matched by hand',
  }),
  lineProposed: error('RCN-044', 409, {
    vi: '{side}: dòng {no} thuộc chênh lệch đang chờ duyệt hoặc đã xử lý',
    en: '{side}: line {no} belongs to a break that waits for approval or is resolved',
  }),
  outsideTolerance: error('RCN-045', 409, {
    vi: 'Hai bên lệch {difference} đồng, ngoài dung sai {limit} đồng: hãy đề xuất khớp như một cách xử lý chênh lệch để người thứ hai duyệt',
    en: 'Both sides differ by VND {difference}, beyond the tolerance of VND {limit}: propose the match as the resolution of a break, for a second person to approve',
  }),
  matchUnknown: error('RCN-046', 404, { vi: 'Không có lần khớp {no} trong phiên', en: 'The session has no match {no}' }),
  matchDecided: error('RCN-047', 409, {
    vi: 'Lần khớp {no} do hai người quyết định; mở lại chênh lệch của nó để thay đổi',
    en: 'Match {no} was decided by two people; reopen its break to change it',
  }),
  lineTwice: error('RCN-048', 422, { vi: '{side}: dòng {no} được chọn hai lần', en: '{side}: line {no} is selected twice' }),

  breaksOpen: error('RCN-050', 409, {
    vi: 'Còn {count} chênh lệch chưa xử lý xong, đầu tiên là {reference}',
    en: '{count} {count|break is|breaks are} not resolved, {reference} first',
  }),
  rejectedRows: error('RCN-051', 409, {
    vi: 'Sao kê có {count} dòng bị từ chối. Hãy xem từng dòng, rồi xác nhận với phần chấp nhận dòng bị từ chối',
    en: '{count} {count|row|rows} of the statements {count|was|were} rejected. Look at them, then confirm and accept them as rejected',
  }),
  oursChanged: error('RCN-052', 409, {
    vi: 'Số liệu của ta đã thay đổi sau khi lấy: {codes}. Hãy lấy số liệu và khớp lại',
    en: 'Our records have changed since they were taken in: {codes}. Take them in and match again',
  }),
  proposedChanged: error('RCN-056', 409, {
    vi: 'Chênh lệch {reference} đang chờ duyệt nhưng số liệu của ta trong đó đã thay đổi. Hãy duyệt hoặc từ chối đề xuất trước khi khớp lại',
    en: 'Break {reference} waits for approval, and our records in it have changed. Approve or reject the proposal before you match again',
  }),
  carriedChanged: error('RCN-057', 409, {
    vi: 'Dòng chuyển kỳ {reference} của phiên {code} đã sang phiên {other}, mà số tiền bên ta vừa thay đổi. Hãy huỷ phiên {other} (nếu đã tất toán thì đảo tất toán trước), khớp lại phiên này, rồi lập lại phiên kia',
    en: 'Line {reference} was carried forward from session {code} to session {other}, and its amount on our side has changed. Cancel session {other} (reverse its settlement first, if it is settled), match this session again, then create the other one again',
  }),
  breakProposed: error('RCN-059', 409, {
    vi: 'Chênh lệch {reference} của phiên đang chờ duyệt. Hãy duyệt, từ chối hoặc rút đề xuất trước khi huỷ phiên',
    en: 'Break {reference} of this session waits for approval. Approve, reject or withdraw the proposal before you cancel the session',
  }),
  requestPending: error('RCN-053', 409, { vi: 'Phiên {code} đang chờ duyệt', en: 'Session {code} is waiting for approval' }),
  nothingPosted: error('RCN-054', 409, {
    vi: 'Phiên này không có bút toán tất toán',
    en: 'Sessions of this kind are settled without journals',
  }),
})
