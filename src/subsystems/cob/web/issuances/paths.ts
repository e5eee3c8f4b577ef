import { paths } from '../paths.ts'

export const importAddress = (id: string): string => `${paths.issuanceImport}?issuanceId=${id}`

/** The lines of a lot, those in one state alone. */
export const linesAddress = (issuanceId: string, status?: string): string =>
  `${paths.issuanceLines}?${new URLSearchParams({ issuanceId, ...(status === undefined ? {} : { status }) })}`
