/** The door of scheduled reports: the module. */
export { reportsModule } from './module.ts'
