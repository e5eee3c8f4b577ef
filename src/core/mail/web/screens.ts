import type { ScreenLoader } from '#platform/web/screens.ts'

export const outboxScreen: ScreenLoader = () => import('./mail-outbox.tsx')
