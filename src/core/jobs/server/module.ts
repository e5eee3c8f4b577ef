import { defineModule, defineTask, type ServerModule } from '#platform/server/module.ts'
import { listJobs, retryJob } from '../contract/jobs.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerJobs } from './jobs.ts'

/** What runs beside requests, shown to administrators, who may run it again, stop it, or have it run now. `modules`: all of the system, whose jobs these are. */
export function jobsModule(modules: () => readonly ServerModule[]): ServerModule {
  return defineModule({
    name: 'jobs',
    audit: {
      subjects: {
        'platform.job': { vi: 'Tác vụ nền', en: 'Job', entity: 'jobs.job' },
        // Under this name in older entries (see core/iam).
        'sys.job': listJobs.summary,
      },
    },
    labels: { vi, en },
    wholeSystem: [listJobs, listJobs.export, retryJob].map(({ permission }) => permission),
    tasks: [defineTask('jobs.failed', { vi: 'Tác vụ nền thất bại', en: 'Failed background jobs' }, listJobs, { state: ['FAILED'] })],
    register: (on) => registerJobs(on, modules),
  })
}
