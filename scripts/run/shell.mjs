// Starting programs with the project's own Node and tools in front of everything else.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const bin = join(root, 'node_modules', '.bin')

/** One clear line, and the end. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** The Node 24 that the dependencies bring; the running one where it is new enough and that package has none for this machine. */
export function node() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail('Node 24 is missing: the npm package "node" brought none. Allow its install script, or start with Node 24.')
}

export function environment(extra = {}) {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/** A tool of node_modules is run by the project's Node, whatever `node` its first line would find. */
function resolve(command, args) {
  const tool = join(bin, command)
  return existsSync(tool) && !command.includes('/') ? [node(), [tool, ...args]] : [command, args]
}

let current
let interruptedBy
/** True once somebody asked us to end: no further step is begun. */
export const interrupted = () => interruptedBy !== undefined

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to every process of the group itself; twice would mean "at once".
    if (current && !(signal === 'SIGINT' && process.stdin.isTTY)) current.kill(signal)
    interruptedBy = signal
    if (!current) process.exit(128 + constants.signals[signal])
  })
}

/**
 * Runs a program to its end and gives its exit code (128 + n after signal n).
 * Options: env (on top of ours), stdio, onSpawn(child).
 */
export function run(command, args, { env = {}, stdio = 'inherit', onSpawn } = {}) {
  const [file, list] = resolve(command, args)
  return new Promise((done, reject) => {
    const child = spawn(file, list, { cwd: root, stdio, env: environment(env) })
    current = child
    onSpawn?.(child)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      current = undefined
      done(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
