import type { ScreenLoader } from '#platform/web/screens.ts'

export const auditScreen: ScreenLoader = () => import('./audit-screen.tsx')
