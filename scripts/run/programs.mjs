// Programs of the system that tests use: a browser, and LibreOffice where a build machine wants that test too.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** A browser that Playwright downloaded at some time. */
function fromPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'ms-playwright')
  if (!existsSync(cache)) return undefined
  const places = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .flatMap((name) => places.map((place) => join(cache, name, place)))
    .find(existsSync)
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

/** Path of a Chromium that runs, installed when this is root on Debian; undefined when there is none. */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) return runs(wanted) ? wanted : undefined
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const find = () => [onPath(names), fromPlaywright(), existsSync(mac) ? mac : undefined].find((file) => file && runs(file))
  const found = find()
  if (found) return found
  return aptInstall(['chromium']) ? find() : undefined
}

export const CHROMIUM_ADVICE = 'No Chromium: install one with `sudo apt-get install -y chromium`, or set CHROMIUM_PATH.'

/** On a build machine (root, CI=true) the spreadsheet tests also open their files in LibreOffice. */
export function prepareLibreOffice() {
  if (process.env.CI !== 'true' || onPath(['soffice'])) return
  aptInstall(['libreoffice-calc-nogui'])
}
