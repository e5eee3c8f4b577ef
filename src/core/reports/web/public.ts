/** What screens of reports use of their schedules and kept runs. */
export { ReportTools } from './report-tools.tsx'
