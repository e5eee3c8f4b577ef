import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of handling requests and of the transactions in them. */
export const requestErrors = defineErrors({
  unknown: error('RCQ-001', 422, {
    vi: 'Không có giao dịch nào với mã hoặc số tham chiếu “{code}”',
    en: 'There is no transaction with the code or reference “{code}”',
  }),
  several: error('RCQ-002', 422, {
    vi: 'Số tham chiếu “{code}” có ở nhiều đối tác; hãy nhập mã giao dịch',
    en: 'Reference “{code}” exists with several partners; enter the transaction code',
  }),
  otherService: error('RCQ-003', 422, {
    vi: 'Giao dịch {code} thuộc dịch vụ khác, không xử lý ở đây',
    en: 'Transaction {code} belongs to another service and is not handled here',
  }),
  twice: error('RCQ-004', 422, { vi: 'Giao dịch {code} đã có ở dòng {row}', en: 'Transaction {code} already stands in row {row}' }),
  inAnother: error('RCQ-005', 409, {
    vi: 'Giao dịch {code} đang ở yêu cầu {request} chưa xong',
    en: 'Transaction {code} is in request {request}, which is not finished',
  }),
  kindNotOffered: error('RCQ-006', 422, { vi: 'Loại xử lý này không có ở đây', en: 'This kind of handling is not offered here' }),
  outcomeNeeded: error('RCQ-007', 422, {
    vi: 'Chọn kết quả của giao dịch {code}: thành công hoặc thất bại',
    en: 'Choose the outcome of transaction {code}: succeeded or failed',
  }),
  refundTooMuch: error('RCQ-008', 422, {
    vi: 'Giao dịch {code} chỉ còn hoàn được {left} đồng',
    en: 'At most VND {left} of transaction {code} can still be refunded',
  }),
  breakOver: error('RCQ-009', 409, {
    vi: 'Chênh lệch của giao dịch {code} không còn chờ xử lý',
    en: 'The break of transaction {code} is no longer open',
  }),
  breakOther: error('RCQ-010', 422, {
    vi: 'Chênh lệch được chọn không có giao dịch {code}',
    en: 'The selected break does not hold transaction {code}',
  }),
  severalSessions: error('RCQ-011', 422, {
    vi: 'Chênh lệch được chọn thuộc nhiều phiên đối soát; mỗi yêu cầu lập cho một phiên',
    en: 'The selected breaks belong to several sessions; make one request for each session',
  }),
  noTransactions: error('RCQ-012', 422, {
    vi: 'Chênh lệch được chọn không có giao dịch của ta, nên không lập yêu cầu xử lý được',
    en: 'The selected breaks hold no transaction of ours, so there is nothing to handle',
  }),
  noHeadOffice: error('RCQ-013', 409, {
    vi: 'Chưa khai báo trụ sở chính, không thể lập yêu cầu',
    en: 'The head office has not been set up, so no request can be made',
  }),
  notUnresolved: error('RCQ-014', 422, {
    vi: 'Chỉ ghi nhận kết quả hoặc hỏi lại đối tác cho giao dịch chưa rõ kết quả',
    en: 'Only for a transaction whose outcome is unknown can an outcome be recorded or the partner be asked again',
  }),
  notRefundable: error('RCQ-015', 422, {
    vi: 'Giao dịch không ở trạng thái hoàn tiền được',
    en: 'The transaction is in no state in which it can be refunded',
  }),
  fileType: error('RCQ-016', 415, { vi: 'Chỉ nhận file .xlsx, .xls hoặc .csv', en: 'Only .xlsx, .xls and .csv files are accepted' }),
  noHeading: error('RCQ-017', 422, {
    vi: 'Dòng đầu tiên của file phải là tiêu đề và có cột “{title}”. Hãy dùng file mẫu hoặc đặt tên cột như vậy',
    en: 'The first row of the file must be the header and have a column “{title}”. Use the template, or name the column so',
  }),
  headingTwice: error('RCQ-018', 422, {
    vi: 'Dòng tiêu đề có nhiều cột cho “{title}”: {columns}. Hãy giữ lại một cột',
    en: 'The header has several columns for “{title}”: {columns}. Keep one of them',
  }),
  codeRounded: error('RCQ-019', 422, {
    vi: 'Ô này là số, nên bảng tính đã làm tròn mã dài hơn 15 chữ số. Hãy định dạng cột là văn bản (Text) rồi nhập lại mã',
    en: 'This cell is a number, and spreadsheets round codes of more than 15 digits. Format the column as text and enter the code again',
  }),
  moreCells: error('RCQ-020', 422, {
    vi: 'Dòng có nhiều ô hơn số cột có tiêu đề. Nếu số tiền có dấu phẩy, hãy đặt trong dấu ngoặc kép, ví dụ "1,500,000"; nếu không, hãy xoá các ô thừa',
    en: 'The row has more cells than the header has titles. Put amounts with commas into quotation marks, such as "1,500,000", or remove the extra cells',
  }),
  behindQuote: error('RCQ-021', 422, {
    vi: 'Sau dấu ngoặc kép đóng vẫn còn ký tự. Hãy đặt toàn bộ giá trị của ô trong một cặp dấu ngoặc kép hoặc bỏ dấu ngoặc kép',
    en: 'There is text after the closing quotation mark. Put the whole value of the cell into one pair of quotation marks, or use none',
  }),
  webPage: error('RCQ-022', 415, {
    vi: 'File có đuôi .{ending} nhưng nội dung là trang web (HTML). Hãy mở file bằng Excel và lưu lại thành .xlsx',
    en: 'The file extension is .{ending} but its content is a web page (HTML). Open it in Excel and save it as .xlsx',
  }),
  amountSplit: error('RCQ-023', 422, {
    vi: 'Số tiền có vẻ đã bị tách ở dấu phẩy vì ô bên phải bắt đầu bằng nhóm ba chữ số. Hãy đặt số tiền trong dấu ngoặc kép, ví dụ "1,500,000", hoặc bỏ dấu phẩy',
    en: 'The amount seems to have been split at a comma, as the cell to its right begins with three digits. Put the amount into quotation marks, such as "1,500,000", or write it without commas',
  }),
})
