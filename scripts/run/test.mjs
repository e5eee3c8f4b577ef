// npm test: every check there is, one after the other; the last line says how many passed and failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { install } from './install.mjs'
import { CHROMIUM_ADVICE, findChromium, prepareLibreOffice } from './programs.mjs'
import { fail, interrupted, node, root, run } from './shell.mjs'
import { median, reportFiles, reportSlope, slowness } from './slope.mjs'
import { buildWeb } from './web.mjs'

const cache = join(root, '.cache')

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number, note?: string, red?: string[] }} Result */

/** Runs a step that is one test: it passes when the program ends well. `node` itself is there only once the dependencies are installed. */
const program = (name, command, args) => ({
  name,
  run: async () => ((await run(command === node ? node() : command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** One checker: each further one works out most types again, which two processors pay for in time. Only what has changed since is checked anew. */
const types = (name, config) => program(`types: ${name}`, 'tsc', ['-p', config, '--checkers', '1'])

const checks = [
  program('style (biome)', 'biome', ['check', '.']),
  types('contract', 'tsconfig.contract.json'),
  types('server', 'tsconfig.server.json'),
  types('web', 'tsconfig.web.json'),
  types('browser tests', 'tsconfig.e2e.json'),
  program('dependency rules', 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    ...['src', 'test', 'bench', 'scripts', 'e2e'].filter((name) => existsSync(join(root, name))),
  ]),
  program('unused code (knip)', 'knip', []),
]

/** Counts of a runner's JSON report. A runner that failed without a failed test (it broke, or found nothing) counts as one failure. */
function counted(code, file, read) {
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 }
  const nothing = report.passed + report.failed === 0
  if (report.failed === 0 && (code !== 0 || nothing)) return { ...report, failed: 1, note: nothing ? 'no test ran' : 'the runner failed' }
  return report
}

async function vitest() {
  prepareLibreOffice()
  const file = reportFiles.vitest
  rmSync(file, { force: true })
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return counted(code, file, (report) => {
    // A test file that could not even be loaded has no tests to count.
    const broken = report.testResults.filter((one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed')).length
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken,
      skipped: report.numPendingTests + report.numTodoTests,
      red: redTests(report),
    }
  })
}

/** The failed tests by file and name with the first line of their message: a long log is often kept by its end alone. */
function redTests(report) {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [`${file}: ${firstLine(message)}`] : []
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
}

const firstLine = (text = '') => text.trim().split('\n', 1)[0]

async function webBuild() {
  try {
    await buildWeb()
    return { passed: 1, failed: 0 }
  } catch (error) {
    return { passed: 0, failed: 1, note: error.message }
  }
}

async function playwright() {
  const chromium = await findChromium()
  if (!chromium) return { passed: 0, failed: 1, note: CHROMIUM_ADVICE }
  const file = reportFiles.playwright
  rmSync(file, { force: true })
  const code = await run('playwright', ['test', '--reporter=list,json'], { env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file } })
  return counted(code, file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || (stats.flaky === 0 ? errors.length : 0),
    skipped: stats.skipped,
    ...(stats.flaky ? { note: `${stats.flaky} at the second try, see above` } : {}),
  }))
}

const everything = [
  ...checks,
  { name: 'unit, API, properties', run: vitest },
  { name: 'web build', run: webBuild },
  program('weight of the web build', node, ['scripts/budget.ts']),
  { name: 'browser (playwright)', run: playwright },
]

function table(results) {
  const width = Math.max(...results.map(({ name }) => name.length))
  for (const { name, passed, failed, skipped = 0, seconds, note } of results) {
    const counts = `${String(passed).padStart(6)} passed${String(failed).padStart(5)} failed${String(skipped).padStart(5)} skipped`
    console.log(`${failed ? '✗' : '✓'} ${name.padEnd(width)}${counts}${seconds.toFixed(1).padStart(8)} s${note ? `  ${note}` : ''}`)
  }
}

/** Runs the steps one after the other; with a budget, how busy the machine is is measured before, between and after them. */
async function all(steps, { budget = false } = {}) {
  await install()
  mkdirSync(cache, { recursive: true })
  const began = performance.now()
  const slow = [await slowness()]
  const results = []
  for (const { name, run: step } of steps) {
    console.log(`\n── ${name}`)
    const start = performance.now()
    const result = await step().catch((error) => ({ passed: 0, failed: 1, note: error.message }))
    results.push({ name, ...result, seconds: (performance.now() - start) / 1000 })
    if (interrupted()) fail('\nInterrupted.')
    if (budget) slow.push(await slowness())
  }
  console.log('')
  table(results)
  for (const red of results.flatMap((one) => one.red ?? [])) console.log(`✗ ${red}`)
  const sum = (key) => results.reduce((total, one) => total + one[key], 0)
  const problems = budget ? await reportSlope({ ...reportFiles, seconds: (performance.now() - began) / 1000, slow: median(slow) }) : []
  for (const problem of problems) console.error(`✗ ${problem}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed') + problems.length} failed`)
  return sum('failed') + problems.length === 0 ? 0 : 1
}

export const test = () => all(everything, { budget: true })
export const check = () => all(checks)
