import { z } from 'zod'
import { defineDownload, defineQuery } from '#kernel/contract.ts'
import { Count, enumOf, Id } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { CODES, listCodes } from './codes.ts'

const API = '/qr-admin/codes/v1'
const PERMISSION = `${CODES}/export`

/** An A6 page a code, eight codes as labels on a sheet of A4, or a sheet of eight labels a code. */
export const PosterKind = enumOf('vietqr.studio.posterKind', ['POSTER_A6', 'LABELS_8', 'SHEET_8'])
export type PosterKind = z.output<typeof PosterKind>

export const PictureFormat = enumOf('vietqr.studio.pictureFormat', ['PNG', 'SVG'])

export const codePicture = defineDownload({
  path: `${API}/picture`,
  permission: PERMISSION,
  summary: { vi: 'Tải hình mã QR', en: 'Download the picture of a QR code' },
  input: { id: Id, format: PictureFormat },
})

/** Codes of one file at most. */
export const PRINT_MAX = 1_000

/** Ids of several records, with commas between. */
const Ids = z
  .string()
  .max(PRINT_MAX * 20)
  .regex(new RegExp(`^[1-9]\\d{0,18}(,[1-9]\\d{0,18}){0,${PRINT_MAX - 1}}$`), { error: ruleError('id') })

export const printCodes = defineDownload({
  path: `${API}/print`,
  permission: PERMISSION,
  summary: { vi: 'In bảng mã, tem mã QR', en: 'Print posters or labels of QR codes' },
  input: { ids: Ids, kind: PosterKind },
})

/** Those of the list under a filter that can be printed: VQR-302 where they are more than PRINT_MAX, VQR-303 where there are none. */
export const printableCodes = defineQuery({
  method: 'POST',
  path: `${API}/printable`,
  permission: PERMISSION,
  summary: { vi: 'Mã QR in được theo bộ lọc', en: 'QR codes of a filter that can be printed' },
  input: { searchSdi: listCodes.filter },
  output: z.object({
    ids: z.array(Id),
    /** How many of them belong to merchants that are not active: nothing new is paid by them. */
    stopped: Count,
  }),
})
