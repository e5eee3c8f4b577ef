import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export const iamScreens = defineScreens(manifest, {
  [paths.signIn]: () => import('./sign-in-page.tsx'),
  [paths.register]: () => import('./register-page.tsx'),
  [paths.forgotPassword]: () => import('./forgot-page.tsx'),
  [paths.confirmPassword]: () => import('./confirm-page.tsx'),
  [paths.notFound]: () => import('#platform/web/shell/not-found-page.tsx'),
})
