/** What stands on a poster or label beside the code. */
export interface PosterSpec {
  code: string
  merchantName: string
  address: string
  /** The unit or counter where it hangs. */
  unitName: string
  bankName: string
  account: string
  accountName: string
  /** '150.000 đ'; dynamic codes only. */
  amount?: string
  memo?: string
  /** 'Từ ngày 01/11/2026 đến hết ngày 30/11/2026'; of codes that begin later or end. */
  days?: string
  payload: string
}

export const POSTER_KINDS = ['POSTER_A6', 'LABELS_8', 'SHEET_8'] as const

export interface PosterFile {
  /** An A6 page a code, eight codes as labels on a sheet of A4, or a sheet of eight labels a code. */
  kind: (typeof POSTER_KINDS)[number]
  /** Name of the product, at the foot. */
  product: string
  /** What PDF readers show as the title. */
  title: string
}

/** What the drawing thread answers: bytes of finished pages, that a list is done, that all is written. */
export type PosterAnswer = { bytes: Uint8Array } | 'more' | 'end'
