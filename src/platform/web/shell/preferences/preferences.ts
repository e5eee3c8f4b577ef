import { create } from 'zustand'
import { MAX_ADDRESS, MAX_RECENT, MAX_TABS, myPreferences, type OpenTabs, type Preferences, type Recent, savePreferences } from '#kernel/preferences.ts'
import { call } from '../../api/call.ts'
import { useConnection } from '../../api/connection.ts'
import { currentLanguage, onLanguageChange, setLanguage } from '../../i18n.ts'
import { provideKeeper, signedInHere } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import { adoptKept, tabsAreOf, useTabs } from '../tabs/tab-store.ts'
import { type LooksMark, parseMark, whichLooks } from './preference-mark.ts'
import { changeSettings, resetSettings, useSettings } from './settings.ts'

const MARK_KEY = 'preferences'
const LOOKS_AFTER_MS = 600
const TABS_AFTER_MS = 1500

/** Records that were opened and where the command palette has led, the latest first. */
export const useRecent = create<{ places: Recent }>(() => ({ places: [] }))

interface Loaded {
  account: string
  clientId: string
  tabs: OpenTabs
}

let loaded: Loaded | null = null
let adopted = true
/** Tabs as the server has them. */
let savedTabs = ''
/** What comes from the server is no change of the person's. */
let taking = false
let looksTimer: ReturnType<typeof setTimeout> | undefined
let tabsTimer: ReturnType<typeof setTimeout> | undefined

const mark = () => parseMark(localStorage.getItem(MARK_KEY))
const setMark = (next: LooksMark) => localStorage.setItem(MARK_KEY, JSON.stringify(next))
const account = () => useSession.getState().user?.account ?? null

/** Follows what the person changes and keeps it at the server; called once at start. */
export function watchPreferences(): void {
  provideKeeper(keepTabsNow)
  useSettings.subscribe(() => looksChanged(false))
  onLanguageChange(() => looksChanged(true))
  useTabs.subscribe((now, before) => now.tabs !== before.tabs && tabsChanged())
  useConnection.subscribe(({ online }) => {
    if (online && mark().unsaved) saveLooksSoon()
  })
}

function looksChanged(language: boolean): void {
  if (taking) return
  const who = account()
  if (who !== null) setMark({ account: who, unsaved: true, spoken: false })
  else if (language) setMark({ ...mark(), spoken: true })
  saveLooksSoon()
}

function saveLooksSoon(): void {
  clearTimeout(looksTimer)
  looksTimer = setTimeout(() => void saveLooks(), LOOKS_AFTER_MS)
}

async function saveLooks(): Promise<void> {
  const who = account()
  if (who === null || loaded?.account !== who || !mark().unsaved) return
  const appearance = { ...useSettings.getState(), language: currentLanguage() }
  try {
    await call(savePreferences, { appearance })
  } catch {
    // Marked as unsaved: sent when the server is back, or after the next load.
    return
  }
  const now = { ...useSettings.getState(), language: currentLanguage() }
  if (account() === who && JSON.stringify(now) === JSON.stringify(appearance)) setMark({ account: who, unsaved: false, spoken: false })
}

function takeLooks(appearance: Preferences['appearance'], who: string): void {
  const known = mark()
  const which = whichLooks(known, appearance !== null, who)
  const language = known.spoken ? currentLanguage() : appearance?.language
  taking = true
  try {
    if (which === 'server' && appearance) {
      const { language: _, ...settings } = appearance
      changeSettings(settings)
    } else if (which === 'defaults') resetSettings()
  } finally {
    taking = false
  }
  const speaks = which === 'server' && language !== undefined && language !== currentLanguage()
  const unsaved = which === 'send' || (known.spoken && appearance !== null && appearance.language !== currentLanguage())
  setMark({ account: who, unsaved, spoken: false })
  if (unsaved) saveLooksSoon()
  if (speaks) void speak(language)
}

async function speak(language: 'vi' | 'en'): Promise<void> {
  taking = true
  try {
    await setLanguage(language)
  } catch {
    // The words could not be fetched: the language stays as it is.
  } finally {
    taking = false
  }
}

