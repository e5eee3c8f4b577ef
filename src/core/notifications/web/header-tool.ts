import { createElement, lazy } from 'react'
import type { Openers } from './openers.ts'

const Bell = lazy(() => import('./bell.tsx'))

/** The bell of the header; fetched when the shell shows. */
export const notificationBell = (openers: Openers) => () => createElement(Bell, { openers })
