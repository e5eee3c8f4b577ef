/** The door of product policies: what is in force is read here; see feeInForce. */

export { type FeeInForce, feeInForce } from './fees.ts'
export { policyModule } from './module.ts'
export { policyRelease } from './release.ts'
