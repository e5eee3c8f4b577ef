import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { DepositLine, type getDepositItems } from '../../contract/deposits.ts'
import { findItem } from '../../contract/items.ts'
import { paths } from '../paths.ts'

/** Items of a deposit: what was owed of each, what was handed in, what is missing. */
export function DepositLines({ lines }: { lines: OutputOf<typeof getDepositItems>['lines'] }) {
  const opens = usePermission(findItem.permission)
  return (
    <FieldTable
      entity="cob.deposits.line"
      schema={DepositLine}
      rows={lines}
      rowKey={({ itemId }) => itemId}
      fields={[
        {
          field: 'itemCode',
          render: ({ itemId, itemCode }) => (opens ? <PageLink to={fill(paths.item, { id: itemId })}>{itemCode}</PageLink> : itemCode),
        },
        'senderName',
        'dueOn',
        'expected',
        'amount',
        'difference',
        'named',
      ]}
    />
  )
}
