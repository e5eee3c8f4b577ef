// What the tests cost, and what each further screen adds: seconds and product lines, against a budget.
import { pbkdf2 } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { root } from './shell.mjs'

/** On the machine of reference, two quiet cores: seconds in all, seconds of tests a further screen, lines of a list screen's own file (the median). */
export const BUDGET = { seconds: 720, secondsAScreen: 6, linesAList: 60 }

/** Seconds that the measure below takes on the machine of reference. */
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

/** Seconds of the test files that grow with the screens. */
export function growingSeconds(report, grows, workers = Math.min(2, availableParallelism())) {
  return (report?.testResults ?? []).filter(({ name }) => grows(name)).reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0) / workers
}

/** Test files that grow with the screens: those that ask every endpoint, and those of the sub-systems themselves. */
const growing = (file) =>
  file.startsWith(join(root, 'src', 'subsystems') + sep) ||
  (dirname(file) === join(root, 'src', 'app') && readFileSync(file, 'utf8').includes('systemRegistry('))

/** Lines of each list screen's own file: made by a function of the kit or of a service's stamps. */
function listScreens() {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith('.tsx'))
  return files
    .map((file) => join(file.parentPath ?? file.path, file.name))
    .filter((file) => /[\\/](core|subsystems)[\\/]/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((source) => /\b(listScreen|transactionList)\(/.test(source))
    .map((source) => source.trimEnd().split('\n').length)
}

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/**
 * Prints the figures, each with a mark where it is over its budget. `seconds`: of the whole run. Seconds are told and looked into, they fail
 * nothing: a busy machine is no fault of the product. Answers the failures: list screens that have become long.
 */
export async function reportSlope({ seconds, slow, vitest, playwright }) {
  const looks = looksOf(read(playwright))
  const lines = median(listScreens())
  const screens = looks.size
  const line = (what, value, limit, unit) =>
    console.log(`${value > limit ? '✗' : '✓'} ${what.padEnd(44)}${value.toFixed(1).padStart(8)} of ${limit} ${unit}${value > limit ? ': over the budget' : ''}`)
  const dearest = [...looks].sort(([, a], [, b]) => b - a).slice(0, 3)
  const asking = growingSeconds(read(vitest), growing)
  const looking = [...looks.values()].reduce((sum, one) => sum + one, 0)
  console.log(`\nThis machine took ${slow.toFixed(1)} times as long as the one of reference; seconds below are divided by that.`)
  line('All tests', seconds / slow, BUDGET.seconds, 's')
  if (screens > 0) {
    console.log(`  looks of ${screens} screens ${(looking / slow).toFixed(1)} s; every endpoint, and the sub-systems ${(asking / slow).toFixed(1)} s`)
    console.log(`  dearest: ${dearest.map(([screen, one]) => `${screen} ${(one / slow).toFixed(1)} s`).join(', ')}`)
    line('A further screen, tests', (looking + asking) / screens / slow, BUDGET.secondsAScreen, 's')
  }
  line('A list screen, product lines (median)', lines, BUDGET.linesAList, 'lines')
  return lines > BUDGET.linesAList ? [`The median list screen has ${lines} lines, more than ${BUDGET.linesAList}.`] : []
}

export const reportFiles = { vitest: join(root, '.cache', 'vitest.json'), playwright: join(root, '.cache', 'playwright.json') }
