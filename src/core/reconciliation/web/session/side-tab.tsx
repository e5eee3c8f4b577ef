import { useMemo } from 'react'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { LineStatus } from '../lines.tsx'
import { words } from '../words.ts'
import { PartList } from './part-list.tsx'
import type { Session } from './parts.ts'

const KEPT = ['id', 'tab']
const FILTERS = ['text', 'state', 'amount', 'day'] as const

/** The lines of one side, wherever they have ended up. */
export function SideTab({ side, session, contracts }: { side: 'OURS' | 'THEIRS'; session: Session; contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const { id, recordPath } = session
  const fixed = useMemo(() => ({ sessionId: id, side }), [id, side])
  const columns = useMemo(
    () => [
      { field: 'no' as const, width: 104, fixed: 'start' as const },
      { field: 'state' as const, width: 130 },
      { field: 'day' as const, width: 110 },
      { field: 'reference' as const, width: 190 },
      { field: 'amount' as const, width: 130 },
      { field: 'lineStatus' as const, width: 116, render: ({ lineStatus }: { lineStatus: string }) => <LineStatus value={lineStatus} /> },
      { field: 'fee' as const, width: 96 },
      { field: 'documentNo' as const, width: 150 },
      { field: 'counterName' as const, width: 200 },
      { field: 'counterAccount' as const, width: 150 },
      { field: 'text' as const, label: 'content', width: 300 },
      {
        field: 'sourceCode' as const,
        width: 180,
        hidden: side === 'THEIRS',
        render: ({ sourceId, sourceCode }: { sourceId: string | null; sourceCode: string }) =>
          sourceId !== null && recordPath !== null ? <PageLink to={fill(recordPath, { id: sourceId })}>{sourceCode}</PageLink> : sourceCode || null,
      },
      { field: 'fileRow' as const, width: 120, hidden: side === 'OURS' },
      { field: 'at' as const, hidden: true },
      { field: 'matchNo' as const, width: 120 },
      { field: 'dueOn' as const, width: 130 },
    ],
    [side, recordPath],
  )
  return (
    <PartList
      contract={contracts.sessions.lines}
      fixed={fixed}
      kept={KEPT}
      live={sessionsTopic}
      filters={FILTERS}
      columns={columns}
      title={labels.text(side === 'OURS' ? 'tab_ours' : 'tab_theirs')}
      nameOf={({ no, reference }) => `${no} ${reference}`}
    />
  )
}
