import { Form } from 'antd'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { EnumSelect } from '#platform/web/kit/form/enum-select.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { differenceMachine, listDifferences, settleDifference, settlementsOf } from '../../contract/differences.ts'
import { StaffSelect } from '../staff-select.tsx'
import { addressOf, type TreasuryPaths } from '../treasury/paths.ts'

export interface DifferencePaths {
  count: string
  treasury: TreasuryPaths
}
type Row = RowOf<typeof listDifferences>

function SettlementFields({ record: { amount } }: { record: Row }) {
  const settlement = Form.useWatch<string | undefined>('settlement')
  return (
    <>
      <Field name="settlement">
        <EnumSelect name="cash.treasury.settlement" values={settlementsOf(parseMoney(amount ?? '0'))} needed />
      </Field>
      {settlement === 'RECOVER' && (
        <Field name="staffId" needed chosen>
          <StaffSelect />
        </Field>
      )}
      <Field name="reason" />
    </>
  )
}

/** Shortages and surpluses on the pending accounts: where each was found, and what becomes of it. */
export default (paths: DifferencePaths) =>
  listScreen(listDifferences, {
    filters: [
      'text',
      { field: 'unitId', input: UnitSelect },
      'status',
      'direction',
      'source',
      'settlement',
      { range: ['from', 'to'], label: 'aroseOn', days: 0 },
    ],
    columns: [
      {
        field: 'sourceCode',
        fixed: 'start',
        render: ({ source, sourceId, sourceCode }) => (
          <PageLink to={source === 'COUNT' ? fill(paths.count, { id: sourceId }) : addressOf(paths.treasury, sourceId)}>{sourceCode}</PageLink>
        ),
      },
      'amount',
      {
        field: 'status',
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={differenceMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      'days',
      'unitName',
      'holdingName',
      'aroseOn',
      'settlement',
      'settlementStaff',
      'proposedBy',
      'decidedBy',
      'decidedAt',
      { field: 'source', hidden: true },
    ],
    actions: [act(settleDifference, { ask: SettlementFields, when: ({ amount }: Row) => amount !== null, invalidates: [requestsOf] })],
  })
