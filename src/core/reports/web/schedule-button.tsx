import MailOutlined from '@ant-design/icons/MailOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReportContract } from '#kernel/report.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { words } from './words.ts'

const ScheduleDrawer = lazyPart(() => import('./schedule-drawer.tsx'))

interface Props {
  contract: ReportContract
  filter: Readonly<Record<string, unknown>>
}

/** Opens the schedules by which the caller sends this report. */
export function ScheduleButton({ contract, filter }: Props) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<MailOutlined />} onClick={() => setOpen(true)}>
        {labels.text('schedule')}
      </Button>
      {open && <ScheduleDrawer report={contract.path} filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}
