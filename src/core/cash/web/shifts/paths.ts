/** Addresses of the screens of holdings, shifts and counts, which lead to each other; those of one record carry an {id}. */
export interface CashPaths {
  holdings: string
  holding: string
  myShift: string
  /** The count that the person has begun. */
  counting: string
  shifts: string
  shift: string
  counts: string
  count: string
}
