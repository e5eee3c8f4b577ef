import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { usePageItems } from '#platform/web/kit/list/page-items.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import {
  codSettlementMachine,
  codSettlementsTopic,
  keyAccountDebt,
  listCodSettlements,
  listKeyAccountItems,
  simulateSettlement,
} from '../../contract/settlements.ts'
import { itemPath, settlementPath, settlementsOfPath } from '../paths.ts'
import { IncidentLink } from '../settlements/incident-link.tsx'
import { words as settlementWords } from '../settlements/words.ts'
import { words } from './words.ts'

const SIZE = 15

function Pages({ total, page, onPage, children }: { total: number; page: number; onPage: (page: number) => void; children: ReactNode }) {
  const items = usePageItems()
  return (
    <>
      {children}
      {total > SIZE && <Pagination size="small" current={page} total={total} pageSize={SIZE} showSizeChanger={false} itemRender={items} onChange={onPage} />}
    </>
  )
}

/** What was accepted for it, and where the money of each is. */
export function ItemsTab({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data } = useContractQuery(listKeyAccountItems, { searchSdi: { keyAccountId: id }, pageInfo: { currentPage: page, pageSize: SIZE } }, { quiet: true })
  if (!data) return null
  return (
    <Pages total={data.totalRecord} page={page} onPage={setPage}>
      <FieldTable
        schema={listKeyAccountItems.row}
        rows={data.result}
        rowKey={(row) => row.id}
        entity="cob.settlements.keyItem"
        fields={[
          { field: 'code', render: (row) => <PageLink to={itemPath(row.id)}>{row.code}</PageLink> },
          ...([
            'deliveryState',
            'moneyState',
            'acceptedAt',
            'deliveredAt',
            'receiverName',
            'codAmount',
            'collectedAmount',
            'handedInAmount',
            'postage',
          ] as const),
          {
            field: 'settlementCode',
            render: (row) => row.settlementId !== null && <PageLink to={settlementPath(row.settlementId)}>{row.settlementCode}</PageLink>,
          },
          'unitName',
        ]}
        actions={(row) => <IncidentLink code={row.code} />}
      />
    </Pages>
  )
}

/** What it is owed and owes, by where it stands. */
export function DebtTab({ id }: { id: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(keyAccountDebt, { keyAccountId: id }, { quiet: true })
  useLiveRead(codSettlementsTopic, query)
  if (!query.data) return null
  return (
    <>
      <Section title={labels.text('groupMoney')}>
        <FieldList
          entity="cob.settlements.debt"
          schema={keyAccountDebt.output}
          value={query.data}
          fields={['withCouriers', 'waiting', 'payable', 'inStatements', 'approved', 'carried', 'recoveries', 'balance', 'underWay']}
        />
        <p className="bt-none">{labels.text('debtNote')}</p>
      </Section>
      <Section title={labels.text('groupRecoveries')}>
        {query.data.open.length === 0 ? (
          <p className="bt-none">{labels.text('noRecoveries')}</p>
        ) : (
          <FieldTable
            schema={keyAccountDebt.output.shape.open.element}
            rows={query.data.open}
            rowKey={(row) => row.id}
            entity="cob.settlements.recovery"
            fields={['itemCode', 'reason', 'amount', 'recovered', 'left', 'settlementCode', 'at']}
          />
        )}
      </Section>
    </>
  )
}

function Statements({ id, paid }: { id: string; paid: boolean }) {
  const labels = useLabels(settlementWords)
  const [page, setPage] = useState(1)
  const status = paid ? { status: ['SENT' as const, 'UNKNOWN' as const, 'PAID' as const, 'HELD' as const, 'FAILED' as const] } : {}
  const query = useContractQuery(
    listCodSettlements,
    { searchSdi: { keyAccountId: id, ...status }, pageInfo: { currentPage: page, pageSize: SIZE } },
    { quiet: true },
  )
  useLiveRead(codSettlementsTopic, query)
  const { data } = query
  if (!data) return null
  const amounts = paid
    ? (['net', 'reference', 'paidAt', 'mailedAt'] as const)
    : (['items', 'cod', 'postage', 'fee', 'tax', 'deductions', 'carried', 'net'] as const)
  return (
    <Section title={labels.text('allOfKeyAccount')} extra={<PageLink to={settlementsOfPath(id)}>{labels.text('allOfKeyAccount')}</PageLink>}>
      <Pages total={data.totalRecord} page={page} onPage={setPage}>
        <FieldTable
          schema={listCodSettlements.row}
          rows={data.result}
          rowKey={(row) => row.id}
          entity="cob.settlements.settlement"
          fields={[
            { field: 'code', render: (row) => <PageLink to={settlementPath(row.id)}>{row.code}</PageLink> },
            { field: 'status', render: (row) => <StatusTag machine={codSettlementMachine.name} value={row.status} /> },
            'cycleDate',
            ...amounts,
          ]}
        />
      </Pages>
    </Section>
  )
}

export const StatementsTab = ({ id }: { id: string }) => <Statements id={id} paid={false} />
export const PayoutsTab = ({ id }: { id: string }) => <Statements id={id} paid />

/** The next statement, as it would be made of what may be settled now. */
export function NextTab({ id }: { id: string }) {
  const labels = useLabels(words)
  const { data } = useContractQuery(simulateSettlement, { keyAccountId: id }, { quiet: true })
  if (!data) return null
  if (data.cycleDate === null) return <p className="bt-none">{labels.text('noCycle')}</p>
  return (
    <Section title={labels.text('groupSimulated')}>
      <FieldList
        entity="cob.settlements.simulated"
        schema={simulateSettlement.output}
        value={data}
        fields={['cycleDate', 'untilOn', 'items', 'cod', 'postage', 'fee', 'tax', 'deductions', 'carried', 'net']}
      />
      <p className="bt-none">{labels.text('simulatedNote')}</p>
    </Section>
  )
}
