import { inboxScreen } from '#core/approvals/web/screens.ts'
import { alertsScreen } from '#core/controls/web/screens.ts'
import { limitsScreen } from '#core/limits/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export default defineScreens(manifest, {
  [paths.dashboard]: () => import('./dashboard.tsx'),
  [paths.approvals]: inboxScreen,
  [paths.controls]: alertsScreen,
  [paths.limits]: limitsScreen,
})
