import { type ReconciliationContracts, sessionAddress } from '#core/reconciliation/contract/contracts.ts'
import { sessionMachine, sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { tabAddress } from './addresses.ts'
import { Blocked } from './blocked.tsx'
import { CalendarStrip } from './calendar-strip.tsx'
import './reconciliation.css'
import { partnerInput } from './selects.tsx'
import { newSession, sessionActions } from './session-actions.tsx'
import { words } from './words.ts'

/** A share as people read it; nothing before there is one. */
function Percent({ value }: { value: number | null }) {
  const language = useLanguage()
  return value === null ? <span className="bt-none">—</span> : <span className="bt-num">{showPercent(value, language)}</span>
}

/** The days of a session, mostly one, and by which configuration. */
function Days({ fromDay, toDay, setupName }: { fromDay: string; toDay: string; setupName: string }) {
  return (
    <span className="rec-stacked rec-stacked-cut" title={`${showDate(fromDay)} – ${showDate(toDay)} · ${setupName}`}>
      <span className="bt-num">{fromDay === toDay ? showDate(fromDay) : `${showDate(fromDay).slice(0, 5)} – ${showDate(toDay).slice(0, 5)}`}</span>
      <small>{setupName}</small>
    </span>
  )
}

type Row = RowOf<ReconciliationContracts['sessions']['list']>

/** Open breaks lead to themselves: how many, since when, and of which kinds. */
function Breaks({ contracts, row: { id, breaks, breaksOpen, openKinds, oldestOpen } }: { contracts: ReconciliationContracts; row: Row }) {
  const labels = useLabels(words)
  const language = useLanguage()
  if (breaks === 0) return <span className="bt-none">0</span>
  const [open, all] = [showCount(breaksOpen, language), showCount(breaks, language)]
  return (
    <span className="rec-stacked rec-stacked-cut rec-stacked-end" title={openKinds}>
      <PageLink
        className="bt-num"
        title={labels.text('openOf', { open, all })}
        to={tabAddress(contracts, id, 'breaks', breaksOpen > 0 ? { status: 'OPEN' } : {})}
      >
        {oldestOpen === null ? `${open} / ${all}` : labels.text('openSince', { open, all, day: showDate(oldestOpen).slice(0, 5) })}
      </PageLink>
      {openKinds !== '' && <small>{openKinds}</small>}
    </span>
  )
}

/** The state and what it waits for, or what blocks it; while something works on it in the background, that. */
function Status({ status, task, nextStep, blocked }: Pick<Row, 'status' | 'task' | 'nextStep' | 'blocked'>) {
  const labels = useLabels(words)
  if (task !== null) return <span className="bt-tag bt-tone-moving">{labels.enumValue('reconciliation.sessions.task', task)}</span>
  return (
    <span className="rec-stacked">
      <StatusTag machine={sessionMachine.name} value={status} />
      {blocked === null && nextStep !== 'NONE' && <small>→ {labels.enumValue('reconciliation.sessions.nextStep', nextStep)}</small>}
      <Blocked reason={blocked} />
    </span>
  )
}

/** The other configurations and the health of all lie one press away. */
function Links({ contracts }: { contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const config = usePermission(contracts.permissions.viewConfig)
  return (
    <>
      <PageLink to={contracts.routes.ageing}>{labels.text('toAgeing')}</PageLink>
      {config && <PageLink to={contracts.routes.setups}>{labels.text('toSetups')}</PageLink>}
    </>
  )
}

/** Sessions of a desk, and above them the days whose statements are missing. */
export default (contracts: ReconciliationContracts) =>
  listScreen(contracts.sessions.list, {
    live: sessionsTopic,
    above: () => <CalendarStrip contracts={contracts} />,
    toolbar: () => <Links contracts={contracts} />,
    filters: [
      'text',
      'status',
      { range: ['from', 'to'], label: 'fromDay', days: 0 },
      { field: 'partnerId', label: 'partnerName', input: partnerInput(contracts.setups.partners) },
      'nextStep',
      ...(contracts.plugs.length > 1 ? (['plug'] as const) : []),
    ],
    columns: [
      { field: 'code', width: 136, fixed: 'start' },
      { field: 'fromDay', label: 'days', width: 150, render: (row) => <Days {...row} /> },
      { field: 'status', width: 126, render: (row) => <Status {...row} /> },
      { field: 'breaksOpen', width: 150, render: (row) => <Breaks contracts={contracts} row={row} /> },
      { field: 'oursSum', width: 116 },
      { field: 'theirsSum', width: 116 },
      { field: 'atRisk', width: 128 },
      { field: 'matchedPercent', width: 84, render: ({ matchedPercent }) => <Percent value={matchedPercent} /> },
      { field: 'setupName', width: 200 },
      { field: 'nextStep', width: 150 },
      { field: 'difference', width: 150 },
      { field: 'blocked', width: 300, hidden: true },
      { field: 'openKinds', hidden: true },
      { field: 'oldestOpen', hidden: true },
      { field: 'openDifference', width: 150, hidden: true },
      { field: 'toDay', hidden: true },
      { field: 'oursLines', width: 110 },
      { field: 'theirsLines', width: 110 },
      { field: 'partnerName', width: 200, hidden: true },
      { field: 'partnerCode', hidden: true },
      { field: 'plug', width: 200, hidden: contracts.plugs.length < 2 },
      { field: 'settledAt', hidden: true },
      { field: 'createdBy', hidden: true },
      'updatedAt',
      { field: 'updatedBy', hidden: true },
    ],
    nameOf: ({ code }) => code,
    detailPath: ({ id }) => sessionAddress(contracts, id),
    actions: [newSession(contracts), ...sessionActions(contracts)],
  })
