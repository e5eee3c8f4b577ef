import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined'
import { Button } from 'antd'
import { cancelJob, getJob, type JobState, jobMachine, listJobs, retryJob } from '#core/jobs/contract/jobs.ts'
import type { RowOf } from '#kernel/contract.ts'
import { jobsTopic } from '#kernel/live.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { JobDrawer } from './job-drawer.tsx'
import { ScheduleDrawer } from './schedule-drawer.tsx'
import './jobs.css'
import { words } from './words.ts'

type Job = RowOf<typeof listJobs>
type Dialog = { kind: 'schedules' } | { kind: 'view' | 'retry' | 'cancel'; job: Pick<Job, 'id' | 'name'> }

const { Host, useOpen } = dialogHost<Dialog>((dialog, close) => {
  switch (dialog.kind) {
    case 'schedules':
      return <ScheduleDrawer onClose={close} />
    case 'view':
      return <JobDrawer id={dialog.job.id} name={dialog.job.name} onClose={close} />
    default:
      return <Change what={dialog.kind} job={dialog.job} onClose={close} />
  }
})

function Change({ what, job, onClose }: { what: 'retry' | 'cancel'; job: Pick<Job, 'id' | 'name'>; onClose: () => void }) {
  const labels = useLabels(words)
  const again = what === 'retry'
  return (
    <CommandDialog
      contract={again ? retryJob : cancelJob}
      input={{ id: job.id }}
      title={labels.text('detail', { name: job.name })}
      text={labels.text(again ? 'retryText' : 'cancelText')}
      submit={labels.action(again ? 'retry' : 'cancel')}
      done={labels.text(again ? 'retryDone' : 'cancelDone')}
      danger={!again}
      invalidates={[listJobs, getJob]}
      onClose={onClose}
    />
  )
}

function Toolbar() {
  const labels = useLabels(words)
  const open = useOpen()
  return (
    <Button icon={<ClockCircleOutlined />} onClick={() => open({ kind: 'schedules' })}>
      {labels.action('schedules')}
    </Button>
  )
}

const may = (event: 'again' | 'cancel') => (job: Job) => (jobMachine.events[event].from as readonly JobState[]).includes(job.state)

function useRowActions() {
  const labels = useLabels(words)
  const open = useOpen()
  return [
    { key: 'retry', label: labels.action('retry'), permission: retryJob.permission, when: may('again'), run: (job: Job) => open({ kind: 'retry', job }) },
    {
      key: 'cancel',
      label: labels.action('cancel'),
      permission: cancelJob.permission,
      danger: true,
      when: may('cancel'),
      run: (job: Job) => open({ kind: 'cancel', job }),
    },
  ]
}

function Name({ job }: { job: Job }) {
  const open = useOpen()
  return (
    <button type="button" className="job-open" title={`${job.name} (${job.code})`} onClick={() => open({ kind: 'view', job })}>
      {job.name}
    </button>
  )
}

const List = listScreen(listJobs, {
  live: jobsTopic,
  filters: ['text', 'state', { range: ['from', 'to'], label: 'createdAt' }, 'id'],
  columns: [
    { field: 'name', fixed: 'start', width: 225, render: (job) => <Name job={job} /> },
    { field: 'state', width: 130 },
    { field: 'tries', width: 110 },
    { field: 'progress', width: 120 },
    { field: 'lastError', width: 280 },
    'createdAt',
    { field: 'seconds', width: 105 },
    { field: 'askedBy', width: 180 },
    'startedAt',
    'endedAt',
    { field: 'maxTries', hidden: true },
    { field: 'id', hidden: true },
  ],
  toolbar: Toolbar,
  useRowActions,
})

export default function JobScreen() {
  return (
    <Host>
      <List />
    </Host>
  )
}
