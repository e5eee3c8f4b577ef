import { payoutProgress } from '#core/payouts/contract/lists.ts'
import { payoutsTopic } from '#core/payouts/contract/machine.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { linesAddress, type PayoutPaths } from './paths.ts'
import { words } from './words.ts'

/** What is paid where: points with the least done first, then day by day. */
export function Progress({ id, paths }: { id: string; paths: PayoutPaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(payoutProgress, { id }, { quiet: true })
  useLiveRead(payoutsTopic, query)
  const { data } = query
  if (!data || data.points.length === 0) return null
  return (
    <>
      <Section title={labels.text('byPoint')}>
        <FieldTable
          schema={payoutProgress.output.shape.points.element}
          rows={data.points}
          rowKey={({ unitId }) => unitId}
          entity="payouts.list"
          fields={[
            {
              field: 'unitName',
              label: 'point',
              render: ({ unitId, unitName }) => <PageLink to={linesAddress(paths, id, 'unitId', unitId)}>{unitName}</PageLink>,
            },
            'percent',
            'lines',
            'amount',
            'paidLines',
            'paid',
            'openLines',
            'unknownLines',
          ]}
        />
      </Section>
      {data.days.length > 0 && (
        <Section title={labels.text('byDay')}>
          <FieldTable
            schema={payoutProgress.output.shape.days.element}
            rows={data.days}
            rowKey={({ date }) => date}
            entity="payouts.list"
            fields={['date', 'lines', 'amount']}
          />
        </Section>
      )}
    </>
  )
}
