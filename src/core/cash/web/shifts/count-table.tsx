import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { listCounts } from '../../contract/counts.ts'
import type { CashPaths } from './paths.ts'
import { words } from './words.ts'

/** The counts of a shift or a holding, each with its page. */
export function CountTable({ counts, paths }: { counts: readonly RowOf<typeof listCounts>[]; paths: CashPaths }) {
  const labels = useLabels(words)
  if (counts.length === 0) return <p className="bt-none">{labels.text('noCounts')}</p>
  return (
    <FieldTable
      schema={listCounts.row}
      rows={counts}
      rowKey={({ id }) => id}
      entity="cash.shifts.count"
      fields={[
        { field: 'code', render: ({ id, code }) => <PageLink to={fill(paths.count, { id })}>{code}</PageLink> },
        'reason',
        'countedAt',
        'counterName',
        'counted',
        'ledgerBalance',
        'variance',
        'varianceLeft',
        'varianceStatus',
      ]}
    />
  )
}
