// Brings node_modules in line with package-lock.json, and does nothing when it is.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root, run } from './shell.mjs'

const modules = join(root, 'node_modules')
const stamp = join(modules, '.buutram-lock')
const turn = join(root, '.cache', 'installing')

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** True when what npm says it installed is what the lock file asks for (optional packages are those of other machines). */
function matchesLock(lock) {
  const installed = read(join(modules, '.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages ?? {}
  const want = JSON.parse(lock).packages ?? {}
  return Object.entries(want).every(([path, entry]) => path === '' || (entry.optional && !have[path]) || have[path]?.version === entry.version)
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two npm at work in one folder leave neither whole: whoever comes second waits. What a killed one left behind holds nobody up. */
async function takeTurn() {
  mkdirSync(dirname(turn), { recursive: true })
  for (;;) {
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' })
      return () => rmSync(turn, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = Number(read(turn))
      if (holder > 0 && !alive(holder)) rmSync(turn, { force: true })
      else await delay(300)
    }
  }
}

/** Installs the dependencies when they are missing or not those of package-lock.json. All output goes to stderr. */
export async function install() {
  const lock = read(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  if (read(stamp) === hash) return
  const done = await takeTurn()
  try {
    if (read(stamp) !== hash) await bringInLine(lock)
    writeFileSync(stamp, hash)
  } finally {
    done()
  }
}

async function bringInLine(lock) {
  if (!matchesLock(lock)) {
    process.stderr.write('Installing dependencies …\n')
    // npm says where it is itself; started by hand, the one on the path.
    const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, [process.env.npm_execpath]] : ['npm', []]
    // Not `npm ci`: it refuses a lock file that does not list the optional packages of every other platform, and registries that mirror only
    // some of them make such lock files. With the lock file there, and --no-save, install brings the very same versions and changes no file.
    const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const code = await run(npm[0], [...npm[1], ...args], { stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new Error('npm install failed; the lines above say why.')
  }
}
