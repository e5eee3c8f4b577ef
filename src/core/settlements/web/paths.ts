import { fill } from '#kernel/language.ts'

/** Addresses of the screens, which lead to each other; `detail` and `transaction` carry an {id}. */
export interface SettlementPaths {
  list: string
  detail: string
  /** What settlements are made of, which takes ?merchantId=, ?settlement= (its code), ?open=. */
  movements: string
  /** The statement of a merchant, which takes ?merchantId=. */
  statement: string
  transaction: string
  merchant(id: string): string
  /** Batches of transfers, and one of them. */
  batches: string
  batch(id: string): string
  /** A transfer by its reference. */
  transfer(reference: string): string
}

export const settlementAddress = ({ detail }: SettlementPaths, id: string) => fill(detail, { id })
/** Of every day, as whoever follows the link asks for them. */
export const settlementsAddress = ({ list }: SettlementPaths, merchantId: string) => `${list}?${new URLSearchParams({ merchantId, from: '' })}`
export const movementsAddress = ({ movements }: SettlementPaths, filter: Record<string, string>) =>
  `${movements}?${new URLSearchParams({ ...filter, from: '' })}`
export const statementAddress = ({ statement }: SettlementPaths, merchantId: string) => `${statement}?${new URLSearchParams({ merchantId })}`
export const transactionAddress = ({ transaction }: SettlementPaths, id: string) => fill(transaction, { id })
