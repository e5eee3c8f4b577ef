import { JournalLink } from '#core/ledger/web/public.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { words } from '../words.ts'
import type { Session } from './parts.ts'

const SYSTEM = 'system'

/** What a settlement and its reversal have posted. */
export function Journals({ journals, contracts }: Pick<Session, 'journals'> & { contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  if (journals.length === 0) return null
  return (
    <Section title={labels.text('journals')}>
      <FieldTable
        schema={contracts.sessions.detail.output.shape.journals.element}
        rows={journals}
        rowKey={({ id }) => id}
        entity="reconciliation.sessions.journal"
        fields={[{ field: 'id', render: ({ id }) => <JournalLink id={id} /> }, 'description', 'amount', 'businessDate', 'recordedAt']}
      />
    </Section>
  )
}

/** Everything that people and the system have done with a session. */
export function HistoryTab({ id, contracts }: { id: string; contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const t = useShellText()
  const query = useContractQuery(contracts.sessions.history, { id }, { quiet: true })
  useLiveRead(sessionsTopic, query)
  if (!query.data) return <Waiting query={query} />
  const items = [...query.data]
    .sort((a, b) => a.at.localeCompare(b.at) || Number(a.id) - Number(b.id))
    .map((past) => ({
      key: past.id,
      at: past.at,
      title: past.title,
      by: past.by === SYSTEM ? t('common.system') : past.by,
      note: past.text || null,
    }))
  return (
    <Section title={labels.text('tab_history')}>
      <Timeline items={items} />
    </Section>
  )
}
