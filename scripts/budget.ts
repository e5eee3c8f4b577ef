/** Weighs the built portal, compressed as it is sent (gzip): what every page needs, what the first list needs, each screen's own script. Fails with a sentence for each that is too heavy. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1000
/** Bytes: until the sign-in page shows; until the first list shows, both together; what a screen may bring along by itself. */
export const LIMITS = { signIn: 300 * KB, firstList: 445 * KB, screen: 40 * KB }

/** A chunk of Vite's manifest, as far as it is read here; `imports` are keys of the manifest, the rest files. */
interface Chunk {
  file: string
  name?: string
  src?: string
  imports?: string[]
  css?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>
/** The sources that went into each file. */
export type Sources = Readonly<Record<string, readonly string[]>>

const LIST = 'qr/web/transaction-list.tsx'
/** Says where the components of the list's sub-system are. */
const SCREENS = 'qr/web/screens.ts'
/** Name of the chunk with everything around the screens (vite.config.ts). */
const FRAME = 'frame'
/** Fetched by themselves beside the page. */
const ACCOUNT = 'iam/web/sign-in/account-menu.tsx'
const BELL = 'notifications/web/bell.tsx'
const SIGN_IN_WORDS = 'iam/labels/sign-in/vi.ts'
/** What the list shows beside the words that the scripts themselves ask for (defineLabels). */
const LIST_WORDS = ['qr', 'payments']
/** What only administrators see: a teller's first list brings none of it. */
const ADMINISTRATION =
  /^src\/(?:subsystems\/sys\/labels|core\/(?:jobs|mail|audit|policy|assignment|masterdata)\/(?:contract\/(?!.*approval-kind\.ts)|labels|web\/(?!screens\.ts)))|^src\/core\/iam\/(?:contract\/access\/(?!live\.ts)|web\/access|labels\/(?:vi|en)\.ts)/
const SCREEN = /\/(core|subsystems)\/[^/]+\/web\/.+\.tsx$/

/** The files that chunks need before they can run: their own, their styles, and those of everything they import. */
function filesOf(manifest: Manifest, keys: readonly string[], seen = new Set<string>(), files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    filesOf(manifest, chunk.imports ?? [], seen, files)
  }
  return files
}

const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`

/** What a build consists of. `page`: the built index.html; `sizeOf`: gzipped bytes of a built file; `wordsOf`: the namespaces whose words a source asks for. */
export interface Build {
  manifest: Manifest
  sources: Sources
  page: string
  sizeOf: (file: string) => number
  wordsOf: (source: string) => readonly string[]
}

/** What is too heavy, or comes too early, each a sentence that names the chunk. */
export function tooHeavy({ manifest, sources, page, sizeOf, wordsOf }: Build): string[] {
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0)
  const heaviest = (files: Iterable<string>) => {
    const sorted = [...files].sort((a, b) => sizeOf(b) - sizeOf(a))
    return sorted
      .slice(0, 3)
      .map((file) => `${file} ${kilobytes(sizeOf(file))}`)
      .join(', ')
  }
  const keys = Object.keys(manifest)
  const keyOf = (source: string) => keys.find((key) => (manifest[key]?.src ?? key).endsWith(source)) ?? ''
  const frame = keys.find((key) => manifest[key]?.name === FRAME && manifest[key].file.endsWith('.js')) ?? ''
  const missing = [...(frame ? [] : [FRAME]), ...[LIST, SCREENS, ACCOUNT, BELL, SIGN_IN_WORDS].filter((source) => !keyOf(source))]
  if (missing.length > 0) return missing.map((source) => `The build has no chunk for ${source}, which scripts/budget.ts weighs.`)

  // The page itself brings what the sign-in page is made of. Fonts are not weighed: texts show without waiting for them.
  const start = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  const first = new Set([...start, ...filesOf(manifest, [keyOf(SIGN_IN_WORDS)])])
  const scripts = new Set([...first, ...filesOf(manifest, [frame, keyOf(LIST), keyOf(SCREENS), keyOf(ACCOUNT), keyOf(BELL)])])
  const namespaces = new Set([...LIST_WORDS, ...[...scripts].flatMap((file) => (sources[file] ?? []).flatMap(wordsOf))])
  const words = [...namespaces].map((namespace) => keyOf(`/${namespace.replace('.', '/labels/').replace(/^([^/]+)$/, '$1/labels')}/vi.ts`))
  const listed = new Set([...scripts, ...filesOf(manifest, words)])
  const problems: string[] = []
  const weigh = (what: string, files: Set<string>, limit: number) => {
    console.log(`${what}: ${kilobytes(sum(files))} of ${kilobytes(limit)}`)
    if (sum(files) > limit) problems.push(`${what} needs ${kilobytes(sum(files))}, more than ${kilobytes(limit)}; the heaviest: ${heaviest(files)}.`)
  }
  weigh('The sign-in page', first, LIMITS.signIn)
  weigh('The first list in all', listed, LIMITS.firstList)
  for (const file of listed) {
    const early = (sources[file] ?? []).filter((source) => ADMINISTRATION.test(source))
    if (early.length > 0) problems.push(`The first list brings what only administrators see: ${early.slice(0, 3).join(', ')} (${file}).`)
  }
  for (const chunk of Object.values(manifest)) {
    const own = [chunk.file, ...(chunk.css ?? [])].filter((file) => !listed.has(file))
    if (!SCREEN.test(`/${chunk.src}`) || sum(own) <= LIMITS.screen) continue
    problems.push(`The screen ${chunk.src} (${chunk.file}) brings ${kilobytes(sum(own))} of its own, more than ${kilobytes(LIMITS.screen)}.`)
  }
  return problems
}

/** The problems of the build as it stands in dist. */
function problemsOfBuild(): string[] {
  const dist = join(import.meta.dirname, '..', 'dist')
  const placeOf = (name: string) => [join(dist, 'web', '.vite', `${name}.json`), join(dist, `web.${name}.json`)].find(existsSync)
  if (!placeOf('manifest')) return ['There is no build to weigh (npm start or npm test makes one).']
  const sizes = new Map<string, number>()
  const sizeOf = (name: string) => {
    const size = sizes.get(name) ?? gzipSync(readFileSync(join(dist, 'web', name)), { level: 9 }).length
    sizes.set(name, size)
    return size
  }
  const wordsOf = (source: string) => {
    const path = join(dist, '..', source)
    if (!/^src\/(core|subsystems)\/.*\.tsx?$/.test(source)) return []
    return [...readFileSync(path, 'utf8').matchAll(/defineLabels<[^>]+>\('([^']+)'\)/g)].map(([, namespace = '']) => namespace)
  }
  // A bare `vite build` leaves them in the web part itself; scripts/run/web.mjs takes them out of it.
  const json = (name: string) => JSON.parse(readFileSync(placeOf(name) ?? '', 'utf8'))
  const page = readFileSync(join(dist, 'web', 'index.html'), 'utf8')
  return tooHeavy({ manifest: json('manifest') as Manifest, sources: json('sources') as Sources, page, sizeOf, wordsOf })
}

if (import.meta.main) {
  const problems = problemsOfBuild()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
