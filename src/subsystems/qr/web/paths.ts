/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: '/pp-qr/quanlygiaodich/danhsachgiaodich',
  transaction: '/pp-qr/quanlygiaodich/chitietgiaodich/{id}',
  dailyReport: '/pp-qr/baocaothongke/baocaochitietngay',
} as const

/** Address of one transaction's detail. */
export const transactionPath = (id: string): string => paths.transaction.replace('{id}', id)
