import { stamped } from '#platform/web/screens.ts'
import type { CodePaths } from './paths.ts'

/** Codes that are paid by, and the virtual accounts behind them; stamped by a sub-system. */
export const codeScreens = (paths: CodePaths) => ({
  list: stamped(() => import('./code-list.tsx'), paths),
  detail: stamped(() => import('./code-detail.tsx'), paths),
  import: () => import('./code-import.tsx'),
  studio: stamped(() => import('./studio/studio-screen.tsx'), paths),
  accounts: stamped(() => import('./account-list.tsx'), paths),
})
