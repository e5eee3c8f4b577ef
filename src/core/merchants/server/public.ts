/** The door of merchants: who is paid, on which account, and what it costs them. */
export { chargeOf } from './fees.ts'
export { createFeePlans, createMerchants, type FeePlanInput, type MerchantInput, type PayableMerchant, payableAccounts, payableMerchants } from './merchants.ts'
export { merchantsModule } from './module.ts'
