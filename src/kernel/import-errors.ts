import { defineErrors } from './errors.ts'

/** Why a file, or an import as a whole, is refused. What is wrong with a row is said at the row. */
export const importErrors = defineErrors({
  notSpreadsheet: { code: 'IMP-001', status: 415, vi: 'Chỉ chấp nhận định dạng file .xlsx hoặc .xls', en: 'Only .xlsx or .xls files are accepted' },
  otherFormat: {
    code: 'IMP-002',
    status: 415,
    vi: 'File có đuôi .{ending} nhưng nội dung là .{format}. Hãy đổi lại đuôi file thành .{format} hoặc lưu lại bằng Excel',
    en: 'The file is called .{ending} but its content is .{format}. Rename it to .{format}, or save it again with Excel',
  },
  encrypted: {
    code: 'IMP-003',
    status: 422,
    vi: 'File được bảo vệ bằng mật khẩu. Hãy bỏ mật khẩu rồi tải lên lại',
    en: 'The file is protected by a password. Remove it and upload the file again',
  },
  damaged: {
    code: 'IMP-004',
    status: 422,
    vi: 'Không đọc được nội dung file: file bị hỏng hoặc bị cắt cụt',
    en: 'The file cannot be read: it is damaged or cut off',
  },
  macros: {
    code: 'IMP-005',
    status: 422,
    vi: 'File chứa macro không được chấp nhận. Hãy lưu lại thành .xlsx không có macro',
    en: 'A file with macros is not accepted. Save it as .xlsx without macros',
  },
  unpacked: {
    code: 'IMP-006',
    status: 422,
    vi: 'Nội dung giải nén của file quá lớn (tối đa {megabytes} MB, {entries} thành phần)',
    en: 'The file is too large once unpacked (at most {megabytes} MB in {entries} parts)',
  },
  tooManyRows: {
    code: 'IMP-007',
    status: 422,
    vi: 'File có hơn {max} dòng dữ liệu. Hãy chia thành nhiều file',
    en: 'The file has more than {max} rows. Split it into several files',
  },
  tooManyColumns: {
    code: 'IMP-008',
    status: 422,
    vi: 'File có hơn {max} cột',
    en: 'The file has more than {max} columns',
  },
  empty: { code: 'IMP-009', status: 422, vi: 'File không có dòng dữ liệu nào', en: 'The file holds no rows' },
  mergedHeader: {
    code: 'IMP-010',
    status: 422,
    vi: 'Dòng tiêu đề có ô bị gộp. Hãy bỏ gộp ô: mỗi cột một tiêu đề',
    en: 'The header has merged cells. Unmerge them: one title a column',
  },
  tooHeavy: {
    code: 'IMP-011',
    status: 422,
    vi: 'File cần quá nhiều thời gian hoặc bộ nhớ để đọc. Hãy chia nhỏ file hoặc lưu lại bằng Excel',
    en: 'The file takes too much time or memory to read. Split it, or save it again with Excel',
  },
  failed: {
    code: 'IMP-012',
    status: 500,
    vi: 'Nhập dữ liệu gặp lỗi, chưa có dòng nào được ghi. Vui lòng thử lại',
    en: 'The import failed and nothing was kept. Please try again',
  },
  unmapped: {
    code: 'IMP-013',
    status: 422,
    vi: 'Chưa chọn cột cho các trường bắt buộc: {fields}',
    en: 'No column is chosen for the required fields: {fields}',
  },
  noGoodRows: { code: 'IMP-014', status: 409, vi: 'Không có dòng hợp lệ nào để nhập', en: 'There is no valid row to import' },
  badRows: {
    code: 'IMP-015',
    status: 409,
    vi: 'Còn {count} dòng lỗi. Hãy sửa file, hoặc chọn nhập các dòng hợp lệ',
    en: 'There are {count} rows with errors. Correct the file, or choose to import the valid rows',
  },
  changedMeanwhile: {
    code: 'IMP-016',
    status: 409,
    vi: 'Dữ liệu trong hệ thống đã thay đổi sau khi kiểm tra, chưa có dòng nào được ghi. Hãy xem lại các dòng lỗi',
    en: 'The data has changed since the check; nothing was kept. Please look at the rows with errors again',
  },
  stopped: {
    code: 'IMP-017',
    status: 409,
    vi: 'Quản trị viên đã dừng việc xử lý, chưa có dòng nào được ghi. Bạn có thể làm lại',
    en: 'An administrator stopped the work; nothing was kept. You may try again',
  },
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
