import { defineModule, defineTask } from '#platform/server/module.ts'
import { sdkErrors } from '../contract/errors.ts'
import { getSdkFacts } from '../contract/facts.ts'
import { askSdkRefund, listSdkTransactions } from '../contract/transactions.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerApps } from './apps.ts'
import { factsOf } from './facts.ts'
import { sdk } from './transactions.ts'

/** Payments in apps of partners: transactions, apps, risk marks. */
export const sdkModule = defineModule({
  name: 'sdk',
  labels: { vi, en },
  errors: sdkErrors,
  audit: { subjects: { 'sdk.app': { vi: 'Ứng dụng SDK', en: 'SDK app', entity: 'sdk.app' } } },
  tasks: [
    defineTask(
      'sdk.refusedReturns',
      { vi: 'Hoàn, huỷ SDK không thành, chưa lập lại', en: 'SDK refunds and cancellations not made' },
      listSdkTransactions,
      { refusedReturn: 'OPEN' },
      { needs: askSdkRefund.permission },
    ),
  ],
  search: [sdk.search],
  register(on) {
    sdk.register(on)
    on.query(getSdkFacts, factsOf)
    registerApps(on)
  },
})
