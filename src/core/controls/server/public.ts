/** The door of the control rules: what a rule is, and the module over all of them. */
export type { HiddenHoldings } from './alerts.ts'
export { controlsModule } from './module.ts'
export { type ControlRow, type ControlRule, defineControlRule } from './rule.ts'
