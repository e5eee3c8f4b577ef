// The one entry of all npm scripts. Plain JavaScript for Node 20 or newer with nothing installed:
// it installs the dependencies first, and everything else runs on the Node 24 they bring.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './run/install.mjs'
import { CHROMIUM_ADVICE, findChromium } from './run/programs.mjs'
import { fail, node, root, run } from './run/shell.mjs'
import { start } from './run/start.mjs'
import { buildWeb } from './run/web.mjs'

const [command = '', ...args] = process.argv.slice(2)

/** Runs a TypeScript file of the project; its output is ours. */
async function script(file) {
  await install()
  if (!existsSync(join(root, file))) fail(`${file} is missing`)
  return run(node(), [file, ...args])
}

/** Every screen in both languages and themes. */
async function everyLook() {
  await buildWeb()
  const chromium = await findChromium()
  if (!chromium) fail(CHROMIUM_ADVICE)
  return run('playwright', ['test', 'looks'], { env: { FAULTS: 'full', CHROMIUM_PATH: chromium } })
}

function testFiles() {
  const entries = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.name.endsWith('.test.ts')).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

const commands = {
  start: async () => {
    await install()
    await buildWeb()
    return start(args)
  },
  test: async () => (await import('./run/test.mjs')).test(),
  check: async () => (await import('./run/test.mjs')).check(),
  /** The tests that run a small count in `npm test`, with the counts of the nightly run. */
  faults: async () => {
    await install()
    const files = testFiles().filter((file) => readFileSync(file, 'utf8').includes('process.env.FAULTS'))
    const code = await run('vitest', ['run', '--testTimeout=7200000', '--hookTimeout=600000', ...files, ...args], { env: { FAULTS: 'full' } })
    return code === 0 ? everyLook() : code
  },
  /** Ten mistakes made on purpose, each of which must turn tests red. */
  deliberate: () => script('scripts/deliberate-faults.ts'),
  bench: () => script('bench/run.ts'),
  manifest: () => script('src/app/manifest.ts'),
  otp: () => script('src/app/otp.ts'),
  'partner-key': () => script('src/app/partner-key.ts'),
  'partner-simulator': () => script('src/app/simulator/partner/main.ts'),
  'verify-ledger': () => script('src/app/verify-ledger.ts'),
  codegen: () => script('scripts/codegen.ts'),
  docs: () => script('src/app/docs.ts'),
  build: async () => {
    await install()
    await buildWeb({ force: true })
    return 0
  },
}

if (!Object.hasOwn(commands, command)) fail(`Unknown command '${command}'. Commands: ${Object.keys(commands).join(', ')}`)
try {
  process.exitCode = await commands[command]()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
