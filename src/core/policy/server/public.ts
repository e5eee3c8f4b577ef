/** The door of product policies: what is in force is read here; see feeInForce. */
export { policyRelease } from './approval.ts'
export { type FeeInForce, feeInForce } from './fees.ts'
export { policyModule } from './module.ts'
