/** Addresses of the screens of the ledger, which lead to each other; `account` carries an {id}. */
export interface LedgerPaths {
  account: string
}
