import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined'
import { Alert, Button, Progress } from 'antd'
import { lastVerification, listAudit, type Verification as Result, verifyAuditLog } from '#core/audit/contract/audit.ts'
import { ActionSelect, ActionText, ActorText, EntryDrawer, SubjectSelect, SubjectText } from '#core/audit/web/public.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { jobsTopic } from '#kernel/live.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { words } from './words.ts'

/** What the last verification found and how far the one under way is; a new one when asked for. */
function Verification() {
  const labels = useLabels(words)
  const language = useLanguage()
  const allowed = usePermission(verifyAuditLog.permission)
  const { data } = useContractQuery(lastVerification, {}, { enabled: allowed, quiet: true })
  const verify = useContractCommand(verifyAuditLog, { invalidates: [lastVerification] })
  useLiveReads(jobsTopic, lastVerification)
  if (!allowed) return null
  const { last, running } = data ?? { last: null, running: null }
  const busy = running !== null && running.state !== 'FAILED'
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} loading={verify.isPending || busy} disabled={data === undefined} onClick={() => verify.mutate({})}>
        {labels.action('verify')}
      </Button>
      {busy && (
        <div className="audit-verifying" role="status">
          {running.total === 0
            ? labels.text('verifyWaits')
            : labels.text('verifying', { done: showCount(running.done, language), total: showCount(running.total, language) })}
          {running.total > 0 && <Progress percent={Math.floor((running.done / running.total) * 100)} aria-label={labels.action('verify')} />}
        </div>
      )}
      {running?.state === 'FAILED' && <Alert showIcon type="warning" title={labels.text('verifyFailed')} />}
      {last && <Found result={last} brief={last.problemCount === 0 && !verify.isSuccess} />}
    </>
  )
}

/** What was found; one line of it where it is an old and a good one. */
function Found({ result, brief }: { result: Result; brief: boolean }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const intact = result.intactSince === null ? labels.text('intactEmpty') : labels.text('intact', { since: showTimestamp(result.intactSince) })
  const more = labels.text('intactMore', {
    entries: showCount(result.entries, language),
    seals: showCount(result.seals, language),
    at: showTimestamp(result.checkedAt),
  })
  if (brief) return <Alert showIcon type="success" title={<span title={more}>{`${intact}. ${more}`}</span>} className="audit-intact" />
  return (
    <Alert
      showIcon
      type={result.problemCount === 0 ? 'success' : 'error'}
      title={result.problemCount > 0 ? labels.text('broken', { count: showCount(result.problemCount, language) }) : intact}
      description={
        <>
          {result.problems.map(({ kind, at }) => (
            <div key={`${kind}${at}`}>{labels.text('brokenAt', { problem: labels.enumValue('audit.problem', kind), at })}</div>
          ))}
          <div>{more}</div>
          {result.lastSeal !== null && result.lastSealedAt !== null && (
            <div className="audit-seal">
              {labels.text('lastSeal', { at: showTimestamp(result.lastSealedAt) })}: <span className="bt-num">{result.lastSeal}</span>
            </div>
          )}
        </>
      }
    />
  )
}

export default listScreen(listAudit, {
  filters: [
    { range: ['from', 'to'], label: 'day', days: 7 },
    'actor',
    { field: 'action', input: ActionSelect },
    { field: 'subjectType', input: SubjectSelect },
    'subjectId',
    'ip',
  ],
  columns: [
    { field: 'at', fixed: 'start' },
    { field: 'actor', render: ({ actor }) => <ActorText actor={actor} /> },
    'actorName',
    { field: 'action', render: ({ action }) => <ActionText action={action} /> },
    { field: 'subjectType', render: ({ subjectType }) => <SubjectText type={subjectType} /> },
    'subjectId',
    'ip',
  ],
  toolbar: Verification,
  actions: [show<{ id: string }>(({ row, onClose }) => <EntryDrawer id={row.id} onClose={onClose} />)],
})
