/** Weighs the built portal, compressed as it is sent (gzip): what every page needs, what the first list needs, each screen's own script. Fails with a sentence for each that is too heavy. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1000
/** Bytes: until the sign-in page shows; until the first list shows, both together; what a screen may bring along by itself. */
export const LIMITS = { signIn: 300 * KB, firstList: 450 * KB, screen: 40 * KB }

/** A chunk of Vite's manifest, as far as it is read here; `imports` are keys of the manifest, the rest files. */
interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

const SIGN_IN = 'iam/web/sign-in-page.tsx'
const LIST = 'qr/web/transaction-list.tsx'
const FRAME = 'platform/web/shell/shell.tsx'
/** Fetched by themselves beside the page. */
const ACCOUNT = 'iam/web/account-menu.tsx'
const SIGN_IN_WORDS = 'iam/labels/vi.ts'
const LIST_WORDS = /\/core\/[^/]+\/labels\/vi\.ts$|\/qr\/labels\/vi\.ts$/
const SCREEN = /\/(core|subsystems)\/[^/]+\/web\/[^/]+\.tsx$/

/** The files that chunks need before they can run: their own, styles and fonts, and those of everything they import. */
function filesOf(manifest: Manifest, keys: readonly string[], seen = new Set<string>(), files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    filesOf(manifest, chunk.imports ?? [], seen, files)
  }
  return files
}

const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`

/** What is too heavy, each a sentence that names the chunk. `sizeOf`: gzipped bytes of a built file. */
export function tooHeavy(manifest: Manifest, sizeOf: (file: string) => number): string[] {
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
  const missing = [SIGN_IN, LIST, FRAME, ACCOUNT, SIGN_IN_WORDS].filter((source) => !keyOf(source))
  if (missing.length > 0) return missing.map((source) => `The build has no chunk for ${source}, which scripts/budget.ts weighs.`)

  const entries = keys.filter((key) => manifest[key]?.isEntry)
  const first = filesOf(manifest, [...entries, keyOf(SIGN_IN), keyOf(SIGN_IN_WORDS)])
  const words = keys.filter((key) => LIST_WORDS.test(key))
  const listed = filesOf(manifest, [...entries, ...[SIGN_IN, FRAME, LIST, ACCOUNT].map(keyOf), ...words])
  const problems: string[] = []
  const weigh = (what: string, files: Set<string>, limit: number) => {
    console.log(`${what}: ${kilobytes(sum(files))} of ${kilobytes(limit)}`)
    if (sum(files) > limit) problems.push(`${what} needs ${kilobytes(sum(files))}, more than ${kilobytes(limit)}; the heaviest: ${heaviest(files)}.`)
  }
  weigh('The sign-in page', first, LIMITS.signIn)
  weigh('The first list, all in all,', listed, LIMITS.firstList)
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
  const file = join(dist, 'web.manifest.json')
  if (!existsSync(file)) return ['There is no build to weigh (npm start or npm test makes one).']
  const sizes = new Map<string, number>()
  const sizeOf = (name: string) => {
    const size = sizes.get(name) ?? gzipSync(readFileSync(join(dist, 'web', name)), { level: 9 }).length
    sizes.set(name, size)
    return size
  }
  return tooHeavy(JSON.parse(readFileSync(file, 'utf8')) as Manifest, sizeOf)
}

if (import.meta.main) {
  const problems = problemsOfBuild()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
