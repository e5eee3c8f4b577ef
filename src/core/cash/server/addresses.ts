/** Addresses of the screens that show records of cash, by their id. */
export interface CashAddresses {
  shift: (id: string) => string
  count: (id: string) => string
  holding: (id: string) => string
  day: (id: string) => string
  treasury: (id: string) => string
}
