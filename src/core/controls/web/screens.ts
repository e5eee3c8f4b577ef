import type { ScreenLoader } from '#platform/web/screens.ts'

export const alertsScreen: ScreenLoader = () => import('./alert-screen.tsx')
