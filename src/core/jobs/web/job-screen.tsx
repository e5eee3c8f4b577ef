import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined'
import { cancelJob, listJobs, retryJob } from '#core/jobs/contract/jobs.ts'
import { jobsTopic } from '#kernel/live.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { JobDrawer } from './job-drawer.tsx'
import { ScheduleDrawer } from './schedule-drawer.tsx'
import './jobs.css'

const view = show(JobDrawer)

export default listScreen(listJobs, {
  live: jobsTopic,
  filters: ['text', 'state', { range: ['from', 'to'], label: 'createdAt' }, 'id'],
  columns: [
    { field: 'name', fixed: 'start', opens: view },
    'state',
    'tries',
    'progress',
    'lastError',
    'createdAt',
    'seconds',
    'askedBy',
    'startedAt',
    'endedAt',
    { field: 'maxTries', hidden: true },
    { field: 'id', hidden: true },
  ],
  actions: [show(ScheduleDrawer, { key: 'schedules', place: 'page', icon: <ClockCircleOutlined /> }), act(retryJob), act(cancelJob, { danger: true })],
})
