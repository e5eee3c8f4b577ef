/** What other modules show of identity: sessions of a user, the code that opens an enrolment, the choice of users. */
export { RoleFilter as RoleSelect } from './access/inputs.tsx'
export { EnrolmentCodeDialog } from './sign-in/enrolment-code-dialog.tsx'
export { UserSessions } from './sign-in/session-list.tsx'
export { UserMultiSelect, UserSelect } from './user-select.tsx'
