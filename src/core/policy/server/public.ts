/** The door of product policies: the fees that payments get from them, and those that are agreed outside of this system. */

export { policyFees } from './in-force.ts'
export { policyModule } from './module.ts'
export { policyRelease } from './release.ts'
export { type AgreedPolicy, createAgreedPolicies } from './seeding.ts'
