/** What other modules show of identity: sessions of a user, the code that opens an enrolment. */
export { EnrolmentCodeDialog } from './enrolment-code-dialog.tsx'
export { UserSessions } from './session-list.tsx'
