import { type ComponentType, createElement, lazy } from 'react'

const Bell = lazy(() => import('./bell.tsx'))

/** What opens the record that a notification is about, over the page that the reader is on; by the kind of the record. */
export type Openers = Readonly<Record<string, ComponentType<{ id: string | null; open: boolean; onClose: () => void }>>>

/** The bell of the header; fetched when the shell shows. */
export const notificationBell = (openers: Openers) => () => createElement(Bell, { openers })
