import { stamped } from '#platform/web/screens.ts'
import type { OutcomePaths } from './paths.ts'

/** The workbench for outcomes that nobody knows, the import of partners' result files and the report; stamped by a sub-system. */
export const outcomeScreens = (paths: OutcomePaths) => ({
  cases: stamped(() => import('./case-screen.tsx'), paths),
  import: () => import('./result-import.tsx'),
  report: stamped(() => import('./report-screen.tsx'), paths),
})
