import { type ComponentProps, lazy, Suspense, use, useLayoutEffect, useMemo } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router'
import { create } from 'zustand'
import { MAX_TABS } from '#kernel/preferences.ts'
import { ensureLabels, shellText } from '../../i18n.ts'
import { useSession } from '../../session/session-store.ts'
import { ErrorBoundary } from '../notices/error-boundary.tsx'
import { notify } from '../notices/notify.ts'
import { adoptLoaded, leavePreferences, preferencesReady } from '../preferences/preferences.ts'
import { useSettings } from '../preferences/settings.ts'
import { portalSetup, screenEntries } from '../preferences/setup.ts'
import { persistently } from '../routing/chunks.ts'
import { forgetScreen, Screen } from '../routing/lazy-screen.tsx'
import { type EntryState, openWindow, showTab } from '../routing/navigation.ts'
import { findScreen, normalAddress, type ScreenEntry, safeNext } from '../routing/routing.ts'
import { arrive, leaveTabs, restoreTabs } from '../tabs/tab-store.ts'
import type { Tab } from '../tabs/tabs.ts'
import { Loading, SessionGate } from './session-gate.tsx'
import { screenTitle } from './title.ts'

const Shell = lazy(() => persistently(() => import('./shell.tsx')))

/** Whether the address is one of the shell's, and all is there to draw it. */
const useInside = create(() => false)

/** The one route: decides between a public page, the sign-in, and the shell with its tabs, which Inside draws. */
export function Portal() {
  const location = useLocation()
  const phase = useSession((state) => state.phase)
  const used = useSession((state) => state.used)
  const address = normalAddress(location.pathname + location.search)
  const match = useMemo(() => findScreen(screenEntries(), address), [address])
  if (address !== '/' && !match) return <Navigate to="/404" replace />
  const { signInPath } = portalSetup().identity
  if (match?.screen.permission === 'public') {
    if (phase === 'ready' && match.screen.path === signInPath) return <Navigate to={safeNext(location.search, screenEntries())} replace />
    return <PublicPage entry={match} />
  }
  if (phase === 'anonymous') return <Navigate to={address === '/' || used ? signInPath : `${signInPath}?next=${encodeURIComponent(address)}`} replace />
  return (
    <SessionGate>
      <Whole>
        <SignedIn address={address} />
      </Whole>
    </SessionGate>
  )
}

/** What fills the window, with what stands there while it comes or when it fails. */
function Whole({ children, ...rest }: ComponentProps<typeof ErrorBoundary>) {
  return (
    <ErrorBoundary {...rest}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function PublicPage({ entry }: { entry: ScreenEntry }) {
  return (
    <Whole onRetry={() => forgetScreen(entry.screen.path)}>
      <Screen entry={entry} />
    </Whole>
  )
}

const ready = new Map<string, Promise<void>>()

/** The words of the application, its menu above all, before anything of it is drawn. */
function labelsReady(clientId: string): Promise<void> {
  const known = ready.get(clientId)
  if (known) return known
  const own = portalSetup()
    .modules.map((module) => module.manifest)
    .filter((manifest) => manifest.subsystem === clientId)
  const promise = persistently(() => ensureLabels(own.map((manifest) => manifest.module)))
  ready.set(clientId, promise)
  promise.catch(() => ready.delete(clientId))
  return promise
}

function SignedIn({ address }: { address: string }) {
  const account = useSession((state) => state.user?.account ?? '')
  const clientId = useSession((state) => state.clientId)
  use(labelsReady(clientId))
  const mustChange = useSession((state) => state.user?.mustChangePassword ?? false)
  // Before the first password of their own a person has nothing set up, and may not ask for it.
  if (!mustChange) use(preferencesReady(account, clientId))
  useArrival(address, account, clientId)
  useLayoutEffect(() => {
    useInside.setState(true, true)
    return () => useInside.setState(false, true)
  }, [])
  return null
}

/** The shell, while the portal is there for somebody signed in. */
export function Inside() {
  const inside = useInside()
  return (
    inside && (
      <Whole>
        <Shell />
      </Whole>
    )
  )
}

/** Says what became of a page that there was no room for, and offers it in a window of its own. One at a time: opened fast, several would stand above each other. */
function sayFull(kind: 'info' | 'warning', address: string, title: string, hint: string, action: string): void {
  const text = (
    <>
      <p>{hint}</p>
      <button type="button" className="bt-button" onClick={() => openWindow(address)}>
        {action}
      </button>
    </>
  )
  notify({ kind, key: `tabs-${kind}`, title, text, seconds: 12 })
}

/** A page that was kept but not yet drawn in this window has made room for another. */
function sayClosed({ address, label }: Tab): void {
  const name = [label, screenTitle(address)].filter(Boolean).join(' · ')
  sayFull('info', address, shellText('tabs.madeRoom', { name }), shellText('tabs.madeRoomHint', { n: MAX_TABS }), shellText('tabs.newWindow'))
}

/** As many pages are open as there may be, and in each of them something may have been typed. */
function refuseTab(address: string): void {
  sayFull('warning', address, shellText('tabs.full', { n: MAX_TABS }), shellText('tabs.fullHint'), shellText('tabs.newWindow'))
}

/** Tells the tabs where the router has gone; the tab shown may know a newer address of itself. */
function useArrival(address: string, account: string, clientId: string): void {
  const location = useLocation()
  const how = useNavigationType()
  const multi = useSettings((state) => state.multiTab)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one arrival per entry of the history, whatever else is drawn again
  useLayoutEffect(() => {
    restoreTabs(account, clientId)
    adoptLoaded()
    const tabId = (location.state as EntryState | null)?.tab ?? null
    const shown = arrive({ address, tabId, how, multi })
    if (shown.full) refuseTab(address)
    if (shown.closed) sayClosed(shown.closed)
    if (shown.address !== address || shown.id !== tabId) showTab(shown, { replace: true })
  }, [location.key, account, clientId])
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    return () => {
      leaveTabs()
      leavePreferences()
    }
  }, [])
}
