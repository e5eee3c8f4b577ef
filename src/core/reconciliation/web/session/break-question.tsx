import { lazy, Suspense } from 'react'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { useNames } from '#platform/web/i18n.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { useActionWords } from '#platform/web/kit/actions/action-words.ts'
import { columnsOf } from '#platform/web/kit/list/columns.ts'

const ENTITY = 'reconciliation.breaks.break'
const BulkDialog = lazy(() => import('#platform/web/kit/actions/bulk-dialog.tsx'))

interface Props {
  action: BulkAction<BreakRow>
  rows: readonly BreakRow[]
  contracts: ReconciliationContracts
  onDone?: (done: readonly BreakRow[]) => void
  onClose: () => void
}

const idOf = (row: unknown) => (row as BreakRow).id

/** A question about breaks outside their list, in the dialog that the list asks it in. */
export function BreakQuestion({ action, rows, contracts, onDone, onClose }: Props) {
  const names = useNames(ENTITY)
  const actionWords = useActionWords({ entity: ENTITY })
  const columns = columnsOf<BreakRow>(contracts.breaks.list.row.shape, ['reference', 'kind', 'difference'], (field) => names.field(ENTITY, field))
  return (
    <Suspense>
      <BulkDialog
        action={action as unknown as BulkAction<unknown>}
        words={actionWords({ entity: ENTITY }, action)}
        nameOf={(row) => (row as BreakRow).reference || (row as BreakRow).sourceCode || idOf(row)}
        columns={columns as never}
        rows={rows}
        idOf={idOf}
        onResults={(done) => onDone?.(done as readonly BreakRow[])}
        onClose={onClose}
      />
    </Suspense>
  )
}
