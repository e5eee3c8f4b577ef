import { EnrolmentCodeDialog } from '#core/iam/web/public.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { UserCopy, UserCreate, UserEdit, UserRemove, UserResetAuthenticator, UserResetPassword, UserStatus } from './user-forms.tsx'

/** What may be open over the screen of users. */
type UserDialog = { kind: 'create' } | { kind: 'view' | 'edit' | 'status' | 'remove' | 'password' | 'authenticator' | 'enrolment' | 'copy'; id: string }

export const { Host: UserDialogs, useOpen: useUserDialog } = dialogHost<UserDialog>((dialog, close) => {
  switch (dialog.kind) {
    case 'create':
      return <UserCreate onClose={close} />
    case 'view':
      return <UserDrawer id={dialog.id} onClose={close} />
    case 'edit':
      return <UserEdit id={dialog.id} onClose={close} />
    case 'status':
      return <UserStatus id={dialog.id} onClose={close} />
    case 'remove':
      return <UserRemove id={dialog.id} onClose={close} />
    case 'password':
      return <UserResetPassword id={dialog.id} onClose={close} />
    case 'authenticator':
      return <UserResetAuthenticator id={dialog.id} onClose={close} />
    case 'enrolment':
      return <EnrolmentCodeDialog userId={dialog.id} onClose={close} />
    default:
      return <UserCopy id={dialog.id} onClose={close} />
  }
})
