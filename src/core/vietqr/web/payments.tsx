import { transactionMachine, transactionsTopic } from '#core/payments/contract/transaction.ts'
import { accountOrders } from '#core/vietqr/contract/accounts.ts'
import { Credited } from '#core/vietqr/contract/codes.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type CodePaths, paymentAddress, paymentsAddress } from './paths.ts'
import { words } from './words.ts'

/** Of the newest ones; the rest stands in the list of transactions. */
const SHOWN = 10

type Order = OutputOf<typeof accountOrders>[number]

/** The newest payments to an account, with the way to all of them. */
export function Payments({ number, paths }: { number: string; paths: CodePaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(accountOrders, { number }, { quiet: true })
  useLiveReads(transactionsTopic, accountOrders)
  const { data } = query
  return (
    <Section title={labels.text('groupPayments')} extra={<PageLink to={paymentsAddress(paths, number)}>{labels.text('allPayments')}</PageLink>}>
      {!data ? (
        <Waiting query={query} />
      ) : data.length === 0 ? (
        <p className="bt-none">{labels.text('noPayments')}</p>
      ) : (
        <Orders rows={data.slice(0, SHOWN)} paths={paths} />
      )}
    </Section>
  )
}

function Orders({ rows, paths }: { rows: Order[]; paths: CodePaths }) {
  return (
    <FieldTable
      schema={Credited}
      rows={rows}
      rowKey={({ id }) => id}
      entity="vietqr.accountOrder"
      fields={[
        { field: 'code', render: ({ id, code }: Order) => <PageLink to={paymentAddress(paths, id)}>{code}</PageLink> },
        'occurredAt',
        'amount',
        { field: 'status', render: ({ status }: Order) => <StatusTag machine={transactionMachine.name} value={status} /> },
        'payerName',
        'memo',
      ]}
    />
  )
}
