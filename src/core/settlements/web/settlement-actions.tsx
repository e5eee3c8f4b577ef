import { Form } from 'antd'
import { auditOf } from '#core/audit/contract/audit.ts'
import { createBatch, listBatches } from '#core/disbursement/contract/batches.ts'
import { PayingPartnerSelect } from '#core/disbursement/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { listSettlements, releaseClaim } from '#core/settlements/contract/settlements.ts'
import { MERCHANT_SETTLEMENT } from '#core/settlements/contract/words.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
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
      <Size />
      <Field name="note" />
    </>
  )
}

/** How much will leave, before anything is made. */
function Size() {
  const labels = useLabels(words)
  const language = useLanguage()
  const unitId = Form.useWatch<string | undefined>('sourceId')
  const searchSdi = { status: ['PAYABLE' as const], waiting: false, unitId: unitId ?? '' }
  const { data } = useContractQuery(listSettlements, { searchSdi, pageInfo: { currentPage: 1, pageSize: 15 } }, { quiet: true, enabled: unitId !== undefined })
  if (unitId === undefined || !data) return null
  const { totalRecord: n, sums } = data
  return (
    <p role="status">
      <strong>{n === 0 ? labels.text('batchNothing') : labels.text('batchSize', { n, amount: showMoney(sums.net ?? '0', language, 0) })}</strong>
    </p>
  )
}

/** Batches of transfers stand with all others that the operator makes. */
export function BatchesLink({ to }: { to: string }) {
  const labels = useLabels(words)
  return usePermission(listBatches.permission) ? <PageLink to={to}>{labels.text('showBatches')}</PageLink> : null
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
