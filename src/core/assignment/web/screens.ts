import type { ScreenLoader } from '#platform/web/screens.ts'

export const assignmentScreen: ScreenLoader = () => import('./assignment-screen.tsx')
export const effectiveAssignmentScreen: ScreenLoader = () => import('./effective-screen.tsx')
