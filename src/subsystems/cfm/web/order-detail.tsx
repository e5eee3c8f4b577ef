import { Alert } from 'antd'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { slipMachine } from '#core/cash/contract/counter/slip.ts'
import { addressOf } from '#core/payments/contract/transactions.ts'
import { MoneySteps, TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { toneOf } from '#kernel/machine.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames, useShellText } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { moneyOrderMachine, ordersTopic } from '../contract/machine.ts'
import { findOrder, listOrders } from '../contract/orders.ts'
import { cfmTransactions } from '../contract/transactions.ts'
import { orderActions } from './order-actions.tsx'
import { orderPath } from './paths.ts'
import { words } from './words.ts'

type Detail = OutputOf<typeof findOrder>

/** One money order: where it stands, both people, what counters did with it and what was posted. */
export default function OrderDetail() {
  const asked = useAsked()
  const id = asked.get('id') ?? ''
  const code = asked.get('code') ?? ''
  const query = useContractQuery(findOrder, /^\d+$/.test(id) ? { id } : { code }, { quiet: true, enabled: id !== '' || code !== '' })
  useLiveReads(ordersTopic, findOrder)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: orderActions, schema: findOrder.output, entity: 'cfm.order' }}
      head={(order) => ({
        code: order.code,
        status: { machine: moneyOrderMachine.name, value: order.status },
        amount: { value: order.amount, currency: 'VND' },
        parties: { from: order.senderName, to: order.receiverName },
        banner: (
          <>
            {order.pendingRequestId !== null && <RequestBanner requestId={order.pendingRequestId} />}
            <Notes order={order} />
          </>
        ),
        actions: (
          <>
            <TraceLink code={order.code} />
            <Neighbours list={listOrders} id={order.id} path={orderPath} />
          </>
        ),
      })}
      aside={(order) => (
        <>
          <History order={order} />
          <RequestHistory subjectType="cash.money_order" subjectId={order.id} />
        </>
      )}
    >
      {(order) => <Facts order={order} />}
    </DetailLayout>
  )
}

/** What somebody has to look at. */
function Notes({ order: { locked, held, status, telling, tellBy, slips } }: { order: Detail }) {
  const labels = useLabels(words)
  const doubtful = slips.find((slip) => slip.doubtful)
  const notes = [
    locked && ['SENT', 'NOTIFIED'].includes(status) && labels.text('lockedNote'),
    held && doubtful && labels.text('heldNote', { office: doubtful.unitName, transaction: doubtful.code }),
    telling === 'LATE' && tellBy !== null && labels.text('lateNote', { day: showDate(tellBy) }),
    slips.some(({ type, slipStatus }) => type === 'PAYOUT' && slipStatus === 'UNKNOWN') && labels.text('unknownNote'),
  ].filter((note) => typeof note === 'string')
  return notes.map((note) => <Alert key={note} showIcon type="warning" title={note} style={{ marginBlockEnd: 8 }} />)
}

type Field = Extract<keyof Detail, string>

function Facts({ order }: { order: Detail }) {
  const t = useShellText()
  const labels = useLabels(words)
  const held = (...fields: Field[]) => fields.filter((field) => order[field] !== null && order[field] !== '')
  const list = (title: 'groupOrder' | 'groupSender' | 'groupReceiver', fields: Field[]) => (
    <Section title={labels.text(title)}>
      <FieldList entity="cfm.order" schema={findOrder.output} value={order} fields={fields} />
    </Section>
  )
  return (
    <>
      {list('groupOrder', [
        'fromUnit',
        ...held('paidUnit', 'sentAt', 'purpose', 'tellBy', 'toldOn', 'toldHow', 'toldBy'),
        ...(order.wrongTries > 0 ? (['wrongTries'] as const) : []),
        ...held('returnOn', 'daysLeft', 'expiresOn'),
        ...(order.returnAmount === order.amount ? [] : (['returnAmount'] as const)),
        ...held('payoutTo', 'paidAt'),
      ])}
      {list('groupSender', ['senderName', ...held('senderPhone'), 'senderIdentityType', 'senderIdentityNumber'])}
      {list('groupReceiver', ['receiverName', ...held('receiverPhone', 'receiverEmail', 'receiverAddress', 'receiverIdentityNumber')])}
      <Section title={labels.text('groupSlips')}>
        <Slips slips={order.slips} />
      </Section>
      <MoneySteps steps={order.trace} />
      {order.journals.length > 0 && (
        <Section title={t('detail.journal')}>
          <JournalTable journals={order.journals} />
        </Section>
      )}
    </>
  )
}

function Slips({ slips }: Pick<Detail, 'slips'>) {
  const labels = useLabels(words)
  const language = useLanguage()
  const types = useNames('payments.transactionType')
  const papers = useNames('cash.counter.identityType')
  const heads = ['slipTransaction', 'slipAt', 'slipTill', 'slipPerson', 'slipPaper'] as const
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {labels.text(head)}
              </th>
            ))}
            <th scope="col" className="bt-right">
              {labels.field('order', 'amount')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {slips.map((slip) => (
            <tr key={slip.transactionId}>
              <td>
                {slip.visible ? <PageLink to={addressOf(cfmTransactions, slip.transactionId)}>{slip.code}</PageLink> : slip.code}
                <div className="bt-none">{types.enumValue('payments.transactionType', slip.type)}</div>
              </td>
              <td className="bt-num">{showTimestamp(slip.at)}</td>
              <td>
                {slip.unitName}
                <div className="bt-none">{`${slip.tillCode} · ${slip.tellerName}`}</div>
              </td>
              <td>{slip.personName}</td>
              <td>
                {papers.enumValue('cash.counter.identityType', slip.identityType)}
                <div className="bt-num">{slip.identityNumber}</div>
              </td>
              <td className="bt-num bt-right">{showMoney(slip.amount, language, 0)}</td>
              <td>
                <StatusTag machine={slipMachine.name} value={slip.slipStatus} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function History({ order: { timeline } }: { order: Detail }) {
  const t = useShellText()
  const labels = useLabels(words)
  const items = timeline.map(({ seq, step, at, by, unitName, note }) => ({
    key: String(seq),
    at,
    title: labels.enumValue('cfm.orderStep', step),
    by: [by === 'system' ? '' : by, unitName].filter(Boolean).join(' · '),
    note: note || null,
    tone: step in moneyOrderMachine.states ? toneOf(moneyOrderMachine.name, step) : step === 'LOCKED' ? ('attention' as const) : ('neutral' as const),
  }))
  return (
    <Section title={t('detail.timeline')}>
      <Timeline items={items} />
    </Section>
  )
}
