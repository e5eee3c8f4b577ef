/** The door of the audit viewer. */
export { auditModule } from './module.ts'
