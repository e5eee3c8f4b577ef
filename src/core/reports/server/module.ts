import { z } from 'zod'
import { defineModule, type Report, type ServerModule } from '#platform/server/module.ts'
import { reportErrors } from '../contract/errors.ts'
import { scheduleMachine } from '../contract/schedule.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerRuns } from './runs.ts'
import { registerSchedules } from './schedules.ts'
import { reportJobs, reportSchedules } from './send.ts'

/** Sending of reports by e-mail. `reports` are those that can be sent; `modules` are all of the system: words of conditions come from theirs. */
export function reportsModule(reports: readonly Report[], modules: () => readonly ServerModule[]): ServerModule {
  return defineModule({
    name: 'reports',
    audit: {
      events: { 'reports.send-report': { vi: 'Gửi báo cáo theo lịch', en: 'Scheduled report sent' } },
      pictures: { 'report.schedule': [{ entity: 'reports.schedule', schema: z.object({ status: scheduleMachine.status }) }] },
      subjects: {
        'report.run': {
          vi: 'Lần lập báo cáo',
          en: 'Report run',
          entity: 'reports.run',
        },
        'report.schedule': {
          vi: 'Lịch gửi báo cáo',
          en: 'Report schedule',
          entity: 'reports.schedule',
          fields: {
            report: { vi: 'Báo cáo', en: 'Report' },
            filter: { vi: 'Bộ lọc', en: 'Filter' },
            unitId: { vi: 'Đơn vị', en: 'Unit' },
            merchantId: { vi: 'Điểm bán', en: 'Merchant' },
            channel: { vi: 'Kênh', en: 'Channel' },
            accountId: { vi: 'Tài khoản', en: 'Account' },
          },
        },
      },
    },
    labels: { vi, en },
    errors: reportErrors,
    register(on) {
      registerSchedules(on, reports, modules)
      registerRuns(on, reports, modules)
    },
    jobs: () => reportJobs(reports, modules),
    schedules: reportSchedules,
  })
}
