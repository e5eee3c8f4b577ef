import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { UnknownPayout } from '../../contract/counter/unknown-payout.ts'
import type { findCount } from '../../contract/counts.ts'
import { words } from './words.ts'

type PayoutsText = 'payoutsOpen' | 'payoutsEven' | 'payoutsUnposted' | 'payoutsPosted'

/** What they mean for a count that is submitted, by what has become of its variance. */
export function textOf({ varianceStatus }: Pick<OutputOf<typeof findCount>, 'varianceStatus'>): PayoutsText {
  if (varianceStatus === null || varianceStatus === 'CLEARED') return 'payoutsEven'
  return varianceStatus === 'POSTED' ? 'payoutsPosted' : 'payoutsUnposted'
}

/** Payouts of a till of which nobody knows whether they were made; what that means for a count, before it and after it. Nothing where there are none. */
export function UnknownPayouts({ rows, text = 'payoutsOpen' }: { rows: readonly UnknownPayout[]; text?: PayoutsText }) {
  const labels = useLabels(words)
  if (rows.length === 0) return null
  return (
    <Section title={labels.text('payouts')}>
      <p>{labels.text(text)}</p>
      <FieldTable
        schema={UnknownPayout}
        rows={rows}
        rowKey={({ id }) => id}
        entity="cash.shifts.payout"
        fields={[
          { field: 'code', render: ({ code, path }) => (path === null ? code : <PageLink to={path}>{code}</PageLink>) },
          'sourceCode',
          'amount',
          'since',
          'status',
        ]}
      />
    </Section>
  )
}
