import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Figure } from '#platform/web/kit/detail/figure-card.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { showBytes, showCount } from '#platform/web/kit/sizes.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { tabAddress } from '../addresses.ts'
import { words } from '../words.ts'
import { PartList } from './part-list.tsx'
import { isOpen, isUnused, type Session, type SessionProps } from './parts.ts'
import { StatementUpload } from './statement-upload.tsx'

type Statement = Session['statements'][number]
const ENTITY = 'reconciliation.sessions.statement'
const KEPT = ['id', 'tab']
const VERDICT_FILTERS = ['verdict'] as const
const VERDICT_COLUMNS = [
  { field: 'fileRow', width: 156, fixed: 'start' },
  { field: 'verdict', width: 120 },
  { field: 'about', width: 170 },
  { field: 'value', width: 200 },
  { field: 'problem', width: 400 },
  { field: 'fileName', width: 240 },
] as const

/** The statements of a session: brought, fetched, read row by row, and withdrawn. */
export function FilesTab({ session, contracts }: SessionProps) {
  const labels = useLabels(words)
  const asked = useAsked()
  const brings = usePermission(contracts.permissions.import)
  const open = isOpen(session)
  const shows = asked.has('verdict') || asked.has('statementId')
  return (
    <div className="rec-files">
      {open && brings && (
        <div className="rec-bring">
          <StatementUpload session={session} contracts={contracts} />
          {session.connector && <Fetch session={session} contracts={contracts} />}
        </div>
      )}
      {session.statements.length === 0 ? (
        <p className="bt-none">{labels.text('noStatements')}</p>
      ) : (
        <>
          {shownOf(session.statements).map((statement) => (
            <OneStatement key={statement.id} statement={statement} session={session} contracts={contracts} />
          ))}
          <Unused session={session} contracts={contracts} />
        </>
      )}
      {shows && <Verdicts session={session} contracts={contracts} statementId={asked.get('statementId')} />}
    </div>
  )
}

/** Asks the partner's connection for the statement. */
function Fetch({ session, contracts }: SessionProps) {
  const labels = useLabels(words)
  const fetchStatement = useContractCommand(contracts.sessions.fetchStatement)
  return (
    <Button
      loading={fetchStatement.isPending}
      disabled={session.task !== null}
      onClick={() => fetchStatement.mutate({ id: session.id, version: session.version })}
    >
      {labels.text('fetch')}
    </Button>
  )
}

/** Statements in use first, the newest at the top; with them the last try, where it was refused. */
function shownOf(statements: readonly Statement[]): readonly Statement[] {
  const used = statements.filter((one) => !isUnused(one))
  const [last] = statements
  return last?.status === 'REFUSED' ? [...used, last] : used
}

/** Tries that have come to nothing, one a line, folded. */
function Unused({ session, contracts }: SessionProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames('reconciliation.sessions.statementStatus')
  const shown = shownOf(session.statements)
  const rest = session.statements.filter((one) => !shown.includes(one))
  if (rest.length === 0) return null
  const schema = contracts.sessions.detail.output.shape.statements.element
  return (
    <details className="rec-unused">
      <summary>{labels.text('statementsUnused', { n: showCount(rest.length, language) })}</summary>
      <FieldTable
        schema={schema}
        rows={rest}
        rowKey={({ id }) => id}
        entity={ENTITY}
        fields={[
          'fileName',
          { field: 'status', render: ({ status }) => names.enumValue('reconciliation.sessions.statementStatus', status) },
          'fault',
          'uploadedBy',
          'uploadedAt',
        ]}
        actions={(statement) => <StatementActions statement={statement} session={session} contracts={contracts} />}
      />
    </details>
  )
}

