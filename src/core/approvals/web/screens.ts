import type { ScreenLoader } from '#platform/web/screens.ts'

export const inboxScreen: ScreenLoader = () => import('./approval-inbox.tsx')
