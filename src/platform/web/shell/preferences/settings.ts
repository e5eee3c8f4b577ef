import { create } from 'zustand'
import { Appearance } from '#kernel/preferences.ts'

/** What belongs to how things look; the language has a place of its own. */
const { language: _language, ...shape } = Appearance.shape
export const SETTINGS = shape
export type Settings = Omit<Appearance, 'language'>

export const COLOURS = { gold: '#FAAD14', blue: '#1668DC', teal: '#0B7F7F', green: '#3A7D00', purple: '#722ED1', red: '#CF1322' } as const satisfies Record<
  Settings['colour'],
  string
>

export const DEFAULT_SETTINGS: Settings = {
  theme: 'light',
  menuTheme: 'dark',
  layout: 'side',
  contentWidth: 'fluid',
  density: 'comfortable',
  colour: 'gold',
  fixedHeader: false,
  autoHideHeader: false,
  fixedSider: false,
  colourWeak: false,
  multiTab: true,
  siderCollapsed: false,
}

const KEY = 'settings'

/** Reads kept settings; each one that is missing or makes no sense is the default. */
export function parseSettings(text: string | null): Settings {
  let stored: Record<string, unknown> = {}
  try {
    stored = (JSON.parse(text ?? '') ?? {}) as Record<string, unknown>
  } catch {
    // nothing kept, or not ours
  }
  const entries = Object.entries(SETTINGS).map(([name, schema]) => [name, schema.safeParse(stored[name]).data ?? DEFAULT_SETTINGS[name as keyof Settings]])
  return Object.fromEntries(entries) as Settings
}

export const useSettings = create<Settings>(() => parseSettings(typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)))

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
  localStorage.setItem(KEY, JSON.stringify(useSettings.getState()))
}

/** Back to the defaults; the open or collapsed menu is not a matter of taste and stays. */
export function resetSettings(): void {
  changeSettings({ ...DEFAULT_SETTINGS, siderCollapsed: useSettings.getState().siderCollapsed })
}
