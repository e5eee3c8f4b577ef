import { codeScreens } from '#core/vietqr/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const codes = codeScreens({
  list: paths.codes,
  detail: paths.code,
  import: paths.codeImport,
  accounts: paths.accounts,
  transactions: paths.transactions,
  transaction: paths.transaction,
})

export default defineScreens(manifest, {
  [paths.transactions]: () => import('./transaction-list.tsx'),
  [paths.transaction]: () => import('./transaction-detail.tsx'),
  [paths.codes]: codes.list,
  [paths.code]: codes.detail,
  [paths.codeImport]: codes.import,
  [paths.studio]: codes.studio,
  [paths.accounts]: codes.accounts,
  [paths.dailyReport]: () => import('./daily-report.tsx'),
})
