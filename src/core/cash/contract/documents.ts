import { z } from 'zod'
import { defineDownload, SIGNED_IN } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { CodeText, Count, Id } from '#kernel/primitives.ts'

export const documentErrors = defineErrors({
  tampered: error('CSH-160', 500, {
    vi: 'Chứng từ {number} không còn khớp với mã kiểm tra của nó',
    en: 'Document {number} no longer matches its checksum',
  }),
})

/** What a command that prints answers: the copy that was counted, to be fetched by `downloadDocument`. Copy 0 is the original. */
export const Printed = z.object({ documentId: Id, number: CodeText, copy: Count })
export type Printed = z.output<typeof Printed>

/** The PDF of a copy that the caller has just printed; the right was asked for by the command that printed it. */
export const downloadDocument = defineDownload({
  path: '/cfm-admin/document/v1/download',
  permission: SIGNED_IN,
  summary: { vi: 'Tải chứng từ vừa in (PDF)', en: 'Download a document that was just printed (PDF)' },
  input: { id: Id, copy: z.string().regex(/^\d{1,6}$/) },
})
