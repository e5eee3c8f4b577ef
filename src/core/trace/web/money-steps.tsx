import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { MoneyStep } from '../contract/steps.ts'
import { words } from './words.ts'

/** Who held the money of a record, from when to when; nothing before it has moved. */
export function MoneySteps({ steps }: { steps: readonly MoneyStep[] }) {
  const labels = useLabels(words)
  if (steps.length === 0) return null
  const rows = steps.map((step, at) => ({ ...step, at }))
  return (
    <Section title={labels.text('way')}>
      <FieldTable
        entity="trace.step"
        schema={MoneyStep}
        rows={rows}
        rowKey={(row) => (row as (typeof rows)[number]).at}
        fields={['nature', 'holder', 'amount', 'since', 'until', 'accountCode', 'journals']}
      />
    </Section>
  )
}
