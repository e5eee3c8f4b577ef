import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { PendingBadge } from '#core/approvals/web/public.ts'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import { breakMachine, breaksTopic } from '#core/reconciliation/contract/machines.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { personInput } from '../selects.tsx'
import { SideValue } from '../side-value.tsx'
import { words } from '../words.ts'
import { assignBreaks, letterOfBreaks, requestOfBreaks, resolveBreaks } from './break-actions.tsx'
import { PartList } from './part-list.tsx'
import { isUnmatched, type SessionProps } from './parts.ts'

const KEPT = ['id', 'tab']
const Drawer = lazyPart<DialogProps<Pick<BreakRow, 'id'>> & SessionProps>(() => import('./break-drawer.tsx'))
const Workbook = lazyPart<SessionProps & { onClose: () => void }>(() => import('./workbook-dialog.tsx'))

/** The state of a break and how it was resolved; what waits for a second person leads to it. */
function Status({ status, pendingRequestId, resolution }: BreakRow) {
  const labels = useLabels(words)
  const tag = <StatusTag machine={breakMachine.name} value={status} />
  return (
    <span className="rec-stacked">
      {pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag}
      {resolution !== null && <small>{labels.enumValue('reconciliation.breaks.resolution', resolution)}</small>}
    </span>
  )
}

/** Why it is a break, in two lines at most; whole for the pointer. */
function Sentence({ text }: { text: string }) {
  return (
    <span className="rec-sentence" title={text}>
      {text}
    </span>
  )
}

/** What leads out of the list: the workbook there and back, and the letter about everything in dispute. */
function Tools({ session, contracts }: SessionProps) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  const { workbook, letter, compareWorkbook } = contracts.breaks
  const fills = usePermission(compareWorkbook.permission)
  const sessionId = session.id
  return (
    <>
      <Button onClick={() => void runDownload(workbook, { sessionId })}>{labels.text('workbookDown')}</Button>
      {fills && <Button onClick={() => setOpen(true)}>{labels.text('workbookUp')}</Button>}
      <Button onClick={() => void runDownload(letter, { sessionId })}>{labels.text('letterAll')}</Button>
      {open && <Workbook session={session} contracts={contracts} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What does not agree, with what is to become of it. */
export function BreaksTab({ session, contracts, requests }: SessionProps) {
  const labels = useLabels(words)
  const { id, recordPath } = session
  const fixed = useMemo(() => ({ sessionId: id }), [id])
  const filters = useMemo(
    () => [
      'text' as const,
      'kind' as const,
      'status' as const,
      'bucket' as const,
      'severity' as const,
      { field: 'assigneeId' as const, label: 'assigneeName', input: personInput(contracts.breaks.people) },
      'mine' as const,
      'resolution' as const,
    ],
    [contracts],
  )
  const view = useMemo(
    () => show<BreakRow>((props) => <Drawer {...props} session={session} contracts={contracts} requests={requests} />, { key: 'view' }),
    [session, contracts, requests],
  )
  const actions = useMemo(
    () => [view, act(contracts.breaks.reopen, { key: 'reopen', ask: ['reason'], invalidates: [contracts.sessions.detail] })],
    [view, contracts],
  )
  const bulk = useMemo(
    () => [resolveBreaks(contracts), assignBreaks(contracts), letterOfBreaks(contracts, id), ...(requests ? [requestOfBreaks(requests, id)] : [])],
    [contracts, requests, id],
  )
  const columns = useMemo(
    () => [
      { field: 'reference' as const, width: 174, fixed: 'start' as const, opens: view },
      { field: 'kind' as const, width: 154 },
      { field: 'difference' as const, width: 128 },
      { field: 'explanation' as const, width: 258, render: ({ explanation }: BreakRow) => <Sentence text={explanation} /> },
      { field: 'atRisk' as const, width: 128 },
      { field: 'status' as const, width: 132, render: (row: BreakRow) => <Status {...row} /> },
      { field: 'age' as const, width: 110 },
      { field: 'severity' as const, width: 110 },
      { field: 'day' as const, width: 110 },
      { field: 'field' as const, width: 130 },
      { field: 'oursValue' as const, width: 150, render: (row: BreakRow) => <SideValue row={row} side="OURS" /> },
      { field: 'theirsValue' as const, width: 150, render: (row: BreakRow) => <SideValue row={row} side="THEIRS" /> },
      { field: 'resolution' as const, width: 170 },
      { field: 'reason' as const, width: 200 },
      { field: 'assigneeName' as const, width: 160 },
      { field: 'dueOn' as const, width: 120 },
      {
        field: 'sourceCode' as const,
        width: 180,
        render: ({ sourceId, sourceCode }: BreakRow) =>
          sourceId !== null && recordPath !== null ? <PageLink to={fill(recordPath, { id: sourceId })}>{sourceCode}</PageLink> : sourceCode || null,
      },
      { field: 'oursSum' as const, hidden: true },
      { field: 'theirsSum' as const, hidden: true },
      { field: 'note' as const, hidden: true },
      { field: 'resolvedBy' as const, hidden: true },
      { field: 'resolvedAt' as const, hidden: true },
    ],
    [view, recordPath],
  )
  return (
    <PartList
      contract={contracts.breaks.list}
      fixed={fixed}
      kept={KEPT}
      live={breaksTopic}
      filters={filters}
      columns={columns}
      title={labels.text('tab_breaks')}
      nameOf={({ reference, sourceCode, id: breakId }) => reference || sourceCode || breakId}
      actions={actions}
      bulk={bulk}
      tools={<Tools session={session} contracts={contracts} />}
      none={isUnmatched(session) ? labels.text('notMatched') : undefined}
    />
  )
}
