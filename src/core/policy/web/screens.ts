import { stamped } from '#platform/web/screens.ts'
import type { PolicyPaths } from './policy-actions.ts'

export const policyScreens = (paths: PolicyPaths) => ({
  list: stamped(() => import('./policy-screen.tsx'), paths),
  create: stamped(() => import('./policy-form.tsx'), paths),
  detail: stamped(() => import('./policy-detail.tsx'), paths),
  edit: stamped(() => import('./policy-form.tsx'), paths),
})
