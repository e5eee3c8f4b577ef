import { z } from 'zod'
import { defineImport } from '#kernel/import.ts'
import { CodeWithDot, DateOnly } from '#kernel/primitives.ts'
import { CODES, CodeAmount, CodeKind, Counter, Memo } from './codes.ts'

/** Codes from a file; they are in use at once. */
export const importCodes = defineImport({
  path: '/qr-admin/codes/v1/import',
  permission: `${CODES}/import`,
  summary: { vi: 'Nhập mã QR', en: 'Import QR codes' },
  entity: 'vietqr.codeImport',
  maxRows: 5_000,
  row: z.object({
    merchantCode: CodeWithDot,
    kind: CodeKind.default('STATIC'),
    counter: Counter,
    amount: CodeAmount.optional(),
    memo: Memo,
    validFrom: DateOnly.optional(),
    validTo: DateOnly.optional(),
  }),
})
