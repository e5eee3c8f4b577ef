import { defineErrors, error } from './errors.ts'

/** Why a file, or an import as a whole, is refused. What is wrong with a row is shown at the row. */
export const importErrors = defineErrors({
  notSpreadsheet: error('IMP-001', 415, { vi: 'Chỉ chấp nhận định dạng file .xlsx hoặc .xls', en: 'Only .xlsx or .xls files are accepted' }),
  otherFormat: error('IMP-002', 415, {
    vi: 'File có đuôi .{ending} nhưng nội dung là .{format}. Hãy đổi lại đuôi file thành .{format} hoặc lưu lại bằng Excel',
    en: 'The file extension is .{ending} but its content is .{format}. Rename it to .{format}, or save it again in Excel',
  }),
  encrypted: error('IMP-003', 422, {
    vi: 'File được bảo vệ bằng mật khẩu. Hãy bỏ mật khẩu rồi tải lên lại',
    en: 'The file is password-protected. Remove the password and upload it again',
  }),
  damaged: error('IMP-004', 422, {
    vi: 'Không đọc được nội dung file: file bị hỏng hoặc bị cắt cụt',
    en: 'The file cannot be read: it is damaged or incomplete',
  }),
  macros: error('IMP-005', 422, {
    vi: 'File chứa macro không được chấp nhận. Hãy lưu lại thành .xlsx không có macro',
    en: 'Files with macros are not accepted. Save it as .xlsx without macros',
  }),
  unpacked: error('IMP-006', 422, {
    vi: 'Nội dung giải nén của file quá lớn (tối đa {megabytes} MB, {entries} thành phần)',
    en: 'The file is too large once unpacked (at most {megabytes} MB in {entries} parts)',
  }),
  tooManyRows: error('IMP-007', 422, {
    vi: 'File có hơn {max} dòng dữ liệu. Hãy chia thành nhiều file',
    en: 'The file has more than {max} {max|row|rows}. Split it into several files',
  }),
  tooManyColumns: error('IMP-008', 422, { vi: 'File có hơn {max} cột', en: 'The file has more than {max} {max|column|columns}' }),
  empty: error('IMP-009', 422, { vi: 'File không có dòng dữ liệu nào', en: 'The file has no data rows' }),
  mergedHeader: error('IMP-010', 422, {
    vi: 'Dòng tiêu đề có ô bị gộp. Hãy bỏ gộp ô: mỗi cột một tiêu đề',
    en: 'The header row has merged cells. Unmerge them so that each column has one header',
  }),
  tooHeavy: error('IMP-011', 422, {
    vi: 'File cần quá nhiều thời gian hoặc bộ nhớ để đọc. Hãy chia nhỏ file hoặc lưu lại bằng Excel',
    en: 'The file takes too much time or memory to read. Split it, or save it again in Excel',
  }),
  failed: error('IMP-012', 500, {
    vi: 'Nhập dữ liệu gặp lỗi, chưa có dòng nào được ghi. Vui lòng thử lại',
    en: 'The import failed and nothing was kept. Please try again',
  }),
  unmapped: error('IMP-013', 422, { vi: 'Chưa chọn cột cho các trường bắt buộc: {fields}', en: 'No column is selected for the required fields: {fields}' }),
  noGoodRows: error('IMP-014', 409, { vi: 'Không có dòng hợp lệ nào để nhập', en: 'There are no valid rows to import' }),
  badRows: error('IMP-015', 409, {
    vi: 'Còn {count} dòng lỗi. Hãy sửa file, hoặc chọn nhập các dòng hợp lệ',
    en: '{count} {count|row has|rows have} errors. Fix the file, or import only the valid rows',
  }),
  changedMeanwhile: error('IMP-016', 409, {
    vi: 'Dữ liệu trong hệ thống đã thay đổi sau khi kiểm tra, chưa có dòng nào được ghi. Hãy xem lại các dòng lỗi',
    en: 'The data in the system has changed since the check; nothing was imported. Please review the rows with errors again',
  }),
  stopped: error('IMP-017', 409, {
    vi: 'Quản trị viên đã dừng việc xử lý, chưa có dòng nào được ghi. Bạn có thể làm lại',
    en: 'An administrator stopped the processing; nothing was imported. You can try again',
  }),
})

/** Bounds of a file that is imported. */
export const IMPORT_LIMITS = {
  bytes: 10 * 1_048_576,
  entries: 1_000,
  unpackedBytes: 100 * 1_048_576,
  rows: 50_000,
  columns: 200,
  /** Of the process that reads it. */
  memoryBytes: 512 * 1_048_576,
  milliseconds: 30_000,
} as const
