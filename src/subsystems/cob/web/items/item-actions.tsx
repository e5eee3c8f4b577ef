import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { ListSelect } from '#core/masterdata/web/public.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, bulk } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { changeAmount, grantItem, HOLD_REASONS, holdItem, holdItems, type ItemRow, refundItem, releaseItem, releaseItems } from '../../contract/items.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'

function HoldFields() {
  return (
    <>
      <Field name="holdReason">
        <ListSelect list={HOLD_REASONS} />
      </Field>
      <Field name="holdNote" />
    </>
  )
}

function GrantFields() {
  return (
    <>
      <Field name="courierId" chosen>
        <CourierSelect />
      </Field>
      <Field name="reason" />
    </>
  )
}

type Row = Pick<
  ItemRow,
  'id' | 'version' | 'code' | 'deliveryState' | 'moneyState' | 'held' | 'codAmount' | 'collectedAt' | 'handedInAmount' | 'pendingRequestId'
>

const BEFORE_DELIVERY: readonly string[] = ['ACCEPTED', 'IN_TRANSIT', 'AT_OFFICE', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY']
const WITH_POSTMEN: readonly string[] = ['AT_OFFICE', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY']
const mayHold = ({ held, moneyState }: Row) => !held && moneyState !== 'PAID_OUT' && moneyState !== 'WAIVED'
const invalidates = [requestsOf, auditOf]

/** What people change of an item by hand, in the list and on its page. */
export const itemActions: readonly Action<Row>[] = [
  act(grantItem, {
    key: 'grant',
    ask: GrantFields,
    invalidates: [auditOf],
    when: ({ collectedAt, deliveryState }: Row) => collectedAt === null && WITH_POSTMEN.includes(deliveryState),
  }),
  act(holdItem, { ask: HoldFields, invalidates: [auditOf], when: mayHold }),
  act(releaseItem, { ask: ['reason'], invalidates: [auditOf], when: ({ held }: Row) => held }),
  act(changeAmount, {
    key: 'changeAmount',
    ask: ['codAmount', 'reason'],
    values: ({ codAmount }: Row) => ({ codAmount }),
    invalidates,
    when: ({ collectedAt, deliveryState, pendingRequestId }: Row) =>
      collectedAt === null && BEFORE_DELIVERY.includes(deliveryState) && pendingRequestId === null,
  }),
  act(refundItem, {
    ask: ['reason'],
    danger: true,
    invalidates,
    when: ({ moneyState, deliveryState, pendingRequestId }: Row) =>
      (moneyState === 'COLLECTED' || moneyState === 'HANDED_IN') && deliveryState !== 'DELIVERED' && pendingRequestId === null,
  }),
]

export const itemBulks = [
  bulk<typeof holdItems, Row>(holdItems, {
    key: 'holdMany',
    facts: ['codAmount'],
    when: mayHold,
    choose: ({ value, onChange }) => <ListSelect list={HOLD_REASONS} value={value} onChange={onChange} />,
    input: (holdReason) => ({ holdReason }),
  }),
  bulk<typeof releaseItems, Row>(releaseItems, { key: 'releaseMany', facts: ['codAmount'], when: ({ held }) => held, reason: 'needed' }),
]
