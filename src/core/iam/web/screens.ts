import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export const iamScreens = defineScreens(manifest, {
  [paths.signIn]: () => import('./sign-in/sign-in-page.tsx'),
  [paths.register]: () => import('./sign-in/register-page.tsx'),
  [paths.forgotPassword]: () => import('./sign-in/forgot-page.tsx'),
  [paths.confirmPassword]: () => import('./sign-in/confirm-page.tsx'),
  [paths.notFound]: () => import('#platform/web/shell/routing/not-found-page.tsx'),
})
