import { RecordHistory } from '#core/audit/web/public.ts'
import { findItem } from '#core/disbursement/contract/items.ts'
import { disbursementsTopic, itemMachine } from '#core/disbursement/contract/machine.ts'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { batchAddress, type DisbursementPaths } from './paths.ts'
import { words } from './words.ts'

type Item = OutputOf<typeof findItem>

/** What became of it is known: why it was not known once says nothing any more. */
const ENDED: readonly string[] = ['PAID', 'FAILED', 'RETURNED', 'CANCELLED']

/** A transfer: what was sent where, what the partner said, and its states. */
export default function ItemDrawer({ row: { id }, paths, onClose }: DialogProps<Pick<Item, 'id'>> & { paths: DisbursementPaths }) {
  const query = useContractQuery(findItem, { id }, { quiet: true })
  useLiveRead(disbursementsTopic, query)
  return (
    <RecordDrawer query={query} title={({ reference }) => reference} size={720} onClose={onClose}>
      {(item) => <Facts item={item} paths={paths} />}
    </RecordDrawer>
  )
}

function Facts({ item, paths }: { item: Item; paths: DisbursementPaths }) {
  const labels = useLabels(words)
  const given = (fields: readonly Extract<keyof Item, string>[]) => fields.filter((field) => item[field] !== null && item[field] !== '')
  const shown = { entity: 'disbursement.item', schema: findItem.output, value: item } as const
  const items = item.events.map(({ seq, status, at, by, note }) => ({
    ...{ key: String(seq), at, by, note: note || null },
    ...{ title: labels.enumValue('disbursement.itemStatus', status), tone: toneOf(itemMachine.name, status) },
  }))
  return (
    <>
      <Section title={labels.text('groupItem')} extra={<TraceLink code={item.reference} />}>
        <FieldList
          {...shown}
          fields={[
            'status',
            'amount',
            { field: 'batchCode', render: ({ batchId, batchCode }: Item) => <PageLink to={batchAddress(paths, batchId)}>{batchCode}</PageLink> },
            'sourceCode',
            'itemCode',
            'name',
            'unitName',
            'content',
            ...given(['transactionCode', 'stepNote']),
          ]}
        />
      </Section>
      <Section title={labels.text('groupReceiver')}>
        <FieldList {...shown} fields={['accountNumber', 'accountName', 'bankBin']} />
      </Section>
      <Section title={labels.text('groupCall')}>
        <FieldList
          {...shown}
          fields={[
            'partnerName',
            'calls',
            ...given(['partnerReference', ...(ENDED.includes(item.status) ? [] : (['fault'] as const)), 'code', 'message', 'sentAt', 'endedAt', 'returnedAt']),
          ]}
        />
      </Section>
      <RecordIncidents record={{ type: 'disbursement.item', id: item.id, code: item.reference, reporter: item.name }} />
      <Section title={labels.text('history')}>
        <Timeline items={items} />
      </Section>
      <RecordHistory subjectType="disbursement.item" subjectId={item.id} />
    </>
  )
}
