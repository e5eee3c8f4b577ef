/** The door of outcomes that nobody knows: see docs/decisions.md. */
export { outcomeRules } from './control-rules.ts'
export { settledContradictions } from './cut-off.ts'
export { outcomeFiles } from './files.ts'
export type { Answer, Inquire, Inquiry } from './inquirer.ts'
export { type Outcomes, outcomes } from './module.ts'
export { openOverdue } from './overdue.ts'
export { caseReport } from './report.ts'
export { caseTrace } from './trace.ts'
