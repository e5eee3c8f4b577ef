import { useMemo } from 'react'
import { create } from 'zustand'
import { fill, LANGUAGES, type Language } from '#kernel/language.ts'
import type { ModuleLabels } from '#kernel/screens.ts'
import { vi } from './labels/vi.ts'

const LANGUAGE_KEY = 'language'

/** Loads the labels of one module in one language. */
export type LabelLoader = () => Promise<ModuleLabels>
export type LabelSource = Record<Language, LabelLoader>

type Leaves<T, P extends string = ''> = { [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`> }[keyof T & string]
export type ShellKey = Leaves<typeof vi>
type Params = Record<string, string | number>

interface Words {
  readonly [key: string]: string | Words | undefined
}

/** The words that have been loaded: by language, then by module ('shell': the platform's own). */
const words: Record<Language, Map<string, Words>> = { vi: new Map([['shell', vi]]), en: new Map() }

/** The word of a module at a path, with its places ({name}) filled in; undefined where there is none. For words that go by convention. */
export function findWord(module: string, path: readonly string[], params?: Params): string | undefined {
  let at: string | Words | undefined = words[currentLanguage()].get(module)
  for (const key of path) at = typeof at === 'object' ? at[key] : undefined
  return typeof at === 'string' ? fill(at, params) : undefined
}

/** `loaded` changes when labels arrive, so that what is on the screen is drawn with them. */
const useLanguageState = create<{ language: Language; loaded: number }>(() => ({ language: storedLanguage(), loaded: 0 }))

/** Vietnamese comes with the page, other words when they are needed. */
const sources = new Map<string, Record<Language, () => Promise<object>>>([
  ['shell', { vi: async () => vi, en: async () => (await import('./labels/en.ts')).en }],
])
const wanted = new Set<string>(['shell'])

function storedLanguage(): Language {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(LANGUAGE_KEY)
  return LANGUAGES.find((one) => one === stored) ?? 'vi'
}

/** Says where the labels of each module come from; called once by the composition root. */
export function provideLabels(modules: Readonly<Record<string, LabelSource>>): void {
  for (const [module, source] of Object.entries(modules)) sources.set(module, source)
}

/** Before anything is drawn: the platform's own words in the language the person left. Without them the page is in Vietnamese. */
export async function firstWords(): Promise<void> {
  await load(currentLanguage()).catch(() => useLanguageState.setState({ language: 'vi' }))
}

/** Makes the labels of these modules ready in the current language, and in each one switched to later. */
export async function ensureLabels(modules: readonly string[]): Promise<void> {
  for (const module of modules) wanted.add(module)
  await load(currentLanguage())
}

/** True when the words of a module can be had at once. */
export function hasLabels(module: string): boolean {
  return words[currentLanguage()].has(module)
}

async function load(language: Language): Promise<void> {
  const missing = [...wanted].filter((module) => sources.has(module) && !words[language].has(module))
  if (missing.length === 0) return
  await Promise.all(
    missing.map(async (module) => {
      const labels = await sources.get(module)?.[language]()
      if (labels) words[language].set(module, labels as Words)
    }),
  )
  useLanguageState.setState((state) => ({ loaded: state.loaded + 1 }))
}

/** Switches at once; the labels in use are fetched before anything is redrawn, so no key ever shows. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language)
  localStorage.setItem(LANGUAGE_KEY, language)
  document.documentElement.lang = language
  useLanguageState.setState({ language })
}

/** Hears of every switch of the language. */
export function onLanguageChange(heard: () => void): void {
  useLanguageState.subscribe((now, before) => now.language !== before.language && heard())
}

export function currentLanguage(): Language {
  return useLanguageState.getState().language
}

export function useLanguage(): Language {
  return useLanguageState((state) => state.language)
}

/** A text of the shell outside React. */
export function shellText(key: ShellKey, params?: Params): string {
  return findWord('shell', key.split('.'), params) ?? key
}

/** Texts of the shell and the kit; redraws on a change of language. */
export function useShellText(): typeof shellText {
  useLanguageState()
  return shellText
}

/** The words of one module. Unknown keys come back as they are. */
export interface Labels {
  screen(key: string): string
  field(entity: string, field: string): string
  /** `name` is 'module.enumName', as the meta of a field carries it. */
  enumValue(name: string, value: string): string
  /** The values of an open key (`openKey`): those that have words. */
  enumValues(name: string): string[]
  action(key: string, params?: Params): string
  text(key: string, params?: Params): string
}

export function labelsOf(module: string): Labels {
  const find = (path: readonly string[], params?: Params) => findWord(module, path, params) ?? path.at(-1) ?? ''
  return {
    screen: (key) => find(['screens', key]),
    field: (entity, field) => find(['fields', entity, field]),
    enumValue: (name, value) => {
      const [owner = module, list = name] = name.split('.')
      return findWord(owner, ['enums', list, value]) ?? value
    },
    enumValues: (name) => {
      const [owner = module, list = name] = name.split('.')
      const found = words[currentLanguage()].get(owner)?.enums
      return Object.keys((typeof found === 'object' && found[list]) || {})
    },
    action: (key, params) => find(['actions', key], params),
    text: (key, params) => find(['texts', key], params),
  }
}

/** Hook of labelsOf; redraws on a change of language. */
export function useLabels(module: string): Labels {
  const state = useLanguageState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words behind a module change with the language
  return useMemo(() => labelsOf(module), [module, state])
}
