import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import { breakMachine, breaksTopic } from '#core/reconciliation/contract/machines.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { BulkAction, DialogProps } from '#platform/web/kit/actions/action.ts'
import { useFocusBack } from '#platform/web/kit/actions/focus-back.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { Compared, Lines } from '../lines.tsx'
import '../reconciliation.css'
import { SideValue } from '../side-value.tsx'
import { words } from '../words.ts'
import { assignBreaks, resolveBreaks } from './break-actions.tsx'
import { BreakQuestion } from './break-question.tsx'
import type { SessionProps } from './parts.ts'

type Detail = OutputOf<SessionProps['contracts']['breaks']['detail']>
type Props = DialogProps<Pick<BreakRow, 'id'>> & SessionProps

/** One break: why it is one, its lines beside each other, those that it might belong to, and what may be done. */
export default function BreakDrawer({ row, onClose, ...desk }: Props) {
  const query = useContractQuery(desk.contracts.breaks.detail, { id: row.id }, { quiet: true })
  useLiveRead(breaksTopic, query)
  return (
    <RecordDrawer query={query} title={(one) => one.reference || one.sourceCode || one.sessionCode} size={1080} onClose={onClose}>
      {(one) => <Facts one={one} {...desk} />}
    </RecordDrawer>
  )
}

function Facts({ one, contracts, requests }: { one: Detail } & SessionProps) {
  const labels = useLabels(words)
  const ours = one.lines.filter(({ side }) => side === 'OURS')
  const theirs = one.lines.filter(({ side }) => side === 'THEIRS')
  const given = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => one[field] !== null && one[field] !== '')
  const pair = ours.length === 1 && theirs.length === 1
  return (
    <>
      <Section title={labels.text('breakWhy')} extra={<Actions one={one} contracts={contracts} requests={requests} />}>
        <p className="rec-why">{one.explanation}</p>
        <FieldList
          entity="reconciliation.breaks.break"
          schema={contracts.breaks.detail.output}
          value={one}
          fields={[
            'kind',
            {
              field: 'status',
              render: ({ status, pendingRequestId }) => {
                const tag = <StatusTag machine={breakMachine.name} value={status} />
                return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
              },
            },
            ...given(['field']),
            ...(one.oursValue || one.kind === 'STATUS' ? [{ field: 'oursValue' as const, render: () => <SideValue row={one} side="OURS" /> }] : []),
            ...(one.theirsValue || one.kind === 'STATUS' ? [{ field: 'theirsValue' as const, render: () => <SideValue row={one} side="THEIRS" /> }] : []),
            'difference',
            'atRisk',
            'severity',
            'day',
            'age',
            ...given(['assigneeName', 'dueOn', 'resolution', 'reason', 'note', 'resolvedBy', 'resolvedAt']),
          ]}
        />
      </Section>
      <Section title={labels.text('breakLines')}>
        {pair ? (
          <div className="bt-plain-table-scroll">
            <Compared ours={ours[0]} theirs={theirs[0]} />
          </div>
        ) : (
          <Lines lines={one.lines} />
        )}
      </Section>
      <RecordHistory subjectType="reconciliation.break" subjectId={one.id} />
    </>
  )
}

/** What may be done with it, by what the server says of this one. */
function Actions({ one, contracts, requests }: { one: Detail } & Omit<SessionProps, 'session'>) {
  const labels = useLabels(words)
  const [asked, setAsked] = useState<BulkAction<BreakRow>>()
  const focusBack = useFocusBack(asked === undefined)
  const ask = (action: BulkAction<BreakRow>) => {
    focusBack()
    setAsked(action)
  }
  const resolve = useMemo(() => resolveBreaks(contracts), [contracts])
  const assign = useMemo(() => assignBreaks(contracts), [contracts])
  const resolves = usePermission(resolve.permission)
  const assigns = usePermission(assign.permission)
  const creates = usePermission(requests?.create.permission ?? resolve.permission)
  return (
    <div className="bt-form-buttons">
      {resolves && resolve.when(one) && one.actions.length > 0 && (
        <Button type="primary" size="small" onClick={() => ask(resolve)}>
          {labels.text('keyResolve')}
        </Button>
      )}
      {assigns && assign.when(one) && (
        <Button size="small" onClick={() => ask(assign)}>
          {labels.text('keyAssign')}
        </Button>
      )}
      <Button size="small" onClick={() => void runDownload(contracts.breaks.letter, { sessionId: one.sessionId, ids: one.id })}>
        {labels.text('letterOne')}
      </Button>
      {requests && creates && one.sourceId !== null && one.status !== 'RESOLVED' && (
        <Button size="small" onClick={() => openAddress(`${requests.routes.create}?${new URLSearchParams({ breaks: one.id, session: one.sessionId })}`)}>
          {labels.text('toRequest')}
        </Button>
      )}
      {asked && <BreakQuestion action={asked} rows={[one]} contracts={contracts} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
