/** The door of the period cut-off: what holds a closing up, and the module. */
export { type Blocking, type CutOffCheck, defineCutOffCheck, type LateJournals, type Span } from './check.ts'
export { cutOffModule } from './module.ts'
export { periodReopening } from './reopening.ts'
export { withinUnit } from './snapshot.ts'
