// What the tests cost, and what each further screen adds: seconds and product lines, against a budget.
import { pbkdf2 } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { root } from './shell.mjs'

/** On the machine of reference, two quiet cores: seconds in all, seconds of tests a further screen, seconds of a journey, lines of a list screen's own file (the median); lines of a record with its list, form and server side, told alone. */
export const BUDGET = { seconds: 720, secondsAScreen: 6, secondsAJourney: 40, linesAList: 60, linesAResource: 450 }

/**
 * Seconds that the measure below takes on the machine of reference: two virtual cores of a server, on which nothing else ran.
 * The work is two PBKDF2 keys (SHA-512, 400 000 rounds) beside each other, one a core.
 */
const REFERENCE = 0.14

/** How much slower this machine is now than the one of reference, 1 at least: a budget in seconds means nothing on a busy machine. */
export function slowness() {
  const start = performance.now()
  const work = () => new Promise((done, fail) => pbkdf2('slowness', 'salt', 400_000, 64, 'sha512', (error) => (error ? fail(error) : done())))
  return Promise.all([work(), work()]).then(() => Math.max(1, (performance.now() - start) / 1000 / REFERENCE))
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Seconds of the browser's generated looks, by screen: what was measured in them, shared by the workers at work. */
export function looksOf(report) {
  const seconds = new Map()
  for (const spec of (report?.suites ?? []).flatMap(specsOf))
    for (const { annotations = [] } of spec.tests ?? [])
      for (const { type, description = '' } of annotations) {
        const [ms, screen] = description.split(' ')
        if (type === 'screen') seconds.set(screen, (seconds.get(screen) ?? 0) + Number(ms) / 1000 / (report.config?.workers ?? 1))
      }
  return seconds
}

/** Seconds of the longest journey: the tests of the browser that have one language, at the try that counted. */
export function longestJourney(report) {
  const journeys = (report?.suites ?? []).flatMap(specsOf).filter(({ tags = [] }) => tags.includes('vi') || tags.includes('en'))
  return Math.max(0, ...journeys.map(({ tests = [] }) => (tests[0]?.results.at(-1)?.duration ?? 0) / 1000))
}

/** Seconds of the test files that grow with the screens. */
export function growingSeconds(report, grows, workers = Math.min(2, availableParallelism())) {
  return (report?.testResults ?? []).filter(({ name }) => grows(name)).reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0) / workers
}

/** The core modules whose screens the sub-systems stamp. */
function stampedModules() {
  const subsystems = join(root, 'src', 'subsystems')
  const manifests = readdirSync(subsystems).map((name) => join(subsystems, name, 'web', 'manifest.ts'))
  const sources = manifests.filter(existsSync).map((file) => readFileSync(file, 'utf8'))
  return new Set(sources.flatMap((source) => [...source.matchAll(/'#core\/([\w-]+)\/web\//g)].map(([, module]) => module)))
}

/** Test files that grow with the screens: those that ask every endpoint, those of the sub-systems, and those of the modules they stamp. */
const growing = (stamped) => (file) =>
  file.startsWith(join(root, 'src', 'subsystems') + sep) ||
  [...stamped].some((module) => file.startsWith(join(root, 'src', 'core', module) + sep)) ||
  (dirname(file) === join(root, 'src', 'app') && readFileSync(file, 'utf8').includes('systemRegistry('))

const linesOf = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').length

/** Files of the product in core modules and sub-systems, from the root on, with / between their parts. */
const productFiles = () =>
  ['core', 'subsystems']
    .flatMap((part) => readdirSync(join(root, 'src', part), { recursive: true }).map((file) => `src/${part}/${file.split(sep).join('/')}`))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))

/** Files of list screens: made by a function of the kit or of a service's stamps. */
const listScreens = (files) =>
  files
    .filter((file) => file.endsWith('.tsx') && /\b(listScreen|transactionList)\(/.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => join(root, file))

/** A file and those of its own folder that it imports, and so on. */
export function withNeighbours(file, read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''), seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, name] of read(file).matchAll(/from '\.\/([\w.-]+)'/g)) withNeighbours(join(dirname(file), name), read, seen)
  return seen
}

/** Files of these names in contract, server and web of a core module, or in a part of it. */
const named = (module, names) => new RegExp(`^src/core/${module}/(contract|server|web)/(access/)?(${names})[-/.]`)

