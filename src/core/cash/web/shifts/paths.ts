/** Addresses of the screens of holdings, shifts and counts, which lead to each other; those of one record carry an {id}. */
export interface CashPaths {
  holdings: string
  holding: string
  shifts: string
  shift: string
  counts: string
  count: string
}
