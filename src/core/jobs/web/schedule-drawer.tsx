import { JobSchedule, listSchedules, runSchedule } from '#core/jobs/contract/jobs.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { timetable } from './timetable.ts'
import { words } from './words.ts'

const runNow = act<typeof runSchedule, JobSchedule>(runSchedule, { key: 'runNow', toInput: (_, { code }) => ({ name: code }) })

/** What runs by the clock, when next, and how it went last; each may be run now. */
export function ScheduleDrawer({ onClose }: Pick<DialogProps<unknown>, 'onClose'>) {
  const labels = useLabels(words)
  const query = useContractQuery(listSchedules, {}, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('schedulesTitle')} size={860} onClose={onClose}>
      {(schedules) => (
        <ActionHost entity="jobs.job" schema={JobSchedule} nameOf={({ name }: JobSchedule) => name}>
          <FieldTable
            entity="jobs.job"
            schema={JobSchedule}
            rows={schedules}
            rowKey={({ code }) => code}
            fields={[
              { field: 'name', render: ({ name, code }) => <span title={code}>{name}</span> },
              { field: 'cron', render: ({ cron }) => <span title={cron}>{timetable(labels, cron)}</span> },
              'nextRunAt',
              'lastRunAt',
              'lastState',
            ]}
            actions={(schedule) => <ActionButton action={runNow} row={schedule} />}
          />
        </ActionHost>
      )}
    </RecordDrawer>
  )
}
