import type { ScreenLoader } from '#platform/web/screens.ts'

export const limitsScreen: ScreenLoader = () => import('./limits-screen.tsx')
