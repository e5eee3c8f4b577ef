import { Button } from 'antd'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { create, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { createSchedule, listSchedules, pauseSchedule, removeSchedule, Schedule, updateSchedule } from '../contract/schedule.ts'
import { ScheduleFields, SentReport } from './schedule-fields.tsx'
import { words } from './words.ts'

interface Props {
  report: string
  filter: Readonly<Record<string, unknown>>
  onClose: () => void
}

const removeOne = remove<typeof removeSchedule, Schedule>(removeSchedule)

const editOne = edit<typeof updateSchedule, Schedule>(updateSchedule, ScheduleFields, {
  values: ({ frequency, period, hour, format, recipients }) => ({ frequency, period, hour, format, recipients: recipients.map(({ id }) => id) }),
})

/** The caller's schedules of a report: when, what, to whom, what became of the last one; pause, remove, add. */
export default function ScheduleDrawer({ report, filter: { from: _from, to: _to, ...filter }, onClose }: Props) {
  const labels = useLabels(words)
  const summaryOf = useSummary()
  const query = useContractQuery(listSchedules, { report }, { quiet: true })
  // With the conditions in force; its days go by the clock.
  const add = create(createSchedule, ScheduleFields, {
    values: () => ({ frequency: 'DAILY', period: 'YESTERDAY', hour: 7, format: 'xlsx' }),
    toInput: () => ({ report, filter }),
  })
  return (
    <SentReport value={report}>
      <RecordDrawer query={query} size={520} title={labels.text('mine')} onClose={onClose}>
        {(schedules) => (
          <ActionHost entity="reports.schedule" schema={Schedule} nameOf={summaryOf}>
            <p className="bt-cards-hint">{labels.text('hint')}</p>
            <ActionButton action={add} />
            {schedules.length === 0 && <p className="bt-note">{labels.text('none')}</p>}
            <ul className="bt-cards">
              {schedules.map((schedule) => (
                <Item key={schedule.id} schedule={schedule} />
              ))}
            </ul>
          </ActionHost>
        )}
      </RecordDrawer>
    </SentReport>
  )
}

/** 'Every Monday at 7, last week, PDF'. */
function useSummary() {
  const labels = useLabels(words)
  return ({ frequency, period, format, hour }: Schedule) =>
    labels.text('summary', {
      frequency: labels.enumValue('reports.frequency', frequency),
      period: labels.enumValue('reports.period', period).toLocaleLowerCase(),
      format: labels.enumValue('reports.format', format),
      hour,
    })
}

const RESULT_TONE = { SENT: 'success', SKIPPED: 'attention', FAILED: 'failure' } as const

function Item({ schedule }: { schedule: Schedule }) {
  const labels = useLabels(words)
  const summary = useSummary()(schedule)
  const pause = useContractCommand(pauseSchedule, { invalidates: [listSchedules] })
  const { id, version, active, conditions, recipients, nextDueAt, lastRunAt, lastResult, lastReason } = schedule
  const pauseLabel = labels.text(active ? 'pause' : 'resume')
  const minute = (at: string) => showTimestamp(at).slice(0, 16)
  return (
    <li>
      <strong>{summary}</strong>
      <span>{conditions.length === 0 ? labels.text('noConditions') : conditions.join(' · ')}</span>
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
        <Button size="small" aria-label={`${pauseLabel}: ${summary}`} loading={pause.isPending} onClick={() => pause.mutate({ id, version, active: !active })}>
          {pauseLabel}
        </Button>
        <ActionButton action={editOne} row={schedule} />
        <ActionButton action={removeOne} row={schedule} />
      </div>
    </li>
  )
}
