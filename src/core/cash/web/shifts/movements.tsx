import { Movement } from '#core/cash/contract/holdings.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { words } from './words.ts'

/** Cash that came in and went out, the newest first. */
export function Movements({ rows }: { rows: readonly Movement[] }) {
  const labels = useLabels(words)
  if (rows.length === 0) return <p className="bt-none">{labels.text('noMovements')}</p>
  return (
    <FieldTable
      schema={Movement}
      rows={rows}
      rowKey={({ journalId }) => journalId}
      entity="cash.shifts.movement"
      fields={[
        'recordedAt',
        { field: 'description', render: ({ path, description }) => (path === null ? description : <PageLink to={path}>{description}</PageLink>) },
        'moneyIn',
        'moneyOut',
      ]}
    />
  )
}
