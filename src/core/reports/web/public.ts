/** What screens of reports use of their schedules. */
export { ScheduleButton } from './schedule-button.tsx'
