/** The door of payments: the screens of any service's transactions, stamped by its sub-system. */
export { transactionDetail } from './transaction-detail.tsx'
export { transactionList } from './transaction-list.tsx'
