import type { RequestContext } from '../module.ts'
import type { StoredFile } from './file.ts'

/** Endings that uploads may have, with the media type that their bytes must show. */
export const FILE_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/x-cfb',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const
export type FileType = keyof typeof FILE_TYPES

/** What a sort of file may hold and who may do what with it. Listed once, in src/app/modules.ts. */
export interface FileKind {
  /** 'approvals.evidence': module and purpose. */
  name: string
  /** Present when people upload it; files without are made by the system. */
  upload?: {
    types: readonly FileType[]
    maxBytes: number
    /** Who may bring one; any of these permissions. */
    permissions: readonly string[]
  }
  /** Who may read it beside its owner while it is unattached. Runs for a file that exists; the default lets only its owner. */
  mayRead?(ctx: RequestContext, file: StoredFile): Promise<boolean>
}

export function defineFileKind(kind: FileKind): FileKind {
  return kind
}
