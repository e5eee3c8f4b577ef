import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Chart } from '#platform/web/kit/chart/chart.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { type getAccount, getMovements } from '../contract/accounts.ts'
import type { Period } from './statement.tsx'
import { words } from './words.ts'

/** What moved the account in the period of the statement, by what happened. */
export function Movements({ account, period }: { account: OutputOf<typeof getAccount>; period: Period }) {
  const labels = useLabels(words)
  const query = useContractQuery(getMovements, { id: account.id, ...period }, { quiet: true, keepPrevious: true })
  return (
    <Section title={labels.text('groupMovements')}>
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : query.data.length === 0 ? (
        <p className="bt-none">{labels.text('noEntries')}</p>
      ) : (
        <Chart
          label={labels.text('groupMovements')}
          categories={query.data.map(({ kind }) => kind)}
          bars={[
            { name: labels.field('statement', 'debit'), kind: 'money', values: query.data.map(({ debit }) => debit) },
            { name: labels.field('statement', 'credit'), kind: 'money', values: query.data.map(({ credit }) => credit) },
          ]}
          line={{ name: labels.field('account', 'entries'), kind: 'count', values: query.data.map(({ entries }) => entries) }}
          height={220}
        />
      )}
    </Section>
  )
}
