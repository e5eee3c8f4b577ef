import { z } from 'zod'
import { defineCommand, defineDownload, defineQuery, defineUpload, SIGNED_IN } from './contract.ts'
import { defineErrors, error } from './errors.ts'
import { Count, Timestamp, trimmed } from './primitives.ts'
import { ruleError } from './validation-texts.ts'

/** Files by uuid: what is attached to records, and what the system makes for people to fetch. */

const PATH = '/pp-admin/file/v1'

const MIB = 1_048_576
/** Bytes of an attached file at most; a kind may allow less. */
export const FILE_MAX_BYTES = 20 * MIB
/** Files that one record takes in one go. */
export const ATTACHMENTS_MAX = 10

export const FileId = z.uuid({ error: ruleError('id') }).meta({ kind: 'id' })

/** What a screen needs to list and fetch a file. */
export const FileInfo = z.object({
  uuid: FileId,
  name: z.string().meta({ kind: 'text' }),
  contentType: z.string(),
  /** Bytes. */
  size: Count,
  createdAt: Timestamp,
})
export type FileInfo = z.output<typeof FileInfo>

/** Ids of uploaded files that a command attaches to its record. */
export const Attachments = z.array(FileId).max(ATTACHMENTS_MAX)

/** Keeps a file for a day; a command that names it keeps it for good. The kind says who may and what it may hold. */
export const uploadFile = defineUpload({
  path: `${PATH}/upload`,
  permission: SIGNED_IN,
  summary: { vi: 'Tải file lên', en: 'Upload a file' },
  maxBytes: FILE_MAX_BYTES,
  input: { kind: trimmed().max(64) },
  output: FileInfo,
})

/** A file as base64. */
export const downloadFile = defineQuery({
  path: `${PATH}/download`,
  permission: SIGNED_IN,
  summary: { vi: 'Nội dung file theo mã uuid, dạng base64', en: 'File content by uuid, as base64' },
  input: { uuid: FileId },
  output: FileInfo.extend({ base64: z.string() }),
})

/** The same as a stream of bytes. */
export const streamFile = defineDownload({
  path: `${PATH}/content`,
  permission: SIGNED_IN,
  summary: { vi: 'Tải file theo mã uuid', en: 'Download a file by uuid' },
  input: { uuid: FileId },
})

/** Takes an uploaded file away that is not attached to anything yet. */
export const removeFile = defineCommand({
  path: `${PATH}/remove`,
  permission: SIGNED_IN,
  summary: { vi: 'Bỏ file đã tải lên', en: 'Delete an uploaded file' },
  input: { uuid: FileId },
  output: z.object({ uuid: FileId }),
})

export const fileErrors = defineErrors({
  tooLarge: error('FIL-001', 413, { vi: 'File vượt quá dung lượng cho phép ({max})', en: 'The file exceeds the size limit ({max})' }),
  type: error('FIL-002', 415, {
    vi: 'Nội dung file không đúng loại được chấp nhận ({types})',
    en: 'The file content is not of an accepted type ({types})',
  }),
  empty: error('FIL-003', 422, { vi: 'File không có nội dung', en: 'The file is empty' }),
  missing: error('FIL-004', 422, { vi: 'Chưa chọn file', en: 'No file selected' }),
  attached: error('FIL-005', 409, {
    vi: 'File đính kèm không còn hoặc đã được dùng cho bản ghi khác, vui lòng tải lên lại',
    en: 'An attached file no longer exists or belongs to another record; please upload it again',
  }),
  large: error('FIL-006', 413, {
    vi: 'File quá lớn để trả về dạng base64, vui lòng tải trực tiếp',
    en: 'The file is too large to return as base64; please download it directly',
  }),
})

/** '10 MB', '512 KB': a size in words, the same in both languages. */
export function showSize(bytes: number): string {
  if (bytes >= MIB) return `${Math.round((bytes / MIB) * 10) / 10} MB`
  return bytes >= 1_024 ? `${Math.round(bytes / 1_024)} KB` : `${bytes} B`
}
