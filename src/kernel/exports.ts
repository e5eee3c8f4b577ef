import { z } from 'zod'
import { defineCommand, defineQuery, SIGNED_IN } from './contract.ts'
import { FileId } from './files.ts'
import { Count, Timestamp } from './primitives.ts'

/** Days a finished file can be fetched. */
export const KEPT_DAYS = 7
/** Of one person that wait or run at the same time. */
export const MAX_OPEN = 5

const PATH = '/report/export-jobs/v1'

/** REFUSED: its owner may no longer see the list, or other rows of it than when it was asked for. */
export const ExportState = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'REFUSED'])

const ExportJob = z.object({
  id: z.uuid(),
  title: z.string(),
  format: z.enum(['xlsx', 'csv']),
  state: ExportState,
  /** Rows written so far, of all; 0 until it is known. */
  done: Count,
  total: Count,
  /** The finished file, until it expires. */
  file: z.object({ uuid: FileId, name: z.string(), size: Count, expiresAt: Timestamp }).nullable(),
  askedAt: Timestamp,
  endedAt: Timestamp.nullable(),
})
export type ExportJob = z.output<typeof ExportJob>

/** What the caller has asked for in the last days, newest first. */
export const myExports = defineQuery({
  path: `${PATH}/mine`,
  permission: SIGNED_IN,
  summary: { vi: 'File xuất của mình: đang chờ, đang chạy và đã xong', en: 'The caller’s export files: waiting, running and finished' },
  input: {},
  output: z.array(ExportJob),
})

/** What a large export is answered with instead of a file. */
export const AskedExport = z.object({ exportId: z.uuid() })

export const cancelExport = defineCommand({
  path: `${PATH}/cancel`,
  permission: SIGNED_IN,
  summary: { vi: 'Huỷ xuất file', en: 'Cancel an export' },
  input: { id: z.uuid() },
  output: z.null(),
})

export const removeExport = defineCommand({
  path: `${PATH}/remove`,
  permission: SIGNED_IN,
  summary: { vi: 'Xoá file xuất', en: 'Delete an export file' },
  input: { id: z.uuid() },
  output: z.null(),
})
