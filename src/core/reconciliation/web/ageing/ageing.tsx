import { Alert, Select } from 'antd'
import { useState } from 'react'
import { type ReconciliationContracts, setupAddress } from '#core/reconciliation/contract/contracts.ts'
import { AgeBucket, breaksTopic } from '#core/reconciliation/contract/machines.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { Chart } from '#platform/web/kit/chart/chart.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { DateRangeInput } from '#platform/web/kit/form/date-inputs.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import '../reconciliation.css'
import { words } from '../words.ts'
import { OpenBreaks } from './open-breaks.tsx'

type Health = OutputOf<ReconciliationContracts['sessions']['ageing']>
const DAYS = 30

/** How old open breaks are, whose, how well days match, and how fast breaks end. */
function Ageing({ contracts }: { contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const [[from, to], setDays] = useState<readonly [string, string]>(() => [addDays(today(), 1 - DAYS), today()])
  const query = useContractQuery(contracts.sessions.ageing, { from, to }, { quiet: true, keepPrevious: true })
  useLiveRead(breaksTopic, query)
  return (
    <div className="rec-ageing">
      <div className="rec-period">
        <span>{labels.text('period')}</span>
        <DateRangeInput value={[from, to]} onChange={(next) => next?.[0] && next[1] && setDays([next[0], next[1]])} />
      </div>
      {query.data ? (
        <>
          <Warnings health={query.data} />
          <Buckets health={query.data} contracts={contracts} />
          <Rates health={query.data} />
          <Speed health={query.data} contracts={contracts} />
        </>
      ) : (
        <Waiting query={query} />
      )}
    </div>
  )
}

function Warnings({ health }: { health: Health }) {
  const warned = health.speed.filter(({ warning }) => warning !== null)
  return warned.map(({ setupId, setupName, warning }) => <Alert key={setupId} type="warning" showIcon title={setupName} description={warning} />)
}

/** Open money by configuration and age; a figure leads to its breaks. */
function Buckets({ health: { ageing }, contracts }: { health: Health; contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames('reconciliation.breaks.age')
  const [chosen, setChosen] = useState<{ age?: AgeBucket; setup: string; setupId: string }>()
  const ages = AgeBucket.options
  const sum = (age: AgeBucket) => sumMoney(ageing.flatMap(({ buckets }) => buckets.filter((one) => one.age === age).map(({ amount }) => amount)))
  return (
    <Section title={labels.text('ageingTitle')}>
      {ageing.length === 0 ? (
        <p className="bt-none">{labels.text('ageingNone')}</p>
      ) : (
        <div className="bt-plain-table-scroll">
          <table className="bt-plain-table bt-plain-table-read">
            <thead>
              <tr>
                <th scope="col">{labels.text('partner')}</th>
                {ages.map((age) => (
                  <th key={age} scope="col" className="bt-right">
                    {names.enumValue('reconciliation.breaks.age', age)}
                  </th>
                ))}
                <th scope="col" className="bt-right">
                  {labels.text('total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {ageing.map(({ setupId, setupName, partnerName, buckets, total }) => (
                <tr key={setupId}>
                  <th scope="row">
                    {partnerName}
                    {setupName !== partnerName && <small className="rec-setup">{setupName}</small>}
                  </th>
                  {ages.map((age) => {
                    const found = buckets.find((one) => one.age === age)
                    return (
                      <td key={age} className="bt-right">
                        {!found || found.breaks === 0 ? (
                          <span className="bt-none">—</span>
                        ) : (
                          <button type="button" className="rec-figure" onClick={() => setChosen({ age, setup: setupName, setupId })}>
                            <MoneyText value={found.amount} />
                            <small>{labels.text('breaksCount', { n: showCount(found.breaks, language) })}</small>
                          </button>
                        )}
                      </td>
                    )
                  })}
                  <td className="bt-right">
                    <MoneyText value={total} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{labels.text('total')}</th>
                {ages.map((age) => (
                  <td key={age} className="bt-right">
                    <MoneyText value={sum(age)} />
                  </td>
                ))}
                <td className="bt-right">
                  <MoneyText value={sumMoney(ageing.map(({ total }) => total))} />
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {chosen && <OpenBreaks {...chosen} contracts={contracts} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}

/** The share that matched, a line a configuration over the days. */
function Rates({ health: { days } }: { health: Health }) {
  const labels = useLabels(words)
  const setups = [...new Map(days.map(({ setupId, setupName }) => [setupId, setupName]))]
  const [chosen, setChosen] = useState<string>()
  const shown = setups.find(([id]) => id === chosen) ?? setups[0]
  if (!shown) return null
  const own = days.filter(({ setupId }) => setupId === shown[0]).sort((a, b) => a.day.localeCompare(b.day))
  return (
    <Section
      title={labels.text('ratesTitle')}
      extra={
        setups.length > 1 && (
          <Select
            size="small"
            aria-label={labels.text('setup')}
            value={shown[0]}
            options={setups.map(([value, label]) => ({ value, label }))}
            onChange={setChosen}
          />
        )
      }
    >
      <Chart
        label={`${labels.text('ratesTitle')}: ${shown[1]}`}
        categories={own.map(({ day }) => showDate(day).slice(0, 5))}
        bars={[{ name: labels.text('linesOfDay'), kind: 'count', values: own.map(({ lines }) => lines) }]}
        line={{ name: labels.text('matchedShare'), kind: 'count', values: own.map(({ matchedPercent }) => matchedPercent) }}
      />
    </Section>
  )
}

/** How long breaks took that have ended in the period. */
function Speed({ health: { speed }, contracts }: { health: Health; contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const config = usePermission(contracts.permissions.viewConfig)
  if (speed.length === 0) return null
  const lasted = (minutes: number | null) => {
    if (minutes === null) return '—'
    if (minutes < 1) return labels.text('underMinute')
    return minutes < 60 ? labels.text('minutes', { n: minutes }) : labels.text('hours', { n: showCount(Math.round(minutes / 6) / 10, language) })
  }
  return (
    <Section title={labels.text('speedTitle')}>
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            <th scope="col">{labels.text('setup')}</th>
            <th scope="col" className="bt-right">
              {labels.text('resolvedCount')}
            </th>
            <th scope="col" className="bt-right">
              {labels.text('medianTime')}
            </th>
          </tr>
        </thead>
        <tbody>
          {speed.map(({ setupId, setupName, resolved, medianMinutes }) => (
            <tr key={setupId}>
              <th scope="row">{config ? <PageLink to={setupAddress(contracts, setupId)}>{setupName}</PageLink> : setupName}</th>
              <td className="bt-right bt-num">{showCount(resolved, language)}</td>
              <td className="bt-right bt-num">{lasted(medianMinutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

export default (contracts: ReconciliationContracts) => () => <Ageing contracts={contracts} />
