import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Button } from 'antd'
import { listLines } from '#core/payouts/contract/lines.ts'
import type { findPayout } from '#core/payouts/contract/lists.ts'
import { RETURNED_FILE } from '#core/payouts/contract/returned.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { words } from './words.ts'

/** The returned-lines file of a closed list, for the payer. Its lines never change any more, so it is drawn when somebody takes it. */
export function ReturnedFile({ list: { id, closedAt, returned } }: { list: OutputOf<typeof findPayout> }) {
  const labels = useLabels(words)
  const allowed = usePermission(listLines.export.permission)
  if (!allowed || closedAt === null || returned === '0.00') return null
  return (
    <Button size="small" icon={<DownloadOutlined />} onClick={() => void runDownload(listLines.export, RETURNED_FILE(id))}>
      {labels.action('returnedFile')}
    </Button>
  )
}
