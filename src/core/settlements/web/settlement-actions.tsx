import { auditOf } from '#core/audit/contract/audit.ts'
import { createBatch } from '#core/disbursement/contract/batches.ts'
import { PayingPartnerSelect } from '#core/disbursement/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { type listSettlements, releaseClaim } from '#core/settlements/contract/settlements.ts'
import { MERCHANT_SETTLEMENT } from '#core/settlements/contract/words.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import type { SettlementPaths } from './paths.ts'
import { words } from './words.ts'

/** Of which merchants, and who carries the transfers out. */
function BatchFields() {
  const labels = useLabels(words)
  return (
    <>
      <p className="bt-none">{labels.text('batchNote')}</p>
      <Field name="sourceId" chosen>
        <UnitSelect />
      </Field>
      <Field name="partnerId" chosen>
        <PayingPartnerSelect />
      </Field>
      <Field name="note" />
    </>
  )
}

/** Where the merchant has got a part of a settlement twice: for whoever may let it go. */
export const settlementActions: readonly Action<Pick<RowOf<typeof listSettlements>, 'id' | 'code' | 'version' | 'waits'>>[] = [
  act(releaseClaim, { key: 'releaseClaim', ask: ['reason'], when: ({ waits }) => waits === 'CLAIMED', invalidates: [auditOf] }),
]

/** A batch of everything that may be paid to the merchants of a unit; another person agrees before it leaves. */
export const transferSettlements = (paths: SettlementPaths) =>
  create(createBatch, BatchFields, {
    key: 'transferSettlements',
    toInput: (values) => ({ ...values, sourceKind: MERCHANT_SETTLEMENT }),
    // What the banks say of each name, and who was left out, is seen there.
    onDone: ({ id }) => openAddress(paths.batch(id)),
  })
