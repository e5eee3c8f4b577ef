import { type ScreenLoader, stamped } from '#platform/web/screens.ts'

export const connectionsScreen: ScreenLoader = () => import('./connection-screen.tsx')
export const outcomeCodesScreen: ScreenLoader = () => import('./code-screen.tsx')
export const exchangesScreen: ScreenLoader = () => import('./exchange-screen.tsx')
export const deliveriesScreen: ScreenLoader = () => import('./webhooks/delivery-screen.tsx')

/** `deliveries`: where the events of an endpoint are listed. */
export const webhooksScreen = (deliveries: string): ScreenLoader => stamped(() => import('./webhooks/webhook-screen.tsx'), deliveries)
