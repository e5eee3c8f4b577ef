import { Tag } from 'antd'
import type { z } from 'zod'
import { IncidentMove } from '#core/incidents/contract/shapes.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { words } from './words.ts'

type Move = z.output<typeof IncidentMove>

/** Money that was moved for the record of an incident, by this one or another. */
export function Moves({ moves }: { moves: readonly Move[] }) {
  return (
    <FieldTable
      entity="incidents.move"
      schema={IncidentMove}
      rows={moves}
      rowKey={({ id }) => id}
      fields={['at', 'actionName', 'amount', { field: 'state', render: (move) => <Moved {...move} /> }, 'incidentCode', 'by']}
    />
  )
}

/** What has become of money, with the record by which it moves. */
export function Moved({ state, result }: Pick<Move, 'state' | 'result'>) {
  const labels = useLabels(words)
  return (
    <>
      {result && (result.link === null ? result.code : <PageLink to={result.link}>{result.code}</PageLink>)}{' '}
      <Tag>{labels.enumValue('incidents.actionState', state)}</Tag>
    </>
  )
}
