import { stamped } from '#platform/web/screens.ts'
import type { InquiryOptions } from './inquiry-screen.tsx'

/** What lies in suspense, of every service; stamped by a sub-system. */
export const suspenseScreen = () => import('./suspense-list.tsx')

/** Payments of a service looked up, with the desk that takes what is found. */
export const inquiryScreen = (options: InquiryOptions) => stamped(() => import('./inquiry-screen.tsx'), options)
