/** Addresses of the screens, which lead to each other; detail, import and update take ?id= and ?listId=. */
export interface PayoutPaths {
  list: string
  detail: string
  lines: string
  import: string
  update: string
  paidReport: string
  unpaidReport: string
  /** What counters, incidents and the money trace call a line. */
  lineCode(id: string): string
}

export const payoutAddress = ({ detail }: PayoutPaths, id: string) => `${detail}?id=${id}`
export const importAddress = (paths: PayoutPaths, id: string) => `${paths.import}?listId=${id}`
export const updateAddress = ({ update }: PayoutPaths, id: string) => `${update}?listId=${id}`

/** The lines of a list, those in some states or with a warning alone. */
export const linesAddress = ({ lines }: PayoutPaths, listId: string, field?: 'status' | 'warning' | 'unitId', value?: string) =>
  `${lines}?${new URLSearchParams({ listId, ...(field === undefined || value === undefined ? {} : { [field]: value }) })}`
