import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { words } from '../words.ts'

const SYSTEM = 'system'

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
