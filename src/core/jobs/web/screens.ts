import type { ScreenLoader } from '#platform/web/screens.ts'

export const jobScreen: ScreenLoader = () => import('./job-screen.tsx')
