import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of breaks, and why a row of a filled-in workbook is not applied. */
export const breakErrors = defineErrors({
  sessionOver: error('RCB-001', 409, {
    vi: 'Phiên đối soát {code} đã xác nhận, tất toán hoặc huỷ, nên chênh lệch của phiên không đổi được nữa. Hãy mở lại phiên trước',
    en: 'Session {code} is confirmed, settled or cancelled, so its breaks no longer change. Reopen the session first',
  }),
  bothSides: error('RCB-002', 422, {
    vi: 'Chỉ khớp được chênh lệch có dòng tiền của cả hai bên. Chênh lệch {reference} chỉ có một bên',
    en: 'Only a break with money of both sides can be matched. Break {reference} has one side only',
  }),
  noDifference: error('RCB-003', 422, {
    vi: 'Chênh lệch {reference} không có tiền lệch, nên không có gì để xoá bỏ hay điều chỉnh',
    en: 'Break {reference} has no difference in money, so there is nothing to write off or adjust',
  }),
  overWriteOff: error('RCB-004', 422, {
    vi: 'Số tiền {amount} đồng vượt mức xoá bỏ {limit} đồng của cấu hình. Hãy điều chỉnh có chứng từ, hoặc tra soát với đối tác',
    en: 'VND {amount} exceeds the write-off limit of VND {limit} of the configuration. Adjust it with documents, or dispute it with the partner',
  }),
  noPosting: error('RCB-005', 422, {
    vi: 'Loại đối soát này không hạch toán, nên không xoá bỏ hay điều chỉnh được',
    en: 'Nothing is posted for this kind of reconciliation, so nothing can be written off or adjusted',
  }),
  cannotAct: error('RCB-006', 422, {
    vi: 'Cách xử lý “{resolution}” không dùng được cho chênh lệch {reference}',
    en: '“{resolution}” is not possible for break {reference}',
  }),
  outcomeNeeded: error('RCB-007', 422, {
    vi: 'Chọn kết quả của giao dịch: thành công hoặc thất bại',
    en: 'Choose the outcome of the transaction: succeeded or failed',
  }),
  carryOver: error('RCB-008', 422, {
    vi: 'Chênh lệch {reference} đã quá {days} ngày làm việc, không chuyển kỳ sau được nữa',
    en: 'Break {reference} is more than {days} working {days|day|days} old and can no longer be carried forward',
  }),
  noPartner: error('RCB-009', 422, {
    vi: 'Phiên này không có đối tác để tra soát: cả hai bên đều là số liệu của đơn vị',
    en: 'There is no partner to dispute with: both sides of this session are our own records',
  }),
  carriedOn: error('RCB-010', 409, {
    vi: 'Chênh lệch {reference} đã được phiên sau lấy sang, không mở lại được',
    en: 'Break {reference} has been taken over by the next session and cannot be reopened',
  }),
  actionDone: error('RCB-011', 409, {
    vi: 'Cách xử lý chênh lệch {reference} đã được thực hiện trên giao dịch, không mở lại được',
    en: 'What was decided about break {reference} has been carried out on the transaction, so it cannot be reopened',
  }),
  assignee: error('RCB-012', 422, { vi: 'Người này không xử lý chênh lệch đối soát', en: 'This person does not handle breaks' }),
  letterEmpty: error('RCB-013', 422, {
    vi: 'Chưa có chênh lệch nào ở cách xử lý “Tra soát với đối tác” để lập công văn',
    en: 'No break is in dispute with the partner yet, so there is nothing to write a letter about',
  }),
  oneBreak: error('RCB-030', 422, {
    vi: 'Các dòng này thuộc cùng một chênh lệch. Hãy chọn cách xử lý “Khớp các dòng” cho chênh lệch đó',
    en: 'These lines are of one break. Select “Match the lines” as the resolution of that break',
  }),
  breakInPart: error('RCB-031', 422, {
    vi: 'Khớp các chênh lệch là khớp mọi dòng của chúng: còn thiếu dòng của chênh lệch {reference}',
    en: 'A match of several breaks takes all of their lines: lines of break {reference} are missing',
  }),
  lineWaits: error('RCB-032', 422, {
    vi: '{side}: dòng {no} còn trong hạn chờ, chưa thành chênh lệch, nên chưa đề xuất khớp ngoài dung sai được',
    en: '{side}: line {no} still waits for its day and is in no break, so a match beyond the tolerance cannot be proposed yet',
  }),
  tooManyLines: error('RCB-033', 422, {
    vi: 'Các chênh lệch này có {count} dòng ở một bên; mỗi lần khớp nhiều nhất {max} dòng một bên',
    en: 'These breaks have {count} lines on one side; one match takes at most {max} lines of a side',
  }),
  bookForeign: error('RCB-014', 422, {
    vi: 'Đây không phải bảng chênh lệch tải từ hệ thống: dòng tiêu đề ở cột {column} phải là “{title}”. Hãy tải bảng của phiên này rồi điền lại',
    en: 'This is no workbook of breaks from this system: the heading of column {column} must be “{title}”. Download the workbook of this session and fill it in again',
  }),
  bookWaits: error('RCB-015', 409, {
    vi: 'Một bảng chênh lệch của phiên {code} đang chờ duyệt. Hãy chờ quyết định rồi trình bảng khác',
    en: 'A workbook of session {code} is waiting for a decision. Submit another one after it',
  }),
  bookNothing: error('RCB-016', 422, { vi: 'Không có dòng nào để áp dụng', en: 'There is no row to apply' }),
  bookGone: error('RCB-017', 409, {
    vi: 'Bảng này đã được trình hoặc đã có kết quả. Hãy tải bảng mới, điền và so sánh lại',
    en: 'This workbook has been submitted or has a result already. Download a new one, fill it in and compare again',
  }),
  rowMark: error('RCB-020', 422, {
    vi: 'Mã chênh lệch, phiên bản hoặc dấu xác nhận của dòng đã bị sửa',
    en: 'The break id, version or mark of this row has been changed',
  }),
  rowOther: error('RCB-021', 422, { vi: 'Dòng này của phiên đối soát {code}', en: 'This row belongs to session {code}' }),
  rowTwice: error('RCB-022', 422, { vi: 'Chênh lệch này đã có ở dòng {row}', en: 'This break already stands in row {row}' }),
  rowLocked: error('RCB-023', 422, {
    vi: 'Ô bị khoá đã bị sửa: cột {column} “{title}” ghi “{found}”, hệ thống ghi “{expected}”',
    en: 'A locked cell was changed: column {column} “{title}” says “{found}”, the system says “{expected}”',
  }),
  rowResolution: error('RCB-024', 422, {
    vi: 'Cột {column} “{title}”: không có cách xử lý “{found}”',
    en: 'Column {column} “{title}”: there is no resolution “{found}”',
  }),
  rowReason: error('RCB-025', 422, { vi: 'Cột {column} “{title}”: cần ghi lý do', en: 'Column {column} “{title}”: a reason is needed' }),
  rowLong: error('RCB-026', 422, { vi: 'Cột {column} “{title}”: dài quá {max} ký tự', en: 'Column {column} “{title}”: longer than {max} characters' }),
  rowCell: error('RCB-027', 422, {
    vi: 'Cột {column} “{title}”: ô là công thức lỗi hoặc không phải chữ',
    en: 'Column {column} “{title}”: the cell is a failed formula or no text',
  }),
  rowStale: error('RCB-028', 409, {
    vi: 'Chênh lệch đã thay đổi sau khi tải bảng',
    en: 'The break has changed since the workbook was downloaded',
  }),
  rowAlone: error('RCB-029', 422, {
    vi: 'Cách xử lý “{resolution}” cần nhập thêm thông tin, hãy xử lý chênh lệch này trên màn hình',
    en: '“{resolution}” needs more than the workbook holds; resolve this break on the screen',
  }),
})
