/** What other modules show of identity: sessions of a user, the code that opens an enrolment. */
export { EnrolmentCodeDialog } from './sign-in/enrolment-code-dialog.tsx'
export { UserSessions } from './sign-in/session-list.tsx'
