/** The door of incidents: a sub-system's desk is made with `incidentDesk`; records and actions with money are plugs. */
export type { DeskPlan, IncidentDesk } from './desk.ts'
export { incidentFiles } from './files.ts'
export { incidentDesk, incidentsModule, proposalsOf } from './module.ts'
export { partnerReport } from './partner-report.ts'
export type { ActionInput, ActionOffer, ActionResult, IncidentAction, IncidentSubject, RecordFacts } from './subject.ts'
export { teamReport } from './team-report.ts'
export { incidentTrace } from './trace.ts'
