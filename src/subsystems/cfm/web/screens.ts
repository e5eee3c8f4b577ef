import { cashReportScreen, treasuryScreens } from '#core/cash/web/screens.ts'
import { userScreens } from '#core/iam/web/screens.ts'
import { unitScreen } from '#core/organisation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const admins = userScreens({ import: paths.adminsImport })

const treasury = treasuryScreens({ list: paths.treasury, detail: paths.treasuryDetail })

export default defineScreens(manifest, {
  [paths.transactions]: () => import('./transaction-list.tsx'),
  [paths.transaction]: () => import('./transaction-detail.tsx'),
  [paths.cashReports]: cashReportScreen(paths.cashReports),
  [paths.units]: unitScreen({ holdings: '/cfm-v2/holdings' }),
  [paths.admins]: admins.list,
  [paths.adminsImport]: admins.import,
  [paths.treasury]: treasury.list,
  [paths.treasuryDetail]: treasury.detail,
})
