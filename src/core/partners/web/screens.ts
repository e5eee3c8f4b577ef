import type { ScreenLoader } from '#platform/web/screens.ts'

export const connectionsScreen: ScreenLoader = () => import('./connection-screen.tsx')
export const outcomeCodesScreen: ScreenLoader = () => import('./code-screen.tsx')
export const exchangesScreen: ScreenLoader = () => import('./exchange-screen.tsx')
