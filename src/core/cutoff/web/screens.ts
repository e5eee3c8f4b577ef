import type { ScreenLoader } from '#platform/web/screens.ts'

export const cutOffScreen: ScreenLoader = () => import('./period-screen.tsx')
