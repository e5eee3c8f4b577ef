import { defineModule } from '#platform/server/module.ts'
import { qrErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { dailyReport } from './daily-report.ts'
import { qr } from './transactions.ts'

export const qrModule = defineModule({
  name: 'qr',
  audit: {
    subjects: {
      'qr.transaction': { vi: 'Danh sách giao dịch QR', en: 'List of QR transactions' },
      'qr.dailyReport': { vi: 'Báo cáo ngày', en: 'Daily report' },
      // Under this name in older entries (see core/iam).
      'report.dailyReport': { vi: 'Báo cáo ngày', en: 'Daily report' },
    },
  },
  labels: { vi, en },
  errors: qrErrors,
  search: [qr.search],
  register(on) {
    qr.register(on)
    on.report(dailyReport)
  },
})
