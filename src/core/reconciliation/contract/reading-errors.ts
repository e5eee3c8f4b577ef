import { defineErrors, error } from '#kernel/errors.ts'

/** What is wrong with one row of a statement. {row} is its line in the file, {column} the title or place of the cell. */
export const rowErrors = defineErrors({
  day: error('RCR-001', 422, {
    vi: 'Dòng {row}, cột {column}: ngày không đúng mẫu {pattern}',
    en: 'Row {row}, column {column}: the date does not follow {pattern}',
  }),
  time: error('RCR-002', 422, { vi: 'Dòng {row}, cột {column}: giờ không đọc được', en: 'Row {row}, column {column}: the time cannot be read' }),
  amount: error('RCR-003', 422, {
    vi: 'Dòng {row}, cột {column}: số tiền không đúng dấu thập phân “{decimal}” và dấu hàng nghìn “{thousands}” đã cấu hình',
    en: 'Row {row}, column {column}: the amount does not follow the configured decimal mark “{decimal}” and thousands mark “{thousands}”',
  }),
  amountMissing: error('RCR-004', 422, { vi: 'Dòng {row}, cột {column}: thiếu số tiền', en: 'Row {row}, column {column}: the amount is missing' }),
  amountTwice: error('RCR-005', 422, {
    vi: 'Dòng {row}, cột {column}: dòng vừa ghi nợ vừa ghi có',
    en: 'Row {row}, column {column}: the row has both a debit and a credit',
  }),
  debitSign: error('RCR-006', 422, {
    vi: 'Dòng {row}, cột {column}: dấu của số ghi nợ khác với cấu hình',
    en: 'Row {row}, column {column}: the sign of the debit is not the configured one',
  }),
  sign: error('RCR-007', 422, {
    vi: 'Dòng {row}, cột {column}: không rõ là ghi nợ hay ghi có',
    en: 'Row {row}, column {column}: this is neither a configured word for debit nor for credit',
  }),
  status: error('RCR-008', 422, {
    vi: 'Dòng {row}, cột {column}: trạng thái này chưa được khai báo trong cấu hình',
    en: 'Row {row}, column {column}: this status is not in the configuration',
  }),
  dayMissing: error('RCR-009', 422, { vi: 'Dòng {row}, cột {column}: thiếu ngày', en: 'Row {row}, column {column}: the date is missing' }),
  tooLong: error('RCR-010', 422, {
    vi: 'Dòng {row}, cột {column}: dài hơn {max} ký tự',
    en: 'Row {row}, column {column}: longer than {max} characters',
  }),
  tooManyCells: error('RCR-011', 422, {
    vi: 'Dòng {row}, cột {column}: dòng có nhiều ô hơn tiêu đề, có thể nội dung chứa dấu phân cách',
    en: 'Row {row}, column {column}: the row has more cells than the header, so a text may contain the delimiter',
  }),
  quote: error('RCR-012', 422, {
    vi: 'Dòng {row}, cột {column}: dấu ngoặc kép đặt sai chỗ',
    en: 'Row {row}, column {column}: a quotation mark stands in the wrong place',
  }),
  cellError: error('RCR-013', 422, { vi: 'Dòng {row}, cột {column}: ô chứa lỗi công thức', en: 'Row {row}, column {column}: the cell holds a formula error' }),
  shape: error('RCR-014', 422, {
    vi: 'Dòng {row}, {column}: không đúng cấu trúc của định dạng này',
    en: 'Row {row}, {column}: this does not follow the structure of the format',
  }),
  detailSum: error('RCR-015', 422, {
    vi: 'Dòng {row}, {column}: tổng các giao dịch chi tiết khác số tiền của bút toán',
    en: 'Row {row}, {column}: the details do not add up to the amount of the entry',
  }),
})

