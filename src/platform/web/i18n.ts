import { use, useMemo } from 'react'
import { create } from 'zustand'
import { type CommonAction, type CommonField, type CommonText, commonLabels, labelPlace, type ModuleLabels } from '#kernel/labels.ts'
import { fill, LANGUAGES, type Language } from '#kernel/language.ts'
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

/** The words that have been loaded: by language, then by namespace ('shell': the platform's own). */
const words: Record<Language, Map<string, Words>> = { vi: new Map([['shell', vi]]), en: new Map() }

/** The word at a path, with its places ({name}) filled in; undefined where there is none. */
function word(module: string, path: readonly string[], params?: Params): string | undefined {
  return at(words[currentLanguage()].get(module), path, params)
}

/** For words that go by convention: those of the module, else those that all modules share; undefined where there is none. */
export function findWord(module: string, path: readonly string[], params?: Params): string | undefined {
  return word(module, path, params) ?? common(path, params)
}

/** A word that all modules share: kernel/labels.ts. */
const common = (path: readonly string[], params?: Params) => at(commonLabels[currentLanguage()], path, params)

function at(root: Words | undefined, path: readonly string[], params?: Params): string | undefined {
  let here: string | Words | undefined = root
  for (const key of path) here = typeof here === 'object' ? here[key] : undefined
  return typeof here === 'string' ? fill(here, params) : undefined
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

/** Says where the labels of each namespace come from; called once by the composition root. */
export function provideLabels(modules: Readonly<Record<string, LabelSource>>): void {
  for (const [module, source] of Object.entries(modules)) sources.set(module, source)
}

/** Before anything is drawn: the platform's own words in the language the person left. Without them the page is in Vietnamese. */
export async function firstWords(): Promise<void> {
  await load(currentLanguage()).catch(() => useLanguageState.setState({ language: 'vi' }))
}

/** Makes the labels of these modules, and of all that was wanted before, ready in the current language, and in each one switched to later. */
export async function ensureLabels(modules: readonly string[] = []): Promise<void> {
  await ensure(modules, wanted)
}

/** Wants these modules, and waits for them, or for all of `awaited`. */
async function ensure(modules: readonly string[], awaited: Iterable<string> = modules): Promise<void> {
  for (const module of modules) wanted.add(module)
  await load(currentLanguage(), awaited)
}

/** Begins to fetch what a chunk that has just come will say: on its first drawing the words are there, or it waits for them. */
function want(modules: Iterable<string>): void {
  ensureLabels([...modules]).catch(() => undefined)
}

/** Fetches a chunk and the words that it says, those of `modules` at the same time as the chunk itself. What else is missing does not hold it up. */
export async function withWords<T>(load: () => Promise<T>, ...modules: string[]): Promise<T> {
  const before = new Set(wanted)
  const [chunk] = await Promise.all([load(), ensure(modules)])
  await ensure([...wanted].filter((module) => !before.has(module)))
  return chunk
}

/** True when the words of a module can be had at once. */
export function hasLabels(module: string): boolean {
  return words[currentLanguage()].has(module)
}

const coming = new Map<string, Promise<void>>()

/** The words of one namespace in one language, fetched once; what could not be had is fetched anew when it is asked for again. */
function fetched(language: Language, module: string): Promise<void> {
  const key = `${language} ${module}`
  const known = coming.get(key)
  if (known) return known
  const promise = (async () => {
    const labels = await sources.get(module)?.[language]()
    if (labels) words[language].set(module, labels as Words)
  })()
  coming.set(key, promise)
  promise.catch(() => coming.delete(key))
  return promise
}

const RETRY_MS = 2_000
const tries = new Map<string, Promise<void>>()

/** For what is being drawn: ends after the first try, which may fail, and goes on trying behind; the page is drawn with what there is. */
function tried(language: Language, module: string): Promise<void> {
  const key = `${language} ${module}`
  const again = (): void => {
    setTimeout(() => void load(language, [module]).catch(again), RETRY_MS)
  }
  const promise = tries.get(key) ?? fetched(language, module).catch(again)
  tries.set(key, promise)
  return promise
}

async function load(language: Language, modules: Iterable<string> = wanted): Promise<void> {
  const missing = [...modules].filter((module) => sources.has(module) && !words[language].has(module))
  if (missing.length === 0) return
  await Promise.all(missing.map((module) => fetched(language, module)))
  useLanguageState.setState((state) => ({ loaded: state.loaded + 1 }))
}

let chosen: Language | undefined

/** Longer than this nobody waits for what the server says in the other language: it follows. */
const PATIENCE_MS = 1_500

/** Asks for what the page in front shows of the server's words in a language; what it gives back puts them into use. */
type Translator = (language: Language) => Promise<() => void>
let translator: Translator = async () => () => undefined

/** Called once at start. */
export function provideTranslator(provided: Translator): void {
  translator = provided
}

async function translated(language: Language): Promise<() => void> {
  const nothing = () => undefined
  const late = new Promise<() => void>((done) => setTimeout(() => done(nothing), PATIENCE_MS))
  return Promise.race([translator(language).catch(() => nothing), late])
}

/** Switches all parts of the page together: labels in use, and what the server says, are fetched before anything is redrawn. */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language
  const [, use] = await Promise.all([load(language), translated(language)])
  // Words that come after those of a later choice change nothing.
  if (chosen !== language) return
  use()
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

/** The words of one module (or of one part of it), by the type of its labels. Made by defineLabels. */
export interface LabelHandle<L extends ModuleLabels> {
  readonly module: string
  /** Carries the type alone. */
  readonly labels?: L
}

/**
 * What a module's screens say: `const words = defineLabels<typeof vi>('masterdata')`, used with useLabels(words). The words are fetched
 * when the first chunk that holds such a line has come.
 */
export function defineLabels<L extends ModuleLabels>(module: string): LabelHandle<L> {
  want([module])
  return { module }
}

/** The words of the fields and enums that a contract shows are fetched together with the screen that is made of it. */
export function wantLabels(names: Iterable<string>): void {
  want([...names].map((name) => labelPlace(name).module))
}

type Keys<T> = keyof T & string

/** The words of one module. A word that its labels do not hold, and that is not common either, does not compile. */
export interface Labels<L extends ModuleLabels> {
  screen(key: Keys<L['screens']>): string
  field<E extends Keys<L['fields']>>(entity: E, field: Keys<L['fields'][E]> | CommonField): string
  /** The fields of one entity. */
  fields<E extends Keys<L['fields']>>(entity: E): (field: Keys<L['fields'][E]> | CommonField) => string
  action(key: Keys<NonNullable<L['actions']>> | CommonAction, params?: Params): string
  text(key: Keys<NonNullable<L['texts']>> | CommonText, params?: Params): string
  /** `name` is 'module.enumName', as the meta of a field carries it; the value itself where it has no word. */
  enumValue(name: string, value: string): string
}

export function labelsOf<L extends ModuleLabels>({ module }: LabelHandle<L>): Labels<L> {
  const find = (path: readonly string[], params?: Params) => word(module, path, params) ?? ''
  return {
    screen: (key) => find(['screens', key]),
    field: (entity, field) => fieldName(`${module}.${entity}`, field),
    fields: (entity) => (field) => fieldName(`${module}.${entity}`, field),
    action: (key, params) => word(module, ['actions', key], params) ?? common(['actions', key], params) ?? '',
    text: (key, params) => word(module, ['texts', key], params) ?? common(['texts', key], params) ?? '',
    enumValue,
  }
}

/** Hook of labelsOf; waits for the words, and redraws on a change of language. */
export function useLabels<L extends ModuleLabels>(handle: LabelHandle<L>): Labels<L> {
  const state = useWordsOf(handle.module)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words behind a module change with the language
  return useMemo(() => labelsOf(handle), [handle, state])
}

function useWordsOf(...modules: string[]) {
  const state = useLanguageState()
  for (const module of modules) {
    if (!sources.has(module)) continue
    // What was waited for once is always asked for: when React repeats a drawing that has waited, the hooks behind it stand in their order only behind `use`.
    if (words[state.language].has(module) && !tries.has(`${state.language} ${module}`)) continue
    wanted.add(module)
    use(tried(state.language, module))
  }
  return state
}

/** Words by names that are data: the entity of a contract, the enum of a field. A meta-test over the registry proves that they exist. */
const names = { field: fieldName, hint: fieldHint, enumValue, enumValues }
export type Names = typeof names

/** What fields and enums are called; waits for the words of those that are named ('masterdata.globalList', 'payments.channel'). */
export function useNames(...of: (string | undefined)[]): Names {
  const state = useWordsOf(...of.flatMap((name) => (name === undefined ? [] : labelPlace(name).module)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  return useMemo(() => ({ ...names }), [state])
}

function fieldName(entity: string, field: string): string {
  const { module, last } = labelPlace(entity)
  return word(module, ['fields', last, field]) ?? common(['fields', field]) ?? field
}

/** What `fields.<entity>Hint` says of a field. */
function fieldHint(entity: string, field: string): string | undefined {
  const { module, last } = labelPlace(entity)
  return word(module, ['fields', `${last}Hint`, field])
}

function enumValue(name: string, value: string): string {
  const { module, last } = labelPlace(name)
  return word(module, ['enums', last, value]) ?? value
}

/** The values of an open key (`openKey`): those that have words. */
function enumValues(name: string): string[] {
  const { module, last } = labelPlace(name)
  const enums = words[currentLanguage()].get(module)?.enums
  const found = typeof enums === 'object' ? enums[last] : undefined
  return typeof found === 'object' ? Object.keys(found) : []
}

/** Other words that find a screen. */
export function wordsFor({ module, title }: { module: string; title: string }): string {
  return word(module, ['also', title]) ?? ''
}

/** What a screen or a group of the menu is called; `module` and `title` as its manifest has them. */
export function titleOf({ module, title }: { module: string; title: string }): string {
  return word(module, ['screens', title]) ?? ''
}
