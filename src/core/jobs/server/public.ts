/** The door of the background jobs. */
export { jobsModule } from './module.ts'
