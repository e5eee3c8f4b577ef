/** The door of scheduled reports: the module, and whether a report was taken. */
export { reportsModule } from './module.ts'
export { wasTaken } from './taken.ts'