/** Asks the server what the person has set up, and puts it into force. Never rejects: without an answer the browser's own copy stands. */
async function load(who: string, clientId: string): Promise<void> {
  loaded = null
  let kept: Preferences
  try {
    kept = await call(myPreferences, {})
  } catch {
    return
  }
  if (account() !== who || useSession.getState().clientId !== clientId) return
  loaded = { account: who, clientId, tabs: kept.tabs ?? [] }
  adopted = false
  savedTabs = JSON.stringify(loaded.tabs)
  useRecent.setState({ places: kept.recent ?? [] })
  takeLooks(kept.appearance, who)
  adoptLoaded()
}

const WAIT_AT_MOST_MS = 2000
let asked: { key: string; ready: Promise<void> } | null = null

/**
 * Begins to load what a person has set up, once; resolves when the page may be drawn without changing its looks under
 * their eyes: at once where the browser's copy is theirs, else when the server has answered (or takes too long).
 */
export function preferencesReady(who: string, clientId: string): Promise<void> {
  const key = `${clientId}:${who}`
  if (asked?.key === key) return asked.ready
  const own = mark().account === who
  const loading = load(who, clientId)
  asked = { key, ready: own ? Promise.resolve() : Promise.race([loading, new Promise<void>((done) => setTimeout(done, WAIT_AT_MOST_MS))]) }
  return asked.ready
}

/** The person has gone: nothing of what they set up is kept in memory. */
export function leavePreferences(): void {
  asked = null
  loaded = null
  useRecent.setState({ places: [] })
}

/** Opens the kept pages, once the tabs of the window stand and the server has answered, whichever comes last. */
export function adoptLoaded(): void {
  if (!loaded || adopted || !tabsAreOf(loaded.account, loaded.clientId)) return
  adopted = true
  adoptKept(loaded.tabs, signedInHere(loaded.account))
}

function tabsChanged(): void {
  clearTimeout(tabsTimer)
  tabsTimer = undefined
  if (loaded && adopted) tabsTimer = setTimeout(() => void saveTabs(), TABS_AFTER_MS)
}

/** The pages that are open now, at the server before the session becomes one of another application, which they must never be kept for. */
async function keepTabsNow(): Promise<void> {
  if (tabsTimer === undefined) return
  clearTimeout(tabsTimer)
  await saveTabs()
}

/** Of a window beside the one where the person signed in only the pinned pages are kept. */
async function saveTabs(): Promise<void> {
  tabsTimer = undefined
  const { clientId, user } = useSession.getState()
  if (!loaded || user?.account !== loaded.account || clientId !== loaded.clientId || !useSettings.getState().multiTab) return
  const open = useTabs.getState().tabs.filter((tab) => tab.address.length <= MAX_ADDRESS && tab.address !== '/')
  const mine = open.map(({ address, label, pinned }) => ({ address, label: label?.slice(0, 200) ?? null, pinned }))
  const tabs = signedInHere(loaded.account) ? mine : [...mine.filter((tab) => tab.pinned), ...loaded.tabs.filter((tab) => !tab.pinned)].slice(0, MAX_TABS)
  const text = JSON.stringify(tabs)
  if (text === savedTabs) return
  try {
    await call(savePreferences, { tabs })
    savedTabs = text
  } catch {
    // Kept with the next change.
  }
}

/** Remembers a record whose page was opened; what the palette has called it by stays. */
export function rememberRecord(address: string, code: string): void {
  const { places } = useRecent.getState()
  if (places[0]?.address !== address) rememberPlace(places.find((one) => one.address === address) ?? { address, title: code })
}

/** Remembers where the palette has led. */
export function rememberPlace(place: Recent[number]): void {
  if (place.address.length > MAX_ADDRESS) return
  const places = [place, ...useRecent.getState().places.filter((one) => one.address !== place.address)].slice(0, MAX_RECENT)
  useRecent.setState({ places })
  call(savePreferences, { recent: places }).catch(() => undefined)
}
