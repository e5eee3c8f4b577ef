import { queryClient } from '../../api/query-client.ts'

export interface ExportJob {
  id: string
  title: string
  format: 'xlsx' | 'csv'
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | 'REFUSED'
  /** Rows written so far, of all; 0 until it is known. */
  done: number
  total: number
  file: { uuid: string; name: string; size: number } | null
  askedAt: string
}

/** The calls behind exports that a job writes. Implemented by core/exports and handed in by the composition root: platform knows no module. */
export interface ExportJobsApi {
  /** True when the server has answered an export with a job instead of a file. */
  isAsked(answer: unknown): boolean
  mine(): Promise<readonly ExportJob[]>
  cancel(id: string): Promise<void>
  remove(id: string): Promise<void>
}

let current: ExportJobsApi | undefined

export function provideExportJobs(api: ExportJobsApi): void {
  current = api
}

export function exportJobsApi(): ExportJobsApi {
  if (!current) throw new Error('the calls behind large exports have not been provided')
  return current
}

export const EXPORT_JOBS_KEY = ['export-jobs']

export function refreshExportJobs(): void {
  void queryClient.invalidateQueries({ queryKey: EXPORT_JOBS_KEY })
}

export const isOpen = ({ state }: Pick<ExportJob, 'state'>) => state === 'WAITING' || state === 'RUNNING'
