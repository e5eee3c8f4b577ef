import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { findIssuanceLine } from '../../contract/issuances/lines.ts'
import { issuancesTopic } from '../../contract/issuances/machines.ts'
import { paths } from '../paths.ts'
import { words } from './words.ts'

type Line = OutputOf<typeof findIssuanceLine>

/** A line with its visits and what has become of its money. */
export function LineDrawer({ row: { id, code }, onClose }: DialogProps<{ id: string; code: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(findIssuanceLine, { id }, { quiet: true })
  useLiveRead(issuancesTopic, query)
  return (
    <RecordDrawer query={query} title={code} size={860} onClose={onClose}>
      {(line) => (
        <>
          <Section
            title={labels.text('groupLine')}
            extra={line.itemId !== null && <PageLink to={fill(paths.item, { id: line.itemId })}>{labels.text('openItem')}</PageLink>}
          >
            <FieldList entity="cob.issuances.line" schema={findIssuanceLine.output} value={line} fields={shownOf(line)} />
          </Section>
          <Section title={labels.text('groupVisits')}>
            <Visits line={line} />
          </Section>
          <RecordHistory subjectType="cob.issuance_line" subjectId={id} />
        </>
      )}
    </RecordDrawer>
  )
}

function shownOf(line: Line) {
  const held = <F extends keyof Line>(fields: readonly F[]) => fields.filter((field) => line[field] !== null && line[field] !== '')
  return [
    ...(['keyAccountName', 'issuanceCode', 'reference', 'payerName'] as const),
    ...held(['payerPhone']),
    ...(['address', 'amount', 'dueOn', 'unitName', 'status'] as const),
    ...held(['moneyState', 'courierName', 'courierCode', 'collectedAt', 'note']),
  ]
}

const TONES = { COLLECTED: 'success', POSTPONED: 'attention', REFUSED: 'failure', NOT_FOUND: 'failure' } as const

function Visits({ line: { visits } }: { line: Line }) {
  const labels = useLabels(words)
  if (visits.length === 0) return <p className="bt-none">{labels.text('noVisits')}</p>
  const items = visits.toReversed().map(({ id, at, result, courierName, recordedBy, note, files }) => ({
    key: id,
    at,
    title: labels.enumValue('cob.issuances.attemptResult', result),
    by: `${courierName} · ${recordedBy}`,
    note: (note !== '' || files.length > 0) && (
      <>
        {note}
        {files.length > 0 && <FileList files={files} />}
      </>
    ),
    tone: TONES[result],
  }))
  return <Timeline items={items} />
}
