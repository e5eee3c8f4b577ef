/** The door of merchants: who is paid, on which account, and the fees that they have of their own. */
export { merchantsInScope, type OwnMerchant } from './in-scope.ts'
export { createMerchants, type MerchantInput, type PayableMerchant, payableAccounts, payableMerchants } from './merchants.ts'
export { merchantsModule } from './module.ts'
export { createFeePlans, customerPlans, type FeePlanInput } from './plans.ts'
export { merchantSearch } from './search.ts'
