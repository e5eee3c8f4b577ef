/** Addresses of the screens, which lead to each other; the detail takes ?id=. */
export interface DisbursementPaths {
  list: string
  detail: string
  transfers: string
  holds: string
}

export const batchAddress = ({ detail }: DisbursementPaths, id: string) => `${detail}?id=${id}`
/** The transfers of a batch, those in one state alone. */
export const transfersAddress = ({ transfers }: DisbursementPaths, batchId: string, status?: string) =>
  `${transfers}?${new URLSearchParams({ batchId, ...(status === undefined ? {} : { status }) })}`
