import { Segmented } from 'antd'
import { useState } from 'react'
import { incidentMachine, incidentsTopic } from '#core/incidents/contract/incident.ts'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { DueTime } from './due-time.tsx'
import './incidents.css'
import { words } from './words.ts'

type Lane = OutputOf<IncidentContracts['board']>[number]

const WHOSE = ['MINE', 'TEAM'] as const
type Whose = (typeof WHOSE)[number]
const ALL = ''

/** Incidents by state: what is nearest to its due time stands on top. */
function Board({ contracts }: { contracts: IncidentContracts }) {
  const labels = useLabels(words)
  const [whose, setWhose] = useState<Whose>()
  const query = useContractQuery(contracts.board, whose ? { whose } : {}, { quiet: true, keepPrevious: true })
  useLiveRead(incidentsTopic, query)
  if (!query.data) return <Waiting query={query} />
  return (
    <div className="incident-board">
      <header>
        <Segmented
          aria-label={labels.field('incident', 'view')}
          value={whose ?? ALL}
          options={[{ value: ALL, label: labels.text('boardAll') }, ...WHOSE.map((value) => ({ value, label: labels.enumValue('incidents.view', value) }))]}
          onChange={(value) => setWhose(WHOSE.find((one) => one === value))}
        />
        <PageLink to={contracts.routes.list}>{labels.text('toList')}</PageLink>
      </header>
      <section className="incident-lanes" aria-label={labels.text('toBoard')}>
        {query.data.map((lane) => (
          <LaneColumn key={lane.status} lane={lane} contracts={contracts} whose={whose} />
        ))}
      </section>
    </div>
  )
}

function LaneColumn({ lane: { status, count, late, rows }, contracts, whose }: { lane: Lane; contracts: IncidentContracts; whose: Whose | undefined }) {
  const labels = useLabels(words)
  const listed = `${contracts.routes.list}?${new URLSearchParams({ status, ...(whose ? { view: whose } : {}) })}`
  return (
    <section aria-label={labels.enumValue('incidents.status', status)}>
      <header>
        <StatusTag machine={incidentMachine.name} value={status} /> <b className="bt-num">{count}</b>
        {late > 0 && <span className="incident-late">{labels.text('boardLate', { n: late })}</span>}
      </header>
      {count === 0 && <p className="bt-none">{labels.text('boardNone')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <PageLink to={incidentAddress(contracts, row.id)}>{row.code}</PageLink>
            <span>{row.categoryName}</span>
            {row.amount !== null && <MoneyText value={row.amount} />}
            <footer>
              <span>{row.assigneeName ?? row.teamName ?? labels.enumValue('incidents.view', 'UNASSIGNED')}</span>
              {row.dueAt !== null && <DueTime dueAt={row.dueAt} late={row.late} />}
            </footer>
          </li>
        ))}
      </ul>
      {count > rows.length && <PageLink to={listed}>{labels.text('boardMore', { n: count })}</PageLink>}
    </section>
  )
}

export default (contracts: IncidentContracts) => () => <Board contracts={contracts} />
