import { requestsOf, requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestHistory } from '#core/approvals/web/public.ts'
import { transactionMachine } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { parseMoney } from '#kernel/money.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline, type TimelineItem } from '#platform/web/kit/detail/timeline.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { useLive } from '#platform/web/live/live.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { getQrRefunds } from '../contract/refunds.ts'
import { ChannelOutcome, getQrTransaction, listQrTransactions, PaidMerchant, Party } from '../contract/transactions.ts'
import { transactionPath } from './paths.ts'
import { RefundActions } from './refund-actions.tsx'
import { words } from './words.ts'

type Transaction = OutputOf<typeof getQrTransaction>

export default function TransactionDetail() {
  const { id = '' } = useScreen().params
  const query = useContractQuery(getQrTransaction, { id }, { quiet: true })
  // Somebody else decides on the refund while the maker looks on.
  useLive(requestsTopic, () => {
    for (const read of [getQrTransaction, getQrRefunds, requestsOf]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(read) })
  })
  return (
    <DetailLayout
      query={query}
      head={(transaction) => ({
        code: transaction.code,
        status: { machine: transactionMachine.name, value: transaction.status },
        title: (
          <>
            <MoneyText value={transaction.amount} /> {transaction.currency}
          </>
        ),
        actions: (
          <>
            <RefundActions transaction={transaction} />
            <Neighbours list={listQrTransactions} id={id} path={transactionPath} />
          </>
        ),
      })}
      aside={(transaction) => <History transaction={transaction} />}
    >
      {(transaction) => <Facts transaction={transaction} />}
    </DetailLayout>
  )
}

interface Props {
  transaction: Transaction
}

/** Grouped as an accountant reads: what happened, how much, who paid, who is paid, where it belongs, how it was posted. */
function Facts({ transaction }: Props) {
  const t = useShellText()
  const labels = useLabels(words)
  const { merchant, outcome, parent } = transaction
  return (
    <>
      <Section title={labels.text('groupTransaction')}>
        <FieldList
          schema={getQrTransaction.output}
          value={transaction}
          entity="qr.transaction"
          fields={[
            'externalRef',
            'occurredAt',
            'businessDate',
            'channel',
            'type',
            'direction',
            'memo',
            'createdAt',
            'updatedAt',
            ...(parent ? [{ field: 'parent' as const, render: () => <PageLink to={transactionPath(parent.id)}>{parent.code}</PageLink> }] : []),
          ]}
        />
      </Section>
      <Section title={labels.text('groupMoney')}>
        <FieldList schema={getQrTransaction.output} value={transaction} entity="qr.transaction" fields={moneyFields(transaction)} />
      </Section>
      <Section title={labels.text('groupPayer')}>
        <FieldList schema={Party} value={transaction.payer} entity="qr.party" fields={['name', 'account', 'bank']} />
      </Section>
      {merchant && (
        <Section title={labels.text('groupMerchant')}>
          <FieldList
            schema={PaidMerchant}
            value={merchant}
            entity="qr.merchant"
            fields={[
              'code',
              'name',
              'status',
              'address',
              'phone',
              { field: 'settlement', label: 'settlementName', render: ({ settlement }) => settlement.name },
              { field: 'settlement', label: 'settlementAccount', render: ({ settlement }) => <span className="bt-num">{settlement.account}</span> },
              { field: 'settlement', label: 'settlementBank', render: ({ settlement }) => settlement.bank },
            ]}
          />
        </Section>
      )}
      <Places transaction={transaction} />
      <Section title={t('detail.journal')}>
        <JournalTable journals={transaction.journals} />
      </Section>
      <RequestHistory subjectType="payment.transaction" subjectId={transaction.id} />
      {outcome && (
        <Section title={labels.text('groupOutcome')} folded>
          <FieldList schema={ChannelOutcome} value={outcome} entity="qr.outcome" fields={['code', 'message', 'bankReference', 'bankTime']} />
        </Section>
      )}
    </>
  )
}

/** What was charged; once something was given back also what that leaves. */
function moneyFields({ refunded }: Transaction) {
  const back = parseMoney(refunded) > 0n ? (['refunded', 'feeLeft', 'taxLeft', 'netLeft'] as const) : []
  return ['amount', 'fee', 'tax', 'net', ...back, 'currency'] as const
}

/** The units from the post office up, and the partner whose channel was used. */
function Places({ transaction: { units, partner } }: Props) {
  const labels = useLabels(words)
  const names = useNames('organisation.unitLevel')
  return (
    <Section title={labels.text('groupPlace')}>
      <dl className="bt-fields">
        {units.toReversed().map(({ level, code, name }) => (
          <div key={code}>
            <dt>{names.enumValue('organisation.unitLevel', level)}</dt>
            <dd>{`${name} (${code})`}</dd>
          </div>
        ))}
        <div>
          <dt>{labels.field('transaction', 'partner')}</dt>
          <dd>{`${partner.name} (${partner.code})`}</dd>
        </div>
      </dl>
    </Section>
  )
}

/** Newest last, as things happened. */
function History({ transaction: { timeline } }: Props) {
  const t = useShellText()
  const names = useNames('payments.timelineStep')
  const items = timeline.map(
    ({ seq, step, toStatus, occurredAt, actorKind, actor, detail }): TimelineItem => ({
      key: String(seq),
      at: occurredAt,
      title: names.enumValue('payments.timelineStep', step),
      by: [names.enumValue('payments.actorKind', actorKind), actor.split(':')[1]].filter(Boolean).join(' · '),
      note: detail?.message ? [detail.code, detail.message].filter(Boolean).join(' – ') : null,
      tone: toneOf(transactionMachine.name, toStatus),
    }),
  )
  return (
    <Section title={t('detail.timeline')}>
      <Timeline items={items} />
    </Section>
  )
}
