import HistoryOutlined from '@ant-design/icons/HistoryOutlined'
import LockOutlined from '@ant-design/icons/LockOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReportContract } from '#kernel/report.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { freezeRun, listRuns } from '../contract/run.ts'
import { ScheduleButton } from './schedule-button.tsx'
import { words } from './words.ts'

const RunsDrawer = lazyPart(() => import('./runs-drawer.tsx'))

interface Props {
  contract: ReportContract
  filter: Readonly<Record<string, unknown>>
}

/** What stands beside print and files of every report: freezing its figures, the runs that were kept, its schedules. */
export function ReportTools({ contract, filter }: Props) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  const asked = JSON.stringify([contract.path, filter])
  // Of other conditions it would be a lie.
  const [frozen, setFrozen] = useState<{ asked: string; code: string } | null>(null)
  const freeze = useContractCommand(freezeRun, { invalidates: [listRuns], onSuccess: ({ code }) => setFrozen({ asked, code }) })
  return (
    <>
      {frozen?.asked === asked && (
        <span className="bt-tag bt-tone-success bt-num" role="status">
          {labels.text('frozen', { code: frozen.code })}
        </span>
      )}
      <Button icon={<LockOutlined />} loading={freeze.isPending} onClick={() => freeze.mutate({ report: contract.path, filter: filter as never })}>
        {labels.text('freeze')}
      </Button>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>
        {labels.text('runs')}
      </Button>
      <ScheduleButton contract={contract} filter={filter} />
      {open && <RunsDrawer report={contract.path} onClose={() => setOpen(false)} />}
    </>
  )
}
