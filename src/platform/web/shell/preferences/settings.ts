import { create } from 'zustand'

/** The application state of the specification that belongs to how things look. */
export interface Settings {
  theme: 'light' | 'dark'
  menuTheme: 'dark' | 'light'
  layout: 'side' | 'top'
  contentWidth: 'fluid' | 'fixed'
  density: 'comfortable' | 'compact'
  colour: ColourName
  fixedHeader: boolean
  autoHideHeader: boolean
  fixedSider: boolean
  colourWeak: boolean
  multiTab: boolean
  siderCollapsed: boolean
}

export const COLOURS = { gold: '#FAAD14', blue: '#1668DC', teal: '#0B7F7F', green: '#3A7D00', purple: '#722ED1', red: '#CF1322' } as const
export type ColourName = keyof typeof COLOURS

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

const CHOICES: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['light', 'dark'],
  menuTheme: ['dark', 'light'],
  layout: ['side', 'top'],
  contentWidth: ['fluid', 'fixed'],
  density: ['comfortable', 'compact'],
  colour: Object.keys(COLOURS) as ColourName[],
  fixedHeader: [true, false],
  autoHideHeader: [true, false],
  fixedSider: [true, false],
  colourWeak: [true, false],
  multiTab: [true, false],
  siderCollapsed: [true, false],
}

/** Reads kept settings; each one that is missing or makes no sense is the default. */
export function parseSettings(text: string | null): Settings {
  let stored: Record<string, unknown> = {}
  try {
    stored = (JSON.parse(text ?? '') ?? {}) as Record<string, unknown>
  } catch {
    // nothing kept, or not ours
  }
  const entries = Object.entries(CHOICES).map(([name, allowed]) => [
    name,
    (allowed as readonly unknown[]).includes(stored[name]) ? stored[name] : DEFAULT_SETTINGS[name as keyof Settings],
  ])
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
