import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { auditNames } from './audit-names.ts'
import { registerJobs } from './jobs.ts'

/** What runs beside requests, shown to administrators, who may run it again, stop it, or have it run now. `modules`: all of the system, whose jobs these are. */
export function jobsModule(modules: () => readonly ServerModule[]): ServerModule {
  return defineModule({ name: 'jobs', audit: auditNames, labels: { vi, en }, register: (on) => registerJobs(on, modules) })
}
