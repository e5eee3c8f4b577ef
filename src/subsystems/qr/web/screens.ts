import { merchantScreens } from '#core/merchants/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const merchants = merchantScreens({
  list: paths.merchants,
  detail: paths.merchant,
  plans: paths.feePlans,
  transactions: paths.transactions,
  account: (id) => `/general-ledger/accounts/${id}`,
})

export default defineScreens(manifest, {
  [paths.transactions]: () => import('./transaction-list.tsx'),
  [paths.transaction]: () => import('./transaction-detail.tsx'),
  [paths.dailyReport]: () => import('./daily-report.tsx'),
  [paths.merchants]: merchants.list,
  [paths.merchant]: merchants.detail,
  [paths.feePlans]: merchants.plans,
})
