import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { type ReconciliationContracts, setupAddress } from '#core/reconciliation/contract/contracts.ts'
import { setupMachine } from '#core/reconciliation/contract/machines.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout } from '#platform/web/kit/detail/detail-layout.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { LookUp } from '../look-up.tsx'
import '../reconciliation.css'
import { words } from '../words.ts'
import { Editing } from './editing.tsx'
import type { Setup } from './parts.ts'
import { Revisions } from './revisions.tsx'
import { setupActions } from './setup-actions.ts'

const SUBJECT = 'reconciliation.setup'

function SetupDetail({ id, contracts }: { id: string; contracts: ReconciliationContracts }) {
  const query = useContractQuery(contracts.setups.detail, { id }, { quiet: true })
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout<Setup>
      query={query}
      offers={{ actions: setupActions(contracts), schema: contracts.setups.detail.output, entity: 'reconciliation.setups.setup' }}
      head={(setup) => ({
        code: setup.code,
        status: { machine: setupMachine.name, value: setup.status },
        title: setup.partnerName === null ? setup.name : `${setup.name} · ${setup.partnerName}`,
        banner: setup.revisions.map(
          ({ id: revision, pendingRequestId }) => pendingRequestId !== null && <RequestBanner key={revision} requestId={pendingRequestId} />,
        ),
      })}
    >
      {(setup) => (
        <>
          <Editing setup={setup} contracts={contracts} />
          <Revisions setup={setup} contracts={contracts} />
          <RequestHistory subjectType={SUBJECT} subjectId={setup.id} />
          <RecordHistory subjectType={SUBJECT} subjectId={setup.id} />
        </>
      )}
    </DetailLayout>
  )
}

export default (contracts: ReconciliationContracts) => () => {
  const labels = useLabels(words)
  const id = useAsked().get('id') ?? ''
  if (/^\d+$/.test(id)) return <SetupDetail key={id} id={id} contracts={contracts} />
  const find = async (code: string) => {
    const { result } = await call(contracts.setups.list, { searchSdi: { text: code }, pageInfo: { currentPage: 1, pageSize: 15 } })
    const found = result.find((one) => one.code.toUpperCase() === code.toUpperCase()) ?? result[0]
    return found ? setupAddress(contracts, found.id) : contracts.routes.setups
  }
  return <LookUp title={labels.text('lookUpSetup')} label={labels.text('setupCode')} find={find} />
}
