import { lazy } from 'react'

/** The bell of the header; fetched when the shell shows. */
export const NotificationBell = lazy(() => import('./bell.tsx'))