/**
 * The records of which there is little more than a list and a form, by where their files are: `record` is what makes it (contract with its
 * errors, list, find, create, update, remove, lock, form, screens), `beside` what people do with it beyond that. Neither words in labels
 * count nor the files of the whole module (module.ts, public.ts, screens.ts).
 */
const RESOURCES = {
  'global lists': { record: named('masterdata', 'lists'), beside: {} },
  roles: { record: named('iam', 'roles'), beside: { members: named('iam', 'role-members'), permissions: named('iam', 'role-permissions') } },
  clients: { record: named('iam', 'clients'), beside: { 'menu rules': named('iam', 'menu-rules') } },
  policies: {
    record: named('policy', 'polic(y|ies)|record'),
    beside: {
      fees: named('policy', 'fees|percent'),
      revisions: named('policy', 'revisions'),
      release: named('policy', 'release|approval-kind'),
      'in force': named('policy', 'in-force'),
    },
  },
}

/** Each in words, 'roles 430 (beside it: members 150, permissions 180)', with a mark where the record itself is over the budget. */
function resourcesOf(files) {
  const count = (place) => {
    const found = files.filter((file) => place.test(file))
    if (found.length === 0) throw new Error(`No file matches ${place}: its lines would count as none.`)
    return sum(found.map((file) => linesOf(join(root, file))))
  }
  return Object.entries(RESOURCES).map(([name, { record, beside }]) => {
    const own = count(record)
    const others = Object.entries(beside).map(([other, place]) => `${other} ${count(place)}`)
    const over = own > BUDGET.linesAResource
    return { name, own, over, text: `${name} ${own}${over ? ' ✗' : ''}${others.length > 0 ? ` (beside it: ${others.join(', ')})` : ''}` }
  })
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/**
 * Prints the figures, each with a mark where it is over its budget. `seconds`: of the whole run. Seconds are printed and looked into, they fail
 * nothing: a busy machine is no fault of the product. Answers the failures: list screens and records that have become long.
 */
export async function reportSlope({ seconds, slow, vitest, playwright }) {
  const browser = read(playwright)
  const looks = looksOf(browser)
  const journey = longestJourney(browser)
  const files = productFiles()
  const lists = listScreens(files)
  const lines = median(lists.map(linesOf))
  const screens = looks.size
  const resources = resourcesOf(files)
  const line = (what, value, limit, unit, raw) =>
    console.log(
      `${value > limit ? '✗' : '✓'} ${what.padEnd(44)}${value.toFixed(1).padStart(8)} of ${limit} ${unit}${raw === undefined ? '' : ` (${raw.toFixed(1)} s)`}${value > limit ? ': over the budget' : ''}`,
    )
  const dearest = [...looks].sort(([, a], [, b]) => b - a).slice(0, 3)
  const asking = growingSeconds(read(vitest), growing(stampedModules()))
  const looking = [...looks.values()].reduce((sum, one) => sum + one, 0)
  console.log(`\nThis machine took ${slow.toFixed(1)} times as long as the one of reference; seconds below are divided by that, those in brackets are not.`)
  line('All tests', seconds / slow, BUDGET.seconds, 's', seconds)
  if (screens > 0) {
    console.log(
      `  looks of ${screens} screens ${(looking / slow).toFixed(1)} s; every endpoint, the sub-systems and what they stamp ${(asking / slow).toFixed(1)} s`,
    )
    console.log(`  dearest: ${dearest.map(([screen, one]) => `${screen} ${(one / slow).toFixed(1)} s`).join(', ')}`)
    line('A further screen, tests', (looking + asking) / screens / slow, BUDGET.secondsAScreen, 's', (looking + asking) / screens)
  }
  if (journey > 0) line('The longest journey', journey / slow, BUDGET.secondsAJourney, 's', journey)
  line('A list screen, product lines (median)', lines, BUDGET.linesAList, 'lines')
  console.log(`  with the files of its folder that it imports ${median(lists.map((file) => sum([...withNeighbours(file)].map(linesOf))))} lines`)
  console.log(`  A CRUD resource, product lines of ${BUDGET.linesAResource}: ${resources.map(({ text }) => text).join(', ')}`)
  return [
    ...(lines > BUDGET.linesAList ? [`The median list screen has ${lines} lines, more than ${BUDGET.linesAList}.`] : []),
    ...resources.filter(({ over }) => over).map(({ name, own }) => `The record of ${name} takes ${own} lines, more than ${BUDGET.linesAResource}.`),
  ]
}

export const reportFiles = { vitest: join(root, '.cache', 'vitest.json'), playwright: join(root, '.cache', 'playwright.json') }
