import { settlementMachine, settlementsTopic } from '#core/settlements/contract/machine.ts'
import { listSettlements, merchantOwed } from '#core/settlements/contract/settlements.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { EndText } from '#platform/web/kit/value/timestamp.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { movementsAddress, type SettlementPaths, settlementAddress, settlementsAddress, statementAddress } from './paths.ts'
import { words } from './words.ts'

/** Of the newest ones; the list has the rest. */
const SHOWN = 5

const NOTHING = '0.00'

/** What a merchant is owed by now, part by part, and its newest settlements. */
function MerchantOwed({ id, paths }: { id: string; paths: SettlementPaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(merchantOwed, { merchantId: id }, { quiet: true })
  useLiveRead(settlementsTopic, query)
  const { data } = query
  return (
    <Section title={labels.text('groupOwed')} extra={<PageLink to={statementAddress(paths, id)}>{labels.text('showStatement')}</PageLink>}>
      {!data ? (
        <Waiting query={query} />
      ) : (
        <>
          <FieldList
            entity="settlements.owed"
            schema={merchantOwed.output}
            value={data}
            fields={[
              'balance',
              'open',
              'payable',
              ...(['held', 'heldAccount', 'carried', 'underWay'] as const).filter((part) => data[part] !== NOTHING),
              'lastClosedAt',
            ]}
          />
          <p className="bt-none">{labels.text('owedNote')}</p>
          <PageLink to={movementsAddress(paths, { merchantId: id, open: 'true' })}>{labels.text('showOpen')}</PageLink>
          <Newest id={id} paths={paths} />
        </>
      )}
    </Section>
  )
}

function Newest({ id, paths }: { id: string; paths: SettlementPaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(listSettlements, { searchSdi: { merchantId: id }, pageInfo: { currentPage: 1, pageSize: 15 } }, { quiet: true })
  useLiveRead(settlementsTopic, query)
  const rows = query.data?.result ?? []
  if (rows.length === 0) return null
  return (
    <>
      <FieldTable
        schema={listSettlements.row}
        rows={rows.slice(0, SHOWN)}
        rowKey={(row) => row.id}
        entity="settlements.settlement"
        fields={[
          { field: 'code', render: (row) => <PageLink to={settlementAddress(paths, row.id)}>{row.code}</PageLink> },
          { field: 'status', render: ({ status }) => <StatusTag machine={settlementMachine.name} value={status} /> },
          'net',
          'payments',
          { field: 'untilAt', render: ({ untilAt }) => <EndText value={untilAt} /> },
          'reference',
          'paidAt',
        ]}
      />
      <PageLink to={settlementsAddress(paths, id)}>{labels.text('allOfMerchant')}</PageLink>
    </>
  )
}

/** For who may see settlements; whoever sees the merchant alone sees its balance. */
function Gate(props: { id: string; paths: SettlementPaths }) {
  return usePermission(merchantOwed.permission) ? <MerchantOwed {...props} /> : null
}

export default (paths: SettlementPaths) =>
  ({ id }: { id: string }) => <Gate id={id} paths={paths} />
