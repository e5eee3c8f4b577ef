/** Addresses of the screens of the ledger, which lead to each other; `account` and `manualJournal` carry an {id}. */
export interface LedgerPaths {
  account: string
  manualJournal: string
  chartImport: string
  accounts: string
}
