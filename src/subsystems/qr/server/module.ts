import { defineModule } from '#platform/server/module.ts'
import { qrErrors } from '../contract/errors.ts'
import { getQrTransaction } from '../contract/transactions.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { dailyReport } from './daily-report.ts'
import { registerRefunds } from './refund.ts'
import { transactionSearch } from './search.ts'
import { qrTransaction } from './transaction.ts'
import { registerTransactions } from './transactions.ts'

export const qrModule = defineModule({
  name: 'qr',
  errors: qrErrors,
  labels: { vi, en },
  search: [transactionSearch],
  register(on) {
    registerTransactions(on)
    registerRefunds(on)
    on.report(dailyReport)
    on.query(getQrTransaction, ({ id }, ctx) => qrTransaction(id, ctx))
  },
})
