/** Where statements of key accounts are listed, and one of them. */
export const SETTLEMENTS_ROUTE = '/pp-cob/quan_ly_KHL/quyet_toan'
export const SETTLEMENT_ROUTE = `${SETTLEMENTS_ROUTE}/chi_tiet/{id}` as const

/** Address of one statement. */
export const settlementPath = (id: string): string => SETTLEMENT_ROUTE.replace('{id}', id)
