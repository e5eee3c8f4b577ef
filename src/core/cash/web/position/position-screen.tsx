import { Alert, Breadcrumb, Button } from 'antd'
import { useEffect, useState } from 'react'
import { listHoldings } from '#core/cash/contract/holdings.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageTools } from '#platform/web/shell/frame/page-tools.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { setTabLabel } from '#platform/web/shell/tabs/tab-store.ts'
import { daysTopic } from '../../contract/day-close/days.ts'
import { cashPosition } from '../../contract/position/position.ts'
import { treasuryTopic } from '../../contract/treasury/transaction.ts'
import { Cards } from './cards.tsx'
import { type Lists, listsOf, type PositionPaths } from './paths.ts'
import { Places } from './places.tsx'
import { Forecast, OutsideLimits, Transit } from './sections.tsx'
import type { Position, Shown } from './shown.ts'
import { words } from './words.ts'
import './position.css'

const Movements = lazyPart(() => import('./movements.tsx'))
const Suggestion = lazyPart(() => import('../treasury/suggestion.tsx'))
/** Cash at counters moves without a word to this screen. */
const REFRESH_MS = 60_000

/** Where the cash lies, what moved today, and what needs somebody: every figure opens what it is made of. */
function PositionScreen({ paths }: { paths: PositionPaths }) {
  const { tabId } = useScreen()
  const unitId = useAsked().get('unitId') ?? undefined
  const query = useContractQuery(cashPosition, unitId === undefined ? {} : { unitId }, { quiet: true, keepPrevious: true, refetchInterval: REFRESH_MS })
  useLiveReads(daysTopic, cashPosition)
  useLiveReads(treasuryTopic, cashPosition)
  const [shown, setShown] = useState<Shown>()
  const labels = useLabels(words)
  const { data } = query
  const unitName = data?.unit?.name
  useEffect(() => {
    if (unitName) setTabLabel(tabId, unitName)
  }, [tabId, unitName])
  if (!data) return <Waiting query={query} />
  const lists = listsOf(paths, unitId)
  return (
    <div className="cash-position">
      <Head position={data} lists={lists} />
      {data.leftOut > 0 && <Alert type="info" showIcon title={labels.text('leftOut', { n: data.leftOut })} />}
      {data.places.length === 0 ? <Empty path={paths.holdings} /> : <Figures position={data} lists={lists} paths={paths} show={setShown} />}
      {shown?.movements && <Movements {...shown.movements} lists={lists} onClose={() => setShown(undefined)} />}
      {shown?.suggestion && <Suggestion {...shown.suggestion} paths={paths.treasury} onClose={() => setShown(undefined)} />}
    </div>
  )
}

function Head({ position: { unit, asOf, date }, lists }: { position: Position; lists: Lists }) {
  const labels = useLabels(words)
  const t = useShellText()
  const all = { title: unit ? <PageLink to={lists.position()}>{labels.text('all')}</PageLink> : labels.text('all') }
  return (
    <header>
      <Breadcrumb items={[all, ...(unit ? [{ title: unit.name }] : [])]} />
      <span>
        {labels.text('asOf', { at: showTimestamp(asOf) })} · {labels.text('businessDate', { date: showDate(date) })}
      </span>
      <PageTools>
        <Button onClick={() => window.print()}>{t('report.print')}</Button>
      </PageTools>
    </header>
  )
}

function Empty({ path }: { path: string }) {
  const labels = useLabels(words)
  const allowed = usePermission(listHoldings.permission)
  return (
    <div className="bt-empty">
      <p>
        <strong>{labels.text('empty')}</strong>
      </p>
      <p>{labels.text('emptyHow')}</p>
      {allowed && <PageLink to={path}>{labels.text('openHoldings')}</PageLink>}
    </div>
  )
}

function Figures({ position, lists, paths, show }: { position: Position; lists: Lists; paths: PositionPaths; show: (shown: Shown) => void }) {
  return (
    <>
      <Cards position={position} lists={lists} show={show} />
      <Places position={position} lists={lists} show={show} />
      <div className="cash-position-pair">
        <OutsideLimits position={position} lists={lists} show={show} />
        <Transit position={position} lists={lists} paths={paths.treasury} />
      </div>
      <Forecast position={position} />
    </>
  )
}

export default (paths: PositionPaths) => () => <PositionScreen paths={paths} />
