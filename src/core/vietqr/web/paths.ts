import { fill } from '#kernel/language.ts'

/** Addresses of the screens, which lead to each other; `detail` carries an {id}. */
export interface CodePaths {
  list: string
  detail: string
  import: string
  accounts: string
  /** The list of transactions, which finds those of an account by `creditedAccount`; of one transaction, with an {id}. */
  transactions: string
  transaction: string
}

export const codeAddress = ({ detail }: CodePaths, id: string) => fill(detail, { id })
export const paymentsAddress = ({ transactions }: CodePaths, account: string) => `${transactions}?${new URLSearchParams({ creditedAccount: account })}`
export const paymentAddress = ({ transaction }: CodePaths, id: string) => fill(transaction, { id })
