import { call } from '#platform/web/api/call.ts'
import type { ExportJobsApi } from '#platform/web/kit/export/export-jobs.ts'
import { AskedExport, cancelExport, myExports, removeExport } from '../contract/exports.ts'

/** The calls behind large exports, for the downloads of the kit. */
export const exportJobs: ExportJobsApi = {
  isAsked: (answer) => AskedExport.safeParse(answer).success,
  mine: () => call(myExports, {}),
  cancel: async (id) => {
    await call(cancelExport, { id })
  },
  remove: async (id) => {
    await call(removeExport, { id })
  },
}
