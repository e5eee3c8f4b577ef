/** Where a sub-system has these screens. */
export interface OutcomePaths {
  cases: string
  import: string
  report: string
}
