/** Addresses of the screens, which lead to each other; the detail takes ?id=. */
export interface MerchantPaths {
  list: string
  detail: string
  plans: string
  /** The list of their payments, which takes ?merchantId=. */
  transactions: string
  /** The list of codes that they are paid by, which takes ?merchantId=. */
  codes: string
  /** An account of the ledger. */
  account(id: string): string
}

export const merchantAddress = ({ detail }: MerchantPaths, id: string) => `${detail}?id=${id}`
export const paymentsAddress = ({ transactions }: MerchantPaths, merchantId: string) => `${transactions}?${new URLSearchParams({ merchantId })}`
export const codesAddress = ({ codes }: MerchantPaths, merchantId: string) => `${codes}?${new URLSearchParams({ merchantId, from: '' })}`
/** Merchants that have a plan. */
export const usersOf = ({ list }: MerchantPaths, feePlanId: string) => `${list}?${new URLSearchParams({ feePlanId })}`
