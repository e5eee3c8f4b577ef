/** The door of codes and virtual accounts: what a payment to an account depends on, and what follows from it. */
export { type CreditedAccount, closePaid, creditedAccounts, refusalOf } from './credited.ts'
export { drawAccountNumbers, makeCodes } from './make.ts'
export { vietqrModule } from './module.ts'
export { qrPng, qrSvg } from './pictures/pictures.ts'
export { posterPdf } from './pictures/poster.ts'
