/** The door of the audit viewer. */
export { historyOf } from './history.ts'
export { auditModule } from './module.ts'
