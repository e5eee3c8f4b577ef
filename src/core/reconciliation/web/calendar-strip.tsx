import { Button } from 'antd'
import { useState } from 'react'
import { type ReconciliationContracts, sessionAddress } from '#core/reconciliation/contract/contracts.ts'
import { sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { words } from './words.ts'

type Setup = OutputOf<ReconciliationContracts['sessions']['calendar']>[number]
type Day = Setup['days'][number]

const DAYS = 14
/** Sentences that stand above the list at once. */
const SHOWN = 3

/** Statements that have not come, each with the press that begins its session, and on demand the days of every configuration. */
export function CalendarStrip({ contracts }: { contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const to = today()
  const query = useContractQuery(contracts.sessions.calendar, { from: addDays(to, 1 - DAYS), to }, { quiet: true })
  useLiveRead(sessionsTopic, query)
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState(false)
  if (!query.data || query.data.length === 0) return null
  const missing = query.data
    .flatMap((setup) => setup.days.flatMap((day) => (day.state === 'MISSING' ? [{ setup, day }] : [])))
    .sort((a, b) => (a.day.day < b.day.day ? 1 : -1))
  // Where both sides are our own records nobody sends a statement: what is missing is the session.
  const own = query.data.every((setup) => setup.own)
  const shown = all ? missing : missing.slice(0, SHOWN)
  return (
    <section className="rec-calendar" aria-label={labels.text(own ? 'calendarOwn' : 'calendar')}>
      <header>
        <strong>
          {missing.length === 0
            ? labels.text(own ? 'calendarOwnNone' : 'calendarNone')
            : labels.text(own ? 'calendarOwnMissing' : 'calendarMissing', { n: missing.length })}
        </strong>
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {labels.text(open ? 'calendarHide' : 'calendarShow')}
        </Button>
      </header>
      {shown.length > 0 && (
        <ul className="rec-missing">
          {shown.map(({ setup, day }) => (
            <Missing key={`${setup.setupId} ${day.day}`} contracts={contracts} setup={setup} day={day} />
          ))}
          {missing.length > SHOWN && (
            <li>
              <Button type="link" size="small" onClick={() => setAll(!all)}>
                {all ? labels.text('calendarLess') : labels.text(own ? 'calendarOwnMore' : 'calendarMore', { n: missing.length - SHOWN })}
              </Button>
            </li>
          )}
        </ul>
      )}
      {open && <Days setups={query.data} contracts={contracts} />}
    </section>
  )
}

function Missing({ contracts, setup, day }: { contracts: ReconciliationContracts; setup: Setup; day: Day }) {
  const labels = useLabels(words)
  const allowed = usePermission(contracts.permissions.create)
  const { sessions } = contracts
  const begin = useContractCommand(sessions.create, { invalidates: [sessions.calendar] })
  const press = async () => {
    const { id } = await begin.mutateAsync({ setupId: setup.setupId, fromDay: day.day, toDay: day.day })
    openAddress(sessionAddress(contracts, id))
  }
  return (
    <li>
      <span>{labels.text(setup.own ? 'missingOwnDay' : 'missingDay', { day: showDate(day.day), name: setup.setupName })}</span>
      {day.sessionId !== null ? (
        <PageLink to={sessionAddress(contracts, day.sessionId)}>{labels.text('missingOpen')}</PageLink>
      ) : (
        allowed && (
          <Button size="small" loading={begin.isPending} onClick={() => void press().catch(() => undefined)}>
            {labels.text('missingBegin')}
          </Button>
        )
      )}
    </li>
  )
}

/** A square a day; what is begun leads to its session. */
function Days({ setups, contracts }: { setups: readonly Setup[]; contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const state = (one: Day['state'], own: boolean) =>
    one === 'MISSING' && own ? labels.text('dayNotBegun') : labels.enumValue('reconciliation.sessions.calendarState', one)
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table rec-days">
        <thead>
          <tr>
            <th scope="col">{labels.text('calendarSetup')}</th>
            {setups[0]?.days.map(({ day }) => (
              <th key={day} scope="col" className="bt-num">
                {showDate(day).slice(0, 5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {setups.map((setup) => (
            <tr key={setup.setupId}>
              <th scope="row">{setup.setupName}</th>
              {setup.days.map((day) => {
                const name = `${showDate(day.day)}: ${state(day.state, setup.own)}`
                const className = `rec-day rec-day-${day.state.toLowerCase()}`
                return (
                  <td key={day.day}>
                    {day.sessionId === null ? (
                      <span className={className} title={name} role="img" aria-label={name} />
                    ) : (
                      <PageLink className={className} title={name} aria-label={name} to={sessionAddress(contracts, day.sessionId)} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="rec-legend">
        {(['MISSING', 'DUE', 'BEGUN', 'REVIEWING', 'AGREED', 'SETTLED', 'OFF'] as const).map((one) => (
          <li key={one}>
            <span className={`rec-day rec-day-${one.toLowerCase()}`} aria-hidden="true" />{' '}
            {state(
              one,
              setups.every(({ own }) => own),
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
