import { ledgerScreens } from '#core/ledger/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const ledger = ledgerScreens(paths)

export default defineScreens(manifest, {
  [paths.accounts]: ledger.accounts,
  [paths.account]: ledger.account,
  [paths.chart]: ledger.chart,
  [paths.chartImport]: ledger.chartImport,
  [paths.manualJournals]: ledger.manualJournals,
  [paths.manualJournal]: ledger.manualJournal,
})
