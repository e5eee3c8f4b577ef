import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { listRuns, type Run, verifyRun } from '../contract/run.ts'
import { words } from './words.ts'

const TONE = { VALID: 'success', SUPERSEDED: 'failure', OPEN: 'neutral' } as const

/** Runs of a report that were kept, found by the code on paper too; each can be run again and compared with now or with another one. */
export default function RunsDrawer({ report, onClose }: { report: string; onClose: () => void }) {
  const labels = useLabels(words)
  const clearable = useClearable()
  const [code, setCode] = useState('')
  const query = useContractQuery(listRuns, { report, ...(code ? { code } : {}) }, { quiet: true, keepPrevious: true })
  return (
    <RecordDrawer query={query} size={640} title={labels.text('runsOf')} onClose={onClose}>
      {(runs) => (
        <>
          <p className="bt-cards-hint">{labels.text('runsHint')}</p>
          <Input.Search
            allowClear={clearable}
            aria-label={labels.text('findRun')}
            placeholder={labels.text('findRun')}
            maxLength={40}
            onSearch={(text) => setCode(text.trim())}
          />
          {runs.length === 0 && <p className="bt-note">{labels.text('noRuns')}</p>}
          <ul className="bt-cards">
            {runs.map((run) => (
              <Item key={run.id} run={run} others={runs.filter(({ id }) => id !== run.id)} />
            ))}
          </ul>
        </>
      )}
    </RecordDrawer>
  )
}

function Item({ run, others }: { run: Run; others: readonly Run[] }) {
  const labels = useLabels(words)
  const clearable = useClearable()
  const [verifying, setVerifying] = useState(false)
  const [otherId, setOtherId] = useState<string>()
  const other = others.find(({ id }) => id === otherId)
  const name = (field: 'asOf' | 'rowCount' | 'definition' | 'hash' | 'snapshots') => labels.field('run', field)
  return (
    <li>
      <strong className="bt-num">{run.code}</strong>
      <span>
        <span className={`bt-tag bt-tone-${TONE[run.state]}`}>{labels.enumValue('reports.runState', run.state)}</span>{' '}
        {labels.enumValue('reports.purpose', run.purpose)}
        {' · '}
        {run.fullName} ({run.account})
      </span>
      <span className="bt-num">
        {showDate(run.from)} – {showDate(run.to)}
        {run.conditions.length > 0 && ` · ${run.conditions.join(' · ')}`}
      </span>
      <span className="bt-num">
        {name('asOf')}: {showTimestamp(run.asOf)} · {name('rowCount')}: {showCount(run.rowCount, currentLanguage())} · {name('definition')}: {run.definition}
      </span>
      <span className="bt-num" title={run.hash}>
        {name('hash')}: {run.hash.slice(0, 16)}…
      </span>
      {run.snapshots.length > 0 && (
        <span className="bt-num">
          {name('snapshots')}: {run.snapshots.join(', ')}
        </span>
      )}
      <div>
        <Button size="small" aria-label={`${labels.text('verify')}: ${run.code}`} aria-pressed={verifying} onClick={() => setVerifying(!verifying)}>
          {labels.text('verify')}
        </Button>
        {others.length > 0 && (
          <Select
            size="small"
            allowClear={clearable}
            className="bt-wide-select"
            aria-label={`${labels.text('compareWith')}: ${run.code}`}
            placeholder={labels.text('compareWith')}
            value={otherId}
            onChange={(id?: string) => setOtherId(id)}
            options={others.map(({ id, code }) => ({ value: id, label: code }))}
          />
        )}
      </div>
      {verifying && <Again run={run} />}
      {other && (
        <Compared
          text={labels.text(other.hash === run.hash ? 'twoSame' : 'twoDiffer')}
          same={other.hash === run.hash}
          run={run}
          totals={other.totals}
          heading={labels.text('keptValue', { code: other.code })}
        />
      )}
    </li>
  )
}

function Again({ run }: { run: Run }) {
  const labels = useLabels(words)
  const query = useContractQuery(verifyRun, { id: run.id }, { quiet: true, staleTime: 0 })
  if (!query.data) return <Waiting query={query} />
  const { same, sameDefinition, totals } = query.data
  const text = same ? (sameDefinition ? 'runSame' : 'runTotalsSame') : 'runDiffers'
  return <Compared text={labels.text(text)} same={same} run={run} totals={totals} heading={labels.text('nowValue')} />
}

type Totals = OutputOf<typeof verifyRun>['totals']

/** Both sets of totals, those that differ marked. */
function Compared({ text, same, run, totals, heading }: { text: string; same: boolean; run: Run; totals: Totals; heading: string }) {
  const labels = useLabels(words)
  const show = (value: Totals[number]['value']) =>
    typeof value === 'number' ? showCount(value, currentLanguage()) : value === null ? '' : showMoney(value, currentLanguage(), 0)
  return (
    <div>
      <p role="status" className={`bt-tag bt-tone-${same ? 'success' : 'failure'}`}>
        {text}
      </p>
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            <th scope="col">{labels.text('column')}</th>
            <th scope="col" className="bt-right">
              {labels.text('keptValue', { code: run.code })}
            </th>
            <th scope="col" className="bt-right">
              {heading}
            </th>
          </tr>
        </thead>
        <tbody>
          {run.totals.map(({ field, name, value }, at) => (
            <tr key={field}>
              <th scope="row">{name}</th>
              <td className="bt-right bt-num">{show(value)}</td>
              <td className={`bt-right bt-num${value === totals[at]?.value ? '' : ' bt-tone-failure'}`}>{show(totals[at]?.value ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
