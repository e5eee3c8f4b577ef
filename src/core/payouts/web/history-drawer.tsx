import { Drawer } from 'antd'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import { beneficiaryHistory, type listLines } from '#core/payouts/contract/lines.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type PayoutPaths, payoutAddress } from './paths.ts'
import { words } from './words.ts'

/** What one person was paid, month by month. */
export default function History({ row, paths, onClose }: DialogProps<RowOf<typeof listLines>> & { paths: PayoutPaths }) {
  const labels = useLabels(words)
  const code = paths.lineCode(row.id)
  const query = useContractQuery(beneficiaryHistory, { id: row.id }, { quiet: true })
  return (
    <Drawer open size={1040} title={labels.text('historyTitle', { name: row.name })} extra={<TraceLink code={code} />} onClose={onClose}>
      {query.data ? (
        <FieldTable
          schema={beneficiaryHistory.output.element}
          rows={query.data}
          rowKey={({ id }) => id}
          entity="payouts.line"
          fields={[
            'month',
            'programmeName',
            {
              field: 'listCode',
              render: ({ listId, listCode }) => (
                <PageLink to={payoutAddress(paths, listId)}>
                  <span className="bt-num" style={{ whiteSpace: 'nowrap' }}>
                    {listCode}
                  </span>
                </PageLink>
              ),
            },
            'amount',
            'status',
            'unitName',
            'paidAt',
          ]}
        />
      ) : (
        <Waiting query={query} />
      )}
      <div style={{ marginBlockStart: 16 }}>
        <RecordIncidents record={{ type: 'payout.line', id: row.id, code, reporter: row.name }} />
      </div>
    </Drawer>
  )
}
