import { defineModule } from '#platform/server/module.ts'
import { qrErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { auditNames } from './audit-names.ts'
import { dailyReport } from './daily-report.ts'
import { qr } from './transactions.ts'

export const qrModule = defineModule({
  name: 'qr',
  audit: auditNames,
  labels: { vi, en },
  errors: qrErrors,
  search: [qr.search],
  register(on) {
    qr.register(on)
    on.report(dailyReport)
  },
})
