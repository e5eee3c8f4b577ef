import { Drawer } from 'antd'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { AgeBucket } from '#core/reconciliation/contract/machines.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { tabAddress } from '../addresses.ts'
import { words } from '../words.ts'

interface Props {
  age?: AgeBucket
  setup: string
  setupId: string
  contracts: ReconciliationContracts
  onClose: () => void
}

const SHOWN = 100

/** The largest open breaks of an age, each leading to its session. */
export function OpenBreaks({ age, setup, setupId, contracts, onClose }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames('reconciliation.breaks.age')
  const searchSdi = { setupId, status: ['OPEN' as const, 'PROPOSED' as const], ...(age === undefined ? {} : { bucket: age }) }
  const query = useContractQuery(contracts.breaks.list, { searchSdi, pageInfo: { currentPage: 1, pageSize: SHOWN } }, { quiet: true })
  const title = age === undefined ? setup : `${setup} · ${names.enumValue('reconciliation.breaks.age', age)}`
  return (
    <Drawer open size={1240} title={title} onClose={onClose}>
      {query.data ? (
        <>
          <FieldTable
            schema={contracts.breaks.list.row}
            rows={query.data.result}
            rowKey={({ id }) => id}
            entity="reconciliation.breaks.break"
            fields={[
              {
                field: 'reference',
                render: ({ sessionId, reference, sourceCode }) => (
                  <PageLink to={tabAddress(contracts, sessionId, 'breaks', { text: reference || sourceCode })}>{reference || sourceCode || '—'}</PageLink>
                ),
              },
              'kind',
              'difference',
              { field: 'explanation', render: ({ explanation }) => <span className="rec-wide">{explanation}</span> },
              'atRisk',
              'status',
              'day',
              'age',
              'assigneeName',
              'sessionCode',
            ]}
          />
          {query.data.totalRecord > SHOWN && (
            <p className="bt-none">{labels.text('linesShown', { n: SHOWN, all: showCount(query.data.totalRecord, language) })}</p>
          )}
        </>
      ) : (
        <Waiting query={query} />
      )}
    </Drawer>
  )
}
