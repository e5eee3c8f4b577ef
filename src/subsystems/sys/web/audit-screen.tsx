import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { listAudit, verifyAuditLog } from '#core/audit/contract/audit.ts'
import { ActionSelect, ActionText, EntryDrawer, SubjectSelect, SubjectText } from '#core/audit/web/public.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { dialogHost } from '#platform/web/kit/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'

const { Host, useOpen } = dialogHost<{ id: string }>(({ id }, close) => <EntryDrawer id={id} onClose={close} />)

/** Reads the whole log when asked to, and says since when it is as it was written. */
function Verification() {
  const labels = useLabels('audit')
  const [asked, setAsked] = useState(false)
  const query = useContractQuery(verifyAuditLog, {}, { enabled: asked, staleTime: Number.POSITIVE_INFINITY })
  const { data } = query
  if (!usePermission(verifyAuditLog.permission)) return null
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} loading={query.isFetching} onClick={() => (asked ? void query.refetch() : setAsked(true))}>
        {labels.action('verify')}
      </Button>
      {data && (
        <Alert
          showIcon
          type={data.problemCount === 0 ? 'success' : 'error'}
          title={
            data.problemCount > 0
              ? labels.text('broken', { count: data.problemCount })
              : data.intactSince === null
                ? labels.text('intactEmpty')
                : labels.text('intact', { since: showTimestamp(data.intactSince) })
          }
          description={
            <>
              {data.problems.map(({ kind, at }) => (
                <div key={`${kind}${at}`}>{labels.text('brokenAt', { problem: labels.enumValue('audit.problem', kind), at })}</div>
              ))}
              <div>{labels.text('intactMore', { entries: data.entries, seals: data.seals, at: showTimestamp(data.checkedAt) })}</div>
              {data.lastSeal !== null && data.lastSealedAt !== null && (
                <div className="sys-seal">
                  {labels.text('lastSeal', { at: showTimestamp(data.lastSealedAt) })}: <span className="bt-num">{data.lastSeal}</span>
                </div>
              )}
            </>
          }
        />
      )}
    </>
  )
}

function useRowActions() {
  const labels = useLabels('audit')
  const open = useOpen()
  return [{ key: 'view', label: labels.action('view'), run: ({ id }: { id: string }) => open({ id }) }]
}

const List = listScreen(listAudit, {
  module: 'audit',
  filters: [
    { range: ['from', 'to'], label: 'day', days: 7 },
    'actor',
    { field: 'action', input: ActionSelect },
    { field: 'subjectType', input: SubjectSelect },
    'subjectId',
    'ip',
  ],
  columns: [
    { field: 'at', fixed: 'start', width: 170 },
    { field: 'actor', width: 150 },
    { field: 'actorName', width: 160 },
    { field: 'action', width: 240, render: ({ action }) => <ActionText action={action} /> },
    { field: 'subjectType', width: 170, render: ({ subjectType }) => <SubjectText type={subjectType} /> },
    { field: 'subjectId', width: 140 },
    { field: 'ip', width: 130 },
  ],
  toolbar: Verification,
  useRowActions,
})

export default function AuditScreen() {
  return (
    <Host>
      <List />
    </Host>
  )
}
