import { lazy } from 'react'
import type { Identity } from '#platform/web/shell/setup.ts'
import { askSignOut, openProfile } from './account-dialogs.ts'
import { paths } from './paths.ts'
import { iamSessionApi } from './session-api.ts'

/** What this module brings into the shell; fetched when it is needed, the sign-in page needs none of it. */
export const identity: Identity = {
  api: iamSessionApi,
  signInPath: paths.signIn,
  AccountMenu: lazy(() => import('./account-menu.tsx')),
  openProfile,
  askSignOut,
  SignInAgain: lazy(() => import('./sign-in-again.tsx')),
  PasswordRequired: lazy(() => import('./password-required.tsx')),
}
