import { Alert } from 'antd'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import { ASKED_CASE, outcomePermissions } from '#core/outcomes/contract/case.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import { transactionMachine, transactionsTopic } from '../contract/transaction.ts'
import { addressOf, ChannelOutcome, PaidMerchant, Party, RefundTransaction, type TransactionContracts, traitsOf } from '../contract/transactions.ts'
import { cancelPayment, refund } from './return-actions.tsx'
import { History, Places, Statement } from './transaction-parts.tsx'
import { words } from './words.ts'

type Transaction<C extends TransactionContracts = TransactionContracts> = OutputOf<C['detail']>

interface Options<C extends TransactionContracts> {
  /** Sections of its own, after those of who paid and who is paid. */
  sections?: ComponentType<{ transaction: Transaction<C> }>
  /** False where these sections show the columns that only this service has; default true. */
  ownFacts?: boolean
  /** False where money goes back in another way; default true. */
  refunds?: boolean
  /** True where payments of the day are cancelled. */
  cancellations?: boolean
  /** Address of the operator's own number that was paid to. */
  paidTo?: PaidTo
}
type PaidTo = ((number: string) => string) | undefined

/** The page of one transaction of a service: `export default transactionDetail(contracts)`. */
export function transactionDetail<C extends TransactionContracts>(
  contracts: C,
  { sections, ownFacts = true, refunds = true, cancellations = false, paidTo }: Options<C> = {},
): ComponentType {
  const actions = [...(refunds ? [refund(contracts)] : []), ...(cancellations ? [cancelPayment<Transaction>(contracts)] : [])]
  return () => <TransactionDetail contracts={contracts} actions={actions} sections={sections as Sections} ownFacts={ownFacts} paidTo={paidTo} />
}

type Sections = ComponentType<{ transaction: Transaction }> | undefined

interface ScreenProps {
  contracts: TransactionContracts
  actions: readonly Action<Transaction>[]
  sections: Sections
  ownFacts: boolean
  paidTo: PaidTo
}

function TransactionDetail({ contracts, actions, ...shown }: ScreenProps) {
  const { params } = useScreen()
  const asked = useAsked().get('id')
  const id = params.id ?? asked ?? ''
  const query = useContractQuery(contracts.detail, { id }, { quiet: true, enabled: id !== '' })
  // Somebody else decides on the refund while the maker looks on.
  useLiveReads(requestsTopic, contracts.detail)
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: contracts.detail.output, entity: 'payments.transaction' }}
      head={(transaction) => ({
        code: transaction.code,
        status: { machine: transactionMachine.name, value: transaction.status },
        amount: { value: transaction.amount, currency: transaction.currency },
        parties: partiesOf(transaction),
        banner: (
          <>
            {transaction.pendingRequestId && <RequestBanner requestId={transaction.pendingRequestId} />}
            {transaction.unresolved && <Unresolved {...transaction.unresolved} />}
            {transaction.refusedReturn && <Refused contracts={contracts} {...transaction.refusedReturn} />}
          </>
        ),
        actions: (
          <>
            <TraceLink code={transaction.code} />
            <Neighbours list={contracts.list} id={id} path={(other) => addressOf(contracts, other)} />
          </>
        ),
      })}
      aside={(transaction) => <History transaction={transaction} />}
    >
      {(transaction) => <Facts contracts={contracts} transaction={transaction} {...shown} />}
    </DetailLayout>
  )
}

/** Nobody knows its outcome, or a later report contradicts it: said at the top, with the way to its case for who may work on it. */
function Unresolved({ caseId, state }: NonNullable<Transaction['unresolved']>) {
  const labels = useLabels(words)
  const cases = useScreenOf()(outcomePermissions.see)?.screen.path
  return (
    <Alert
      type={state === 'CONTRADICTED' ? 'error' : 'warning'}
      showIcon
      title={labels.enumValue('payments.unresolved', state)}
      action={cases && <PageLink to={`${cases}?${new URLSearchParams({ [ASKED_CASE]: caseId })}`}>{labels.text('toCase')}</PageLink>}
    />
  )
}

/** What was agreed on has not happened: otherwise the payment looks as if nobody had asked. */
function Refused({ contracts, id, code, cancels, reason, at }: Pick<Props, 'contracts'> & NonNullable<Transaction['refusedReturn']>) {
  const labels = useLabels(words)
  return (
    <Alert
      type="error"
      showIcon
      role="status"
      title={labels.text(cancels ? 'cancelRefused' : 'refundRefused', { at: showTimestamp(at), reason })}
      action={<PageLink to={addressOf(contracts, id)}>{labels.text('toRefund', { code })}</PageLink>}
    />
  )
}

interface Props {
  contracts: TransactionContracts
  transaction: Transaction
}

/** Which customer is likely to ask about it. */
const reporterOf = ({ direction, payer, payee }: Transaction) => (direction === 'IN' ? payer : payee).name

