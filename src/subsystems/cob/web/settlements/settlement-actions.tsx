import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { createBatch, listBatches } from '#core/disbursement/contract/batches.ts'
import { PayingPartnerSelect } from '#core/disbursement/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action, BulkAction } from '#platform/web/kit/actions/action.ts'
import { act, bulk, create } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import {
  COD_SETTLEMENT,
  checkCodSettlements,
  type listCodSettlements,
  releaseCodSettlement,
  runCodSettlement,
  submitCodRun,
  withdrawCodSettlement,
} from '../../contract/settlements.ts'
import { settlementPath } from '../paths.ts'
import { words } from './words.ts'

type Row = Pick<RowOf<typeof listCodSettlements>, 'id' | 'code' | 'version' | 'status' | 'runId' | 'runCode' | 'runStatus' | 'runVersion'>

const invalidates = [requestsOf, auditOf]

/** Makes the statements of everybody who is due. */
export const runSettlement = create(runCodSettlement, ['reason'], { key: 'run' })

interface Settled {
  id: string
  status: string
}

/** Makes the statement of one key account at once. */
export const settleKeyAccount: Action<Settled> = act(runCodSettlement, {
  key: 'runOne',
  ask: ['reason'],
  toInput: ({ reason }, { id }: Settled) => ({ keyAccountId: id, reason }),
  when: ({ status }: Settled) => status === 'ACTIVE',
  onDone: ({ settlementId }) => {
    if (settlementId !== null) openAddress(settlementPath(settlementId))
  },
})

function BatchFields({ record: { runCode } }: { record: Row }) {
  const labels = useLabels(words)
  return (
    <>
      <p className="bt-none">{labels.text('batchNote', { run: runCode })}</p>
      <Field name="partnerId" chosen>
        <PayingPartnerSelect />
      </Field>
      <Field name="note" />
    </>
  )
}

/** What may be done with a statement and its run. */
export const settlementActions: readonly Action<Row>[] = [
  act(submitCodRun, {
    key: 'submitRun',
    ask: ['reason'],
    toInput: ({ reason }, { runId, runVersion }: Row) => ({ id: runId, version: runVersion, reason }),
    when: ({ runStatus, status }: Row) => runStatus === 'DRAFT' && status === 'CHECKED',
    invalidates,
  }),
  act(createBatch, {
    key: 'transfer',
    ask: BatchFields,
    values: () => ({}),
    toInput: (values, { runId }: Row) => ({ ...values, sourceKind: COD_SETTLEMENT, sourceId: runId }),
    when: ({ status }: Row) => status === 'APPROVED',
    // What the banks say of each name, and who was left out, is seen with all other batches.
    invalidates: [listBatches],
  }),
  act(releaseCodSettlement, { key: 'release', danger: true, ask: ['reason'], when: ({ runStatus }: Row) => runStatus === 'DRAFT', invalidates }),
  act(withdrawCodSettlement, { key: 'withdraw', danger: true, ask: ['reason'], invalidates }),
]

export const checkSettlements: BulkAction<Row> = bulk(checkCodSettlements, { key: 'check', invalidates })

/** Batches of transfers stand with all others that the operator makes. */
export function BatchesLink() {
  const labels = useLabels(words)
  const batches = useScreenOf()(listBatches.permission)?.screen.path
  return batches ? <PageLink to={`${batches}?${new URLSearchParams({ sourceKind: COD_SETTLEMENT, from: '' })}`}>{labels.text('showBatches')}</PageLink> : null
}