/** Why a statement is refused as a whole. */
export const fileErrors = defineErrors({
  empty: error('RCR-030', 422, { vi: 'File rỗng', en: 'The file is empty' }),
  notText: error('RCR-031', 422, {
    vi: 'File không phải file văn bản: dòng {row}, cột {column} có ký tự điều khiển',
    en: 'This is not a text file: row {row}, column {column} holds a control character',
  }),
  encoding: error('RCR-032', 422, {
    vi: 'Dòng {row}, cột {column} có byte không thuộc bảng mã {encoding}: file bị hỏng, hoặc dùng bảng mã khác',
    en: 'Row {row}, column {column} holds bytes that are not {encoding}: the file is damaged, or in another encoding',
  }),
  otherEncoding: error('RCR-033', 422, {
    vi: 'File dùng bảng mã {found}, không phải {encoding} như cấu hình',
    en: 'The file is in {found}, not in {encoding} as configured',
  }),
  lineTooLong: error('RCR-034', 422, {
    vi: 'Dòng {row} dài hơn {max} ký tự: file bị hỏng hoặc có dấu ngoặc kép chưa đóng',
    en: 'Row {row} is longer than {max} characters: the file is damaged, or a quotation mark is not closed',
  }),
  truncated: error('RCR-035', 422, { vi: 'File bị cắt cụt ở dòng {row}, cột {column}', en: 'The file ends too early, in row {row}, column {column}' }),
  tooManyRows: error('RCR-036', 422, {
    vi: 'File có hơn {max} dòng. Hãy chia thành nhiều file',
    en: 'The file has more than {max} {max|row|rows}. Split it into several files',
  }),
  tooManyColumns: error('RCR-037', 422, { vi: 'Dòng {row} có hơn {max} cột', en: 'Row {row} has more than {max} {max|column|columns}' }),
  headerNotFound: error('RCR-038', 422, {
    vi: 'Không tìm thấy dòng tiêu đề có: {titles}. File có thể của ngân hàng khác hoặc mẫu khác',
    en: 'There is no header row with: {titles}. The file may be of another bank or another layout',
  }),
  columnMissing: error('RCR-039', 422, {
    vi: 'Dòng tiêu đề {row} không có cột: {columns}',
    en: 'The header in row {row} has no column: {columns}',
  }),
  columnTwice: error('RCR-040', 422, {
    vi: 'Dòng tiêu đề {row} có nhiều cột {columns}. Hãy chọn theo vị trí cột',
    en: 'The header in row {row} has several columns {columns}. Select the column by its place',
  }),
  sheetMissing: error('RCR-041', 422, { vi: 'File không có sheet {sheet}', en: 'The file has no sheet {sheet}' }),
  notWorkbook: error('RCR-042', 415, {
    vi: 'File không phải là bảng tính .xlsx, .xls hoặc bảng HTML lưu thành .xls',
    en: 'The file is not an .xlsx or .xls workbook, nor an HTML table saved as .xls',
  }),
  sheetTooLarge: error('RCR-043', 422, {
    vi: 'File bảng tính lớn hơn {megabytes} MB. Hãy xuất sao kê thành .csv',
    en: 'The workbook is larger than {megabytes} MB. Export the statement as .csv',
  }),
  otherDayOrder: error('RCR-044', 422, {
    vi: 'Ngày trong file theo mẫu {found}, không phải {pattern} như cấu hình (dòng {row}, cột {column}: {value})',
    en: 'The dates of the file follow {found}, not {pattern} as configured (row {row}, column {column}: {value})',
  }),
  otherDirection: error('RCR-045', 422, {
    vi: 'Số dư chỉ khớp khi đọc từ dòng cuối lên (dòng {row}). Hãy đổi thứ tự dòng trong cấu hình',
    en: 'The balance only agrees when the rows are read in the other order (row {row}). Change the order of the rows in the configuration',
  }),
  controlSums: error('RCR-046', 422, {
    vi: 'Số kiểm tra ở cuối file không khớp: ghi {expected}, đếm được {found} (dòng {row}, cột {column})',
    en: 'The control totals of the file do not agree: it says {expected}, and holds {found} (row {row}, column {column})',
  }),
  trailerMissing: error('RCR-047', 422, {
    vi: 'Không có dòng kết thúc “{find}”: file bị cắt cụt',
    en: 'There is no closing row “{find}”: the file ends too early',
  }),
  trailerUnreadable: error('RCR-048', 422, {
    vi: 'Không đọc được số kiểm tra ở dòng {row}, cột {column}',
    en: 'The control total in row {row}, column {column} cannot be read',
  }),
  otherAccount: error('RCR-049', 422, {
    vi: 'Sao kê của tài khoản {found}, không phải {account}',
    en: 'The statement is of account {found}, not of {account}',
  }),
  otherCurrency: error('RCR-050', 422, {
    vi: 'Dòng {row}: loại tiền {found}, cấu hình là {currency}',
    en: 'Row {row}: the currency is {found}, and {currency} is configured',
  }),
  notMt940: error('RCR-051', 422, {
    vi: 'File không phải MT940: dòng {row} không có :20: hoặc :25:',
    en: 'This is not MT940: there is no :20: or :25: by row {row}',
  }),
  tag: error('RCR-052', 422, { vi: 'Dòng {row}: không đọc được {tag}', en: 'Row {row}: {tag} cannot be read' }),
  pageGap: error('RCR-053', 422, {
    vi: 'Dòng {row}: trang sau bắt đầu với số dư {found}, trang trước kết thúc với {expected}',
    en: 'Row {row}: the page begins with the balance {found}, and the one before ended with {expected}',
  }),
  notCamt: error('RCR-054', 422, { vi: 'File không phải camt.053', en: 'This is not camt.053' }),
  xml: error('RCR-055', 422, { vi: 'Dòng {row}, cột {column}: XML không hợp lệ', en: 'Row {row}, column {column}: the XML is not well-formed' }),
  xmlForbidden: error('RCR-056', 422, {
    vi: 'Dòng {row}, cột {column}: không chấp nhận DOCTYPE và thực thể trong XML',
    en: 'Row {row}, column {column}: DOCTYPE and entities are not accepted in XML',
  }),
  xmlDeep: error('RCR-057', 422, {
    vi: 'Dòng {row}, cột {column}: XML lồng quá sâu hoặc phần tử quá lớn',
    en: 'Row {row}, column {column}: the XML is nested too deeply, or an element is too large',
  }),
  damaged: error('RCR-058', 422, {
    vi: 'Không đọc được nội dung file: file bị hỏng hoặc bị cắt cụt',
    en: 'The file cannot be read: it is damaged or incomplete',
  }),
  tooHeavy: error('RCR-059', 422, {
    vi: 'File cần quá nhiều thời gian hoặc bộ nhớ để đọc. Hãy chia nhỏ file hoặc xuất thành .csv',
    en: 'The file takes too much time or memory to read. Split it, or export it as .csv',
  }),
  html: error('RCR-060', 422, {
    vi: 'Dòng {row}, cột {column}: trang HTML không phải là một bảng đơn giản',
    en: 'Row {row}, column {column}: the HTML page is not a simple table',
  }),
  nothingRead: error('RCR-061', 422, {
    vi: 'Không đọc được dòng nào trong {count} dòng: dòng {row}, cột {column} ghi “{value}”. Kiểm tra file và cách đọc trong cấu hình',
    en: 'None of {count} {count|row|rows} can be read: row {row}, column {column} has “{value}”. Check the file, and how the configuration reads it',
  }),
  closingMissing: error('RCR-062', 422, {
    vi: 'File bị cắt cụt: có số dư đầu kỳ nhưng đến dòng {row} vẫn không có “{label}”',
    en: 'The file ends too early: it has an opening balance, but up to row {row} no “{label}”',
  }),
})
