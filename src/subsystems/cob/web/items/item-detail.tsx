import { Alert } from 'antd'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import { MoneySteps, TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames, useShellText } from '#platform/web/i18n.ts'
import { DetailLayout, Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { deliveryInfo, findItem, ITEM_SUBJECT, itemHistory, listItems } from '../../contract/items.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { itemPath } from '../paths.ts'
import { itemActions } from './item-actions.tsx'
import { Changes, Payouts, Positions } from './item-tables.tsx'
import { DeliveryTag, MoneyTag } from './states.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findItem>
type Field = Extract<keyof Detail, string>

/** One item: where it is, whose hands its money has gone through, and what was told of it. */
export default function ItemDetail() {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findItem, { id }, { quiet: true })
  useLiveReads(itemsTopic, findItem)
  useLiveReads(itemsTopic, deliveryInfo)
  useLiveReads(itemsTopic, itemHistory)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: itemActions, schema: findItem.output, entity: 'cob.items.item' }}
      head={(item) => ({
        code: item.code,
        title: (
          <>
            <DeliveryTag value={item.deliveryState} /> <MoneyTag value={item.moneyState} />
          </>
        ),
        amount: { value: item.codAmount, currency: 'VND' },
        parties: { from: item.receiverName, to: item.senderName },
        banner: (
          <>
            {item.pendingRequestId !== null && <RequestBanner requestId={item.pendingRequestId} />}
            <Notes item={item} />
          </>
        ),
        actions: (
          <>
            <TraceLink code={item.code} />
            <Neighbours list={listItems} id={item.id} path={itemPath} />
          </>
        ),
      })}
      aside={(item) => (
        <>
          <History id={item.id} />
          <RequestHistory subjectType={ITEM_SUBJECT} subjectId={item.id} />
          <RecordHistory subjectType={ITEM_SUBJECT} subjectId={item.id} />
        </>
      )}
    >
      {(item) => <Facts item={item} />}
    </DetailLayout>
  )
}

/** What holds its money up, by the figures of the item itself. */
function Notes({ item }: { item: Detail }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const money = (amount: string) => showMoney(amount, language, 0)
  const { held, holdReason, heldAmount, senderName: sender, daysLate, leftAmount, courierName } = item
  const reason = [holdReason, item.holdNote].filter(Boolean).join('. ')
  const hold =
    parseMoney(heldAmount) > 0n ? labels.text('heldNote', { amount: money(heldAmount), sender, reason }) : labels.text('heldNoteNone', { sender, reason })
  const late = (daysLate ?? 0) > 0 && labels.text('overdueNote', { courier: courierName ?? '', amount: money(leftAmount), days: daysLate ?? 0 })
  return [held && hold, late]
    .filter((note) => typeof note === 'string')
    .map((note) => <Alert key={note} showIcon type="warning" title={note} style={{ marginBlockEnd: 8 }} />)
}

function Facts({ item }: { item: Detail }) {
  const t = useShellText()
  const labels = useLabels(words)
  const held = (...fields: Field[]) => fields.filter((field) => item[field] !== null && item[field] !== '')
  return (
    <>
      <Section title={labels.text('groupMoney')}>
        <FieldList
          entity="cob.items.item"
          schema={findItem.output}
          value={item}
          fields={[
            ...(['codAmount', 'collectedAmount', 'handedInAmount', 'leftAmount', 'holderKind'] as const),
            ...held('holderName', 'daysHeld', 'collectedAt', 'dueOn', 'daysLate', 'handedInAt', 'paidOutAt', 'refundedAt', 'holdReason', 'holdNote'),
            ...(item.marks.length > 0 ? (['marks'] as const) : []),
          ]}
        />
      </Section>
      <Delivery id={item.id} />
      <Section title={labels.text('groupPositions')}>
        <Positions positions={item.positions} />
      </Section>
      {item.payouts.length > 0 && (
        <Section title={labels.text('groupPayouts')}>
          <Payouts payouts={item.payouts} />
        </Section>
      )}
      {item.amountChanges.length > 0 && (
        <Section title={labels.text('groupChanges')}>
          <Changes changes={item.amountChanges} />
        </Section>
      )}
      <MoneySteps steps={item.trace} />
      {item.journals.length > 0 && (
        <Section title={t('detail.journal')}>
          <JournalTable journals={item.journals} />
        </Section>
      )}
      <RecordIncidents record={{ type: ITEM_SUBJECT, id: item.id, code: item.code }} />
    </>
  )
}

const WAY = [
  'partnerName',
  'acceptedUnitName',
  'acceptedAt',
  'unitName',
  'route',
  'courierName',
  'promisedOn',
  'attempts',
  'deliveredAt',
  'returnedAt',
] as const

function Delivery({ id }: { id: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(deliveryInfo, { id }, { quiet: true })
  const { data } = query
  if (!data) return <Waiting query={query} />
  const part = (title: 'groupSender' | 'groupReceiver' | 'groupWay', fields: readonly (keyof typeof data)[]) => (
    <Section title={labels.text(title)}>
      <FieldList
        entity="cob.items.item"
        schema={deliveryInfo.output}
        value={data}
        fields={fields.filter((field) => data[field] !== null && data[field] !== '')}
      />
    </Section>
  )
  return (
    <>
      {part('groupSender', ['senderName', 'senderPhone', 'keyAccountName', 'postage', 'postagePayer', 'codFee'])}
      {part('groupReceiver', ['receiverName', 'receiverPhone', 'receiverAddress', 'content', 'weightGrams'])}
      {part('groupWay', WAY)}
    </>
  )
}

function History({ id }: { id: string }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames('cob.items.eventKind')
  const query = useContractQuery(itemHistory, { id }, { quiet: true })
  if (!query.data) return <Waiting query={query} />
  const items = query.data.events.map((event) => ({
    key: event.id,
    at: event.at,
    title: names.enumValue('cob.items.eventKind', event.kind),
    by: [event.courierName, event.unitName].filter(Boolean).join(' · '),
    note:
      [
        event.amount && `${showMoney(event.amount, language, 0)} VND`,
        event.reason,
        event.late && labels.text('toldLate', { at: showTimestamp(event.receivedAt) }),
      ]
        .filter(Boolean)
        .join('. ') || null,
    tone: event.late ? ('attention' as const) : ('neutral' as const),
  }))
  return (
    <Section title={labels.text('history')}>
      <Timeline items={items} />
    </Section>
  )
}
