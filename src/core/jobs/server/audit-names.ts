import type { AuditNames } from '#platform/server/module.ts'
import { listJobs } from '../contract/jobs.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'platform.job': { vi: 'Công việc nền', en: 'Job', entity: 'jobs.job' },
    // Under this name in older entries (see core/iam).
    'sys.job': listJobs.summary,
  },
}
