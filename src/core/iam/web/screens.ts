import { defineScreens, type ScreenLoader, stamped } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export const iamScreens = defineScreens(manifest, {
  [paths.signIn]: () => import('./sign-in/sign-in-page.tsx'),
  [paths.register]: () => import('./sign-in/register-page.tsx'),
  [paths.forgotPassword]: () => import('./sign-in/forgot-page.tsx'),
  [paths.confirmPassword]: () => import('./sign-in/confirm-page.tsx'),
  [paths.notFound]: () => import('#platform/web/shell/routing/not-found-page.tsx'),
})

/** Users and how they are brought from a file; the list leads to `import`. */
export const userScreens = (paths: { import: string }) => ({
  list: stamped(() => import('./access/users/users-screen.tsx'), paths),
  import: (() => import('./access/users/user-import-screen.tsx')) satisfies ScreenLoader,
})
export const roleScreen: ScreenLoader = () => import('./access/roles/roles-screen.tsx')
export const permissionScreen: ScreenLoader = () => import('./access/permissions/resources-screen.tsx')
export const permissionMatrixScreen: ScreenLoader = () => import('./access/permissions/matrix-screen.tsx')
export const clientScreen: ScreenLoader = () => import('./access/clients/clients-screen.tsx')
