import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { accountsTopic } from '../contract/accounts.ts'
import { CHART } from '../contract/chart.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerAccountChanges } from './account-change.ts'
import { registerAccounts } from './account-list.ts'
import type { LedgerApprovals } from './approvals.ts'
import { registerChart } from './chart.ts'
import { chartImport } from './chart-import.ts'
import { registerManual } from './manual.ts'
import { newPostings } from './new-postings.ts'
import { type LedgerPlugs, Plugs } from './plugs.ts'
import { startSealingJournals } from './seals.ts'
import { registerStatement } from './statement.ts'
import { statementReport } from './statement-report.ts'

const LOOK_MS = 1_000

/** The books: accounts, their statements and journals. Other modules post through public.ts. */
export function ledgerModule(given: LedgerPlugs, approvals: LedgerApprovals): ServerModule {
  const plugs = new Plugs(given)
  return defineModule({
    name: 'ledger',
    audit: {
      subjects: {
        'ledger.account': { vi: 'Tài khoản nghiệp vụ', en: 'Business account' },
        'ledger.chart': { vi: 'Tài khoản kế toán', en: 'Chart account', entity: 'ledger.chartLine' },
        'ledger.chartImport': { vi: 'Lần nhập hệ thống tài khoản', en: 'Import of the chart of accounts' },
        'ledger.manual_journal': { vi: 'Bút toán điều chỉnh', en: 'Manual journal', entity: 'ledger.manualJournal' },
      },
    },
    labels: { vi, en },
    errors: ledgerErrors,
    // One chart for every unit: whoever sees a part of the books may read it.
    wholeSystem: ['create', 'update', 'delete', 'import'].map((action) => `${CHART}/${action}`),
    imports: [chartImport],
    register(on) {
      registerAccounts(on, plugs)
      registerStatement(on, plugs)
      registerAccountChanges(on, approvals.accountChange)
      registerManual(on, approvals)
      registerChart(on, plugs)
      on.report(statementReport(given))
    },
    // Whoever posts tells nobody: that would make postings wait for each other. One cheap look a second, while somebody listens, does.
    start: async (runtime) => {
      const look = newPostings(runtime, () => runtime.live.hint(accountsTopic))
      const looking = repeat(LOOK_MS, look, (error) => runtime.log.error({ err: error }, 'looking for new postings failed'))
      const sealing = startSealingJournals(runtime)
      return async () => {
        await Promise.all([looking(), sealing()])
      }
    },
  })
}