function OneStatement({ statement, session, contracts }: SessionProps & { statement: Statement }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames('reconciliation.sessions.statementStatus')
  const { id, fileName, fault, gap, status, bytes } = statement
  const rows = (verdict: 'IGNORED' | 'REJECTED') => tabAddress(contracts, session.id, 'files', { statementId: id, verdict })
  const count = (n: number) => showCount(n, language)
  const given = (fields: readonly Extract<keyof Statement, string>[]) => fields.filter((field) => statement[field] !== null && statement[field] !== '')
  const schema = contracts.sessions.detail.output.shape.statements.element
  return (
    <Section title={fileName} extra={<StatementActions statement={statement} session={session} contracts={contracts} />}>
      <p className="rec-verdict">
        <span className={`bt-tag bt-tone-${TONES[status] ?? 'neutral'}`}>{names.enumValue('reconciliation.sessions.statementStatus', status)}</span>
        <span>{labels.text('verdictRows', { n: count(statement.rows) })}</span>
        <span>= {labels.text('verdictAccepted', { n: count(statement.accepted) })}</span>
        <span>
          + <Figure to={statement.ignored > 0 ? rows('IGNORED') : undefined}>{labels.text('verdictIgnored', { n: count(statement.ignored) })}</Figure>
        </span>
        <span className={statement.rejected > 0 ? 'bt-negative' : undefined}>
          + <Figure to={statement.rejected > 0 ? rows('REJECTED') : undefined}>{labels.text('verdictRejected', { n: count(statement.rejected) })}</Figure>
        </span>
        <span className="bt-none">{showBytes(bytes, language)}</span>
      </p>
      {fault !== null && <Alert type="error" showIcon title={labels.text('statementRefused')} description={fault} />}
      {gap !== null && <Alert type="error" showIcon title={labels.text('statementGap')} description={gap} />}
      <FieldList
        entity={ENTITY}
        schema={schema}
        value={statement}
        fields={[
          'origin',
          ...given(['account', 'fromDay', 'toDay', 'opening', 'closing']),
          'moneyIn',
          'moneyOut',
          'uploadedBy',
          'uploadedAt',
          { field: 'sha256', render: ({ sha256 }) => <span className="bt-num rec-hash">{sha256}</span> },
        ]}
      />
    </Section>
  )
}

const TONES: Record<string, string> = { READING: 'moving', UPLOADING: 'moving', STAGED: 'success', REFUSED: 'failure', WITHDRAWN: 'neutral' }

/** The file as it came, and taking it out of the session again. */
function StatementActions({ statement, session, contracts }: SessionProps & { statement: Statement }) {
  const labels = useLabels(words)
  const withdraw = useMemo(
    () =>
      act(contracts.sessions.withdrawStatement, {
        key: 'withdrawStatement',
        danger: true,
        ask: ['reason'],
        invalidates: [contracts.sessions.calendar],
        when: () => isOpen(session) && session.task === null && statement.status === 'STAGED' && statement.origin !== 'RECORDS',
        toInput: (values) => ({ ...values, id: session.id, version: session.version, statementId: statement.id }),
      }),
    [contracts, session, statement],
  )
  return (
    <ActionHost entity="reconciliation.sessions.statement" schema={contracts.sessions.detail.output} nameOf={() => statement.fileName}>
      <div className="bt-form-buttons">
        {statement.origin !== 'RECORDS' && (
          <Button size="small" onClick={() => void runDownload(contracts.sessions.downloadStatement, { statementId: statement.id })}>
            {labels.text('downloadOriginal')}
          </Button>
        )}
        <ActionButton action={withdraw} row={session} />
      </div>
    </ActionHost>
  )
}

/** Rows of the file that have become no line, each with its reason. */
function Verdicts({ session, contracts, statementId }: SessionProps & { statementId: string | null }) {
  const labels = useLabels(words)
  const fixed = useMemo(() => ({ sessionId: session.id, ...(statementId === null ? {} : { statementId }) }), [session.id, statementId])
  return (
    <Section title={labels.text('verdicts')}>
      <PartList
        contract={contracts.sessions.verdicts}
        fixed={fixed}
        kept={statementId === null ? KEPT : [...KEPT, 'statementId']}
        live={sessionsTopic}
        filters={VERDICT_FILTERS}
        columns={VERDICT_COLUMNS}
        title={labels.text('verdicts')}
        nameOf={({ fileRow }) => String(fileRow)}
      />
    </Section>
  )
}
