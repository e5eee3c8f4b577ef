import { lazy } from 'react'
import type { Identity } from '#platform/web/shell/preferences/setup.ts'
import { paths } from './paths.ts'
import { askSignOut, openProfile } from './sign-in/account-dialogs.ts'
import { iamSessionApi } from './sign-in/session-api.ts'

/** What this module brings into the shell; fetched when it is needed, the sign-in page needs none of it. */
export const identity: Identity = {
  api: iamSessionApi,
  signInPath: paths.signIn,
  AccountMenu: lazy(() => import('./sign-in/account-menu.tsx')),
  openProfile,
  askSignOut,
  SignInAgain: lazy(() => import('./sign-in/sign-in-again.tsx')),
  PasswordRequired: lazy(() => import('./sign-in/password-required.tsx')),
}
