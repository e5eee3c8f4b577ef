import i18next from 'i18next'
import { useMemo } from 'react'
import { create } from 'zustand'
import { LANGUAGES, type Language } from '#kernel/language.ts'
import type { ModuleLabels } from '#kernel/screens.ts'
import { en } from './labels/en.ts'
import { vi } from './labels/vi.ts'

const LANGUAGE_KEY = 'language'

/** Loads the labels of one module in one language. */
export type LabelLoader = () => Promise<ModuleLabels>
export type LabelSource = Record<Language, LabelLoader>

type Leaves<T, P extends string = ''> = { [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`> }[keyof T & string]
export type ShellKey = Leaves<typeof vi>
type Params = Record<string, string | number>

const translator = i18next.createInstance()
void translator.init({
  lng: storedLanguage(),
  fallbackLng: false,
  ns: ['shell'],
  defaultNS: 'shell',
  resources: { vi: { shell: vi }, en: { shell: en } },
  // Places are written {name}, as everywhere in the project; React escapes by itself.
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  initAsync: false,
})

/** `loaded` changes when labels arrive, so that what is on the screen is drawn with them. */
const useLanguageState = create<{ language: Language; loaded: number }>(() => ({ language: storedLanguage(), loaded: 0 }))

const sources = new Map<string, LabelSource>()
const wanted = new Set<string>()

function storedLanguage(): Language {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(LANGUAGE_KEY)
  return LANGUAGES.find((one) => one === stored) ?? 'vi'
}

/** Says where the labels of each module come from; called once by the composition root. */
export function provideLabels(modules: Readonly<Record<string, LabelSource>>): void {
  for (const [module, source] of Object.entries(modules)) sources.set(module, source)
}

/** Makes the labels of these modules ready in the current language, and in each one switched to later. */
export async function ensureLabels(modules: readonly string[]): Promise<void> {
  for (const module of modules) wanted.add(module)
  await load(currentLanguage())
}

async function load(language: Language): Promise<void> {
  const missing = [...wanted].filter((module) => sources.has(module) && !translator.hasResourceBundle(language, module))
  if (missing.length === 0) return
  await Promise.all(missing.map(async (module) => translator.addResourceBundle(language, module, await sources.get(module)?.[language]())))
  useLanguageState.setState((state) => ({ loaded: state.loaded + 1 }))
}

/** Switches at once; the labels in use are fetched before anything is redrawn, so no key ever shows. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language)
  await translator.changeLanguage(language)
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
  return translator.t(key, { ...params, ns: 'shell' })
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
  action(key: string, params?: Params): string
  text(key: string, params?: Params): string
}

export function labelsOf(module: string): Labels {
  const t = (path: string, params?: Params) => translator.t(path, { ...params, ns: module, defaultValue: path.slice(path.lastIndexOf('.') + 1) })
  return {
    screen: (key) => t(`screens.${key}`),
    field: (entity, field) => t(`fields.${entity}.${field}`),
    enumValue: (name, value) => {
      const [owner = module, list = name] = name.split('.')
      return translator.t(`enums.${list}.${value}`, { ns: owner, defaultValue: value })
    },
    action: (key, params) => t(`actions.${key}`, params),
    text: (key, params) => t(`texts.${key}`, params),
  }
}

/** Hook of labelsOf; redraws on a change of language. */
export function useLabels(module: string): Labels {
  const state = useLanguageState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words behind a module change with the language
  return useMemo(() => labelsOf(module), [module, state])
}
