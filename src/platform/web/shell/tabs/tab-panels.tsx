import { Activity, memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { reportError } from '../../api/report-error.ts'
import { refreshUser } from '../../session/session.ts'
import { usePermission, useSession } from '../../session/session-store.ts'
import { Home } from '../frame/home.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { ToolsPlace } from '../frame/page-tools.tsx'
import { ErrorBoundary } from '../notices/error-boundary.tsx'
import { ExceptionView } from '../notices/exception.tsx'
import { screenEntries } from '../preferences/setup.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { forgetScreen, Screen } from '../routing/lazy-screen.tsx'
import { findScreen, opensIn, type ScreenMatch } from '../routing/routing.ts'
import { ScreenComing } from '../routing/screen-coming.tsx'
import { ScreenContext, type ScreenFacts } from '../routing/screen-context.ts'
import { useTabs } from './tab-store.ts'
import type { Tab } from './tabs.ts'

/** Few addresses lead there. */
const OtherApplication = lazyPart(() => import('../routing/other-application.tsx'))

function Page({ tab, match }: { tab: Tab; match: ScreenMatch }) {
  const { screen, module, params } = match
  const facts = useMemo<ScreenFacts>(
    () => ({ tabId: tab.id, module, permission: screen.permission, title: screen.title, address: tab.address, params }),
    [tab.id, tab.address, module, screen, params],
  )
  const allowed = usePermission(screen.permission)
  // A page once open stays when the right goes: what was typed there is still the person's, and the server refuses the rest.
  const [entered, setEntered] = useState(allowed)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  // A page behind another one says so with null; its tools stay where they are.
  const keepTools = useCallback((place: HTMLElement | null) => place && setTools(place), [])
  if (allowed && !entered) setEntered(true)
  const beyondScope = useSession((state) => state.user?.beyondScope.includes(screen.permission) ?? false)
  // A right may have been given since; a scope of the whole system is not what one more try brings.
  if (!entered) return beyondScope ? <ExceptionView kind="scope" /> : <ExceptionView kind="403" onRetry={() => void refreshUser().catch(reportError)} />
  return (
    <ScreenContext.Provider value={facts}>
      <PageHeader tools={keepTools} />
      <ToolsPlace value={tools}>
        <ErrorBoundary onRetry={() => forgetScreen(screen.path)}>
          <Suspense fallback={<ScreenComing path={screen.path} address={tab.address} />}>
            <Screen entry={match} />
          </Suspense>
        </ErrorBoundary>
      </ToolsPlace>
    </ScreenContext.Provider>
  )
}

/** Drawn again when its tab changes, not when it is shown or hidden. */
const Content = memo(function Content({ tab }: { tab: Tab }) {
  const clientId = useSession((state) => state.clientId)
  const match = useMemo(() => findScreen(screenEntries(), tab.address), [tab.address])
  if (!match) return <Home />
  // A right to one screen is none to the next one of the same tab.
  return opensIn(match, clientId) ? (
    <Page key={match.screen.path} tab={tab} match={match} />
  ) : (
    <OtherApplication subsystem={match.subsystem} address={tab.address} />
  )
})

/** One open page. A hidden one keeps its state and its place; its effects rest until it is shown again. */
const TabPanel = memo(function TabPanel({ tab, active }: { tab: Tab; active: boolean }) {
  return (
    <Activity mode={active ? 'visible' : 'hidden'} name={tab.key}>
      <section role="tabpanel" id={`panel-${tab.id}`} aria-labelledby={`tab-${tab.id}`} className="bt-panel">
        <ErrorBoundary>
          <Content tab={tab} />
        </ErrorBoundary>
      </section>
    </Activity>
  )
})

/** All open pages, drawn from the first time they are looked at. */
export function TabPanels() {
  const tabs = useTabs((state) => state.tabs)
  const activeId = useTabs((state) => state.activeId)
  const visited = useTabs((state) => state.visited)
  const reloads = useTabs((state) => state.reloads)
  useScrollPerTab(activeId)
  return tabs.filter((tab) => visited.has(tab.id)).map((tab) => <TabPanel key={`${tab.id}:${reloads[tab.id] ?? 0}`} tab={tab} active={tab.id === activeId} />)
}

/** The window scrolls, not the panels: each tab comes back to where it was left. */
function useScrollPerTab(activeId: string | null): void {
  const places = useRef(new Map<string, number>())
  const at = useRef(0)
  useLayoutEffect(() => {
    if (!activeId) return
    const wanted = places.current.get(activeId) ?? 0
    // Asking the window where it stands would lay out the page: what was heard last is known.
    if (wanted !== at.current) window.scrollTo({ top: wanted, behavior: 'instant' })
    at.current = wanted
    const keep = () => {
      at.current = window.scrollY
      places.current.set(activeId, at.current)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [activeId])
}
