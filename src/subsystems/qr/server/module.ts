import { registerInquiry } from '#core/payments/server/public.ts'
import { defineModule, defineTask } from '#platform/server/module.ts'
import { qrDailyReport } from '../contract/daily-report.ts'
import { qrErrors } from '../contract/errors.ts'
import { qrInquiry } from '../contract/inquiry.ts'
import { getQrOverview } from '../contract/overview.ts'
import { qrService } from '../contract/service.ts'
import { askQrRefund, listQrTransactions } from '../contract/transactions.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { overview } from './overview.ts'
import { qrReports } from './reports.ts'
import { creditedTo } from './service.ts'
import { qr } from './transactions.ts'

export const qrModule = defineModule({
  name: 'qr',
  // Under this name in older entries (see core/iam).
  audit: { subjects: { 'report.dailyReport': qrDailyReport.summary } },
  labels: { vi, en },
  errors: qrErrors,
  tasks: [
    defineTask(
      'qr.refusedReturns',
      { vi: 'Hoàn, huỷ QR không thành, chưa lập lại', en: 'QR refunds and cancellations not made' },
      listQrTransactions,
      { refusedReturn: 'OPEN' },
      { needs: askQrRefund.permission },
    ),
  ],
  search: [qr.search],
  register(on) {
    qr.register(on)
    on.query(getQrOverview, (_input, ctx) => overview(ctx))
    registerInquiry(on, qrInquiry, { service: qrService, paidTo: creditedTo })
    for (const report of qrReports) on.report(report)
  },
})
