import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { dailyReport } from './daily-report.ts'
import { registerMerchants } from './merchants.ts'
import { qr } from './transactions.ts'

export const qrModule = defineModule({
  name: 'qr',
  labels: { vi, en },
  search: [qr.search],
  register(on) {
    qr.register(on)
    registerMerchants(on)
    on.report(dailyReport)
  },
})
