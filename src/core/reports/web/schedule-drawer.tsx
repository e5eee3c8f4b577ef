import { Button } from 'antd'
import { useState } from 'react'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { listSchedules, pauseSchedule, removeSchedule, type Schedule } from '../contract/schedule.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { words } from './words.ts'

interface Props {
  report: string
  filter: Readonly<Record<string, unknown>>
  onClose: () => void
}

/** The caller's schedules of a report: when, what, to whom, what became of the last one; pause, remove, add. */
export default function ScheduleDrawer({ report, filter, onClose }: Props) {
  const labels = useLabels(words)
  const [adding, setAdding] = useState(false)
  const query = useContractQuery(listSchedules, { report }, { quiet: true })
  return (
    <RecordDrawer query={query} size={520} title={labels.text('mine')} onClose={onClose}>
      {(schedules) => (
        <>
          <p className="bt-cards-hint">{labels.text('hint')}</p>
          <Button type="primary" onClick={() => setAdding(true)}>
            {labels.text('add')}
          </Button>
          {schedules.length === 0 && <p className="bt-note">{labels.text('none')}</p>}
          <ul className="bt-cards">
            {schedules.map((schedule) => (
              <Item key={schedule.id} schedule={schedule} />
            ))}
          </ul>
          {adding && <ScheduleForm report={report} filter={filter} onClose={() => setAdding(false)} />}
        </>
      )}
    </RecordDrawer>
  )
}

const RESULT_TONE = { SENT: 'success', SKIPPED: 'attention', FAILED: 'failure' } as const

function Item({ schedule }: { schedule: Schedule }) {
  const labels = useLabels(words)
  const [removing, setRemoving] = useState(false)
  const pause = useContractCommand(pauseSchedule, { invalidates: [listSchedules] })
  const { id, version, active, frequency, period, format, hour, recipients, nextDueAt, lastRunAt, lastResult, lastReason } = schedule
  const facts = {
    frequency: labels.enumValue('reports.frequency', frequency),
    period: labels.enumValue('reports.period', period).toLocaleLowerCase(),
    format: labels.enumValue('reports.format', format),
    hour,
  }
  const minute = (at: string) => showTimestamp(at).slice(0, 16)
  return (
    <li>
      <strong>{labels.text('summary', facts)}</strong>
      <span>{recipients.map(({ name, account }) => `${name} (${account})`).join(', ')}</span>
      <span className="bt-num">{active ? labels.text('next', { at: minute(nextDueAt) }) : labels.text('paused')}</span>
      <span className="bt-num">
        {lastRunAt && lastResult ? (
          <>
            {labels.text('last', { at: minute(lastRunAt) })}{' '}
            <span className={`bt-tag bt-tone-${RESULT_TONE[lastResult]}`}>{labels.enumValue('reports.result', lastResult)}</span>
            {lastReason && ` ${labels.enumValue('reports.reason', lastReason)}`}
          </>
        ) : (
          labels.text('notYet')
        )}
      </span>
      <div>
        <Button size="small" loading={pause.isPending} onClick={() => pause.mutate({ id, version, active: !active })}>
          {labels.text(active ? 'pause' : 'resume')}
        </Button>
        <Button size="small" danger onClick={() => setRemoving(true)}>
          {labels.text('remove')}
        </Button>
      </div>
      {removing && (
        <CommandDialog
          contract={removeSchedule}
          input={{ id, version }}
          title={labels.text('removeTitle')}
          text={labels.text('removeText')}
          submit={labels.text('remove')}
          done={labels.text('removed')}
          danger
          invalidates={[listSchedules]}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
