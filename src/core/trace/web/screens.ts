import type { ScreenLoader } from '#platform/web/screens.ts'

export const traceScreen: ScreenLoader = () => import('./trace-screen.tsx')