/** Grouped as an accountant reads: what happened, how much, who paid, who is paid, where it belongs, how it was posted. */
function Facts({ contracts, transaction, sections: Sections, ownFacts, paidTo }: Props & Omit<ScreenProps, 'actions'>) {
  const t = useShellText()
  const labels = useLabels(words)
  const { payers, payees } = traitsOf(contracts.service)
  const { merchant, outcome, parent, creditedAccount } = transaction
  const ofPartner = transaction.forPartner
  return (
    <>
      <Section title={labels.text('groupTransaction')}>
        <div className="bt-facts-money">
          <FieldList
            schema={contracts.detail.output}
            value={transaction}
            entity="payments.transaction"
            fields={[
              'externalRef',
              ...(transaction.orderRef === null ? [] : ['orderRef' as const]),
              'occurredAt',
              'businessDate',
              ...(transaction.lateOf === null ? [] : ['lateOf' as const]),
              'channel',
              'type',
              'direction',
              'memo',
              ...(creditedAccount === null
                ? []
                : [{ field: 'creditedAccount' as const, render: () => <PaidToNumber number={creditedAccount} path={paidTo} /> }]),
              'createdAt',
              'updatedAt',
              ...(parent ? [{ field: 'parent' as const, render: () => <PageLink to={addressOf(contracts, parent.id)}>{parent.code}</PageLink> }] : []),
              ...(transaction.fault === null ? [] : ['fault' as const]),
            ]}
          />
          <Statement transaction={transaction} />
        </div>
      </Section>
      {!ofPartner && (
        <Section title={t('detail.journal')}>
          <JournalTable journals={transaction.journals} />
        </Section>
      )}
      <Refunds contracts={contracts} transaction={transaction} />
      {payers && <PartySection title="groupPayer" party={transaction.payer} />}
      {(payees || transaction.type === 'REFUND') && <PartySection title="groupPayee" party={transaction.payee} />}
      {merchant && (
        <Section title={labels.text('groupMerchant')}>
          <FieldList
            schema={PaidMerchant}
            value={merchant}
            entity="payments.merchant"
            fields={[
              'code',
              'name',
              'status',
              'address',
              'phone',
              ...(ofPartner
                ? []
                : [{ field: 'settlement' as const, label: 'settlementName', render: ({ settlement }: z.output<typeof PaidMerchant>) => settlement.name }]),
              { field: 'settlement', label: 'settlementAccount', render: ({ settlement }) => <span className="bt-num">{settlement.account}</span> },
              { field: 'settlement', label: 'settlementBank', render: ({ settlement }) => settlement.bank },
            ]}
          />
        </Section>
      )}
      {ownFacts && <OwnFacts contracts={contracts} transaction={transaction} />}
      {Sections && <Sections transaction={transaction} />}
      <Places transaction={transaction} />
      <RecordIncidents
        service={contracts.service.code}
        record={{ type: 'payment.transaction', id: transaction.id, code: transaction.code, reporter: reporterOf(transaction) }}
      />
      <RequestHistory subjectType="payment.transaction" subjectId={transaction.id} />
      {outcome && (
        <Section title={labels.text('groupOutcome')} folded>
          <FieldList schema={ChannelOutcome} value={outcome} entity="payments.outcome" fields={['code', 'message', 'bankReference', 'bankTime']} />
        </Section>
      )}
    </>
  )
}

const PaidToNumber = ({ number, path }: { number: string; path: PaidTo }) => (path ? <PageLink to={path(number)}>{number}</PageLink> : number)

function PartySection({ title, party }: { title: 'groupPayer' | 'groupPayee'; party: Transaction['payer'] }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text(title)}>
      <FieldList schema={Party} value={party} entity="payments.party" fields={['name', 'account', 'bank']} />
    </Section>
  )
}

/** What left through the partner to give it back, each a transaction of its own. */
function Refunds({ contracts, transaction: { refunds } }: Props) {
  const labels = useLabels(words)
  if (refunds.length === 0) return null
  return (
    <Section title={labels.text('groupRefunds')}>
      {refunds.some(({ status }) => !['SUCCEEDED', 'FAILED'].includes(status)) && <Followed contracts={contracts} />}
      {refunds.map((refund) => (
        <FieldList
          key={refund.id}
          schema={RefundTransaction}
          value={refund}
          entity="payments.transaction"
          fields={[
            { field: 'code', render: () => <PageLink to={addressOf(contracts, refund.id)}>{refund.code}</PageLink> },
            'status',
            'amount',
            'occurredAt',
            ...(refund.fault === null ? [] : ['fault' as const]),
          ]}
        />
      ))}
    </Section>
  )
}

/** A refund comes to its end at the partner while somebody looks on. */
function Followed({ contracts }: Pick<Props, 'contracts'>) {
  useLiveReads(transactionsTopic, contracts.detail)
  return null
}

/** The columns that only this service has. */
function OwnFacts({ contracts: { service }, transaction }: Props) {
  const language = useLanguage()
  const fields = Object.keys(service.own.shape)
  if (fields.length === 0) return null
  return (
    <Section title={service.name[language]}>
      <FieldList schema={service.own} value={transaction.own} entity={service.entity} fields={fields} />
    </Section>
  )
}

/** A name, or the account where the name is not known. */
const partiesOf = ({ type, payer, payee, merchant }: Transaction) => {
  const shop = merchant?.name
  const back = type === 'REFUND'
  return { from: (back ? shop : undefined) ?? (payer.name || payer.account), to: (back ? undefined : shop) ?? (payee.name || payee.account) }
}
