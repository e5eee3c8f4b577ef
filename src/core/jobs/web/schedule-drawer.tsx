import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { type JobSchedule, jobMachine, listJobs, listSchedules, runSchedule } from '#core/jobs/contract/jobs.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { words } from './words.ts'

/** What runs by the clock, when next, and how it went last; each may be run now. */
export function ScheduleDrawer({ onClose }: Pick<DialogProps<unknown>, 'onClose'>) {
  const labels = useLabels(words)
  const [asked, setAsked] = useState<JobSchedule | null>(null)
  const mayRun = usePermission(runSchedule.permission)
  const { data } = useContractQuery(listSchedules, {})
  return (
    <Drawer title={labels.text('schedulesTitle')} open onClose={onClose} size={860}>
      {!data && <Skeleton active />}
      {data?.length === 0 && <p>{labels.text('noSchedules')}</p>}
      {data && data.length > 0 && (
        <table className="job-schedules">
          <thead>
            <tr>
              {(['name', 'cron', 'nextRunAt', 'lastRunAt', 'lastState'] as const).map((field) => (
                <th key={field} scope="col">
                  {labels.field('job', field)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.code}>
                <th scope="row" title={one.code}>
                  {one.name}
                </th>
                <td className="bt-num">{one.cron}</td>
                <td>
                  <TimestampText value={one.nextRunAt} />
                </td>
                <td>
                  <TimestampText value={one.lastRunAt} />
                </td>
                <td>{one.lastState && <StatusTag machine={jobMachine.name} value={one.lastState} />}</td>
                <td>
                  {mayRun && (
                    <Button size="small" onClick={() => setAsked(one)}>
                      {labels.action('runNow')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {asked !== null && (
        <CommandDialog
          contract={runSchedule}
          input={{ name: asked.code }}
          title={labels.text('detail', { name: asked.name })}
          text={labels.text('runNowText')}
          submit={labels.action('runNow')}
          done={labels.text('runNowDone')}
          invalidates={[listSchedules, listJobs]}
          onClose={() => setAsked(null)}
        />
      )}
    </Drawer>
  )
}
