import { listBatches } from '#core/disbursement/contract/batches.ts'
import { disbursementsTopic } from '#core/disbursement/contract/machine.ts'
import { PayingPartnerSelect } from '#core/disbursement/web/public.ts'
import { payoutTransfers } from '#core/payouts/contract/transfers.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { screenFor, useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import { words } from './words.ts'

type Shown = OutputOf<typeof payoutTransfers>['shown'][number]

/** Leads to the batches of a list, for who may see them. */
export function openTransfers(code: string): void {
  const batches = screenFor(useSession.getState().user, listBatches.permission)
  if (batches) openAddress(`${batches.screen.path}?${new URLSearchParams({ text: code })}`)
}

/** Who carries the transfers out. */
export function TransferFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="partnerId" label={labels.text('transferPartner')} chosen>
        <PayingPartnerSelect />
      </Field>
      <Field name="note" />
    </>
  )
}

/** Lines that are paid to accounts, with what has become of their transfers; nothing where a list has none. */
export function Transfers({ id }: { id: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(payoutTransfers, { id }, { quiet: true })
  const batches = useScreenOf()(listBatches.permission)?.screen.path
  useLiveRead(disbursementsTopic, query)
  const { data } = query
  if (!data || data.lines === 0) return null
  const { lines, shown } = data
  return (
    <Section title={labels.text('groupTransfers')} extra={lines > shown.length ? labels.text('firstTransfers', { n: shown.length, lines }) : undefined}>
      {/* A wide table moves within its section and widens nothing. */}
      <div style={{ overflowX: 'auto', contain: 'inline-size' }}>
        <FieldTable
          schema={payoutTransfers.output.shape.shown.element}
          rows={shown}
          rowKey={(line) => line.id}
          entity="payouts.transfer"
          fields={[
            'beneficiaryCode',
            'name',
            'amount',
            'status',
            {
              field: 'transferStatus',
              render: ({ transferStatus }: Shown) => (transferStatus === null ? '—' : <StatusTag machine="disbursement.itemStatus" value={transferStatus} />),
            },
            'reference',
            'partnerReference',
            // A reason is a sentence: squeezed into what is left of the width it would stand in a word a line.
            { field: 'note', render: ({ note }: Shown) => <div style={{ minWidth: note ? 220 : undefined }}>{note || '—'}</div> },
            {
              field: 'batchCode',
              render: ({ batchCode }: Shown) => (batchCode && batches ? <PageLink to={`${batches}?text=${batchCode}`}>{batchCode}</PageLink> : batchCode),
            },
          ]}
        />
      </div>
    </Section>
  )
}
