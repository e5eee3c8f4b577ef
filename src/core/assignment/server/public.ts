/** The door of assignments: which businesses a unit or a person may do. */
export { assertMayDo } from './effective.ts'
export { assignmentModule } from './module.ts'
