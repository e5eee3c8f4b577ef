/** The door of codes and virtual accounts: what a payment to an account depends on, and what follows from it. */
export { type CreditedAccount, closePaid, creditedAccounts, refusalOf } from './credited.ts'
export { makeCodes } from './make.ts'
export { vietqrModule } from './module.ts'
