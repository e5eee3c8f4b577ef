// Programs of the system that tests use: a browser, and LibreOffice where a build machine wants that test too.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { node, root } from './shell.mjs'

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** Where Playwright keeps the browser of its own version, there or not. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

function runs(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function aptInstall(packages) {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false
  process.stderr.write(`Installing ${packages.join(' ')} …\n`)
  const apt = (args) => spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  const install = () => apt(['install', '-y', '-q', '--no-install-recommends', ...packages])
  return install() || (apt(['update', '-q']) && install())
}

/** Fetches Playwright's own browser: into the person's cache, which needs no rights. */
function fetchPlaywrights() {
  process.stderr.write('No Chromium: fetching the one of Playwright …\n')
  return spawnSync(node(), [join(root, 'node_modules', '.bin', 'playwright'), 'install', '--no-shell', 'chromium'], { stdio: ['ignore', 2, 2] }).status === 0
}

/** Path of a Chromium that runs; where there is none, root on Debian installs that of the system, anybody else gets Playwright's. Undefined when neither can be had. */
export async function findChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) return runs(wanted) ? wanted : undefined
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const own = await playwrightsOwn()
  const find = () => [onPath(names), own, mac].find((file) => file && existsSync(file) && runs(file))
  const found = find()
  if (found) return found
  return aptInstall(['chromium']) || fetchPlaywrights() ? find() : undefined
}

export const CHROMIUM_ADVICE = 'No Chromium, and none could be fetched: install one with `sudo apt-get install -y chromium`, or set CHROMIUM_PATH.'

/** On a build machine (root, CI=true) the spreadsheet tests also open their files in LibreOffice. */
export function prepareLibreOffice() {
  if (process.env.CI !== 'true' || onPath(['soffice'])) return
  aptInstall(['libreoffice-calc-nogui'])
}
