import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { type Binaries, identity, type SystemUser } from './embedded-install.ts'
import type { Address } from './embedded-settings.ts'

/** A running postmaster, ours or one that an earlier server left behind. */
export interface Postmaster {
  pid: number
  address: Address
  /** Settles when the process has ended. */
  ended: Promise<void>
  /** Sends it a signal, unless it has ended: its process id may be somebody else's by then. */
  signal(signal: NodeJS.Signals): void
}

interface PidFile {
  pid: number
  address: Address
  ready: boolean
}

const POLL = 20

/** What postmaster.pid says; undefined when there is none or it is still being written. */
function readPidFile(folder: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, , , port, socketFolder, listen, , status] = lines.map((line) => line.trim())
  if (!Number(pid)) return undefined
  return { pid: Number(pid), address: { host: socketFolder || listen || '127.0.0.1', port: Number(port) }, ready: status === 'ready' }
}

/** True when the process exists and works in this folder. Process ids are reused, after a restart of a container above all. */
function worksIn(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) && !isZombie(pid)
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
}

function isZombie(pid: number): boolean {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') ?? false
}

/** The postmaster that runs on these files already, once it accepts connections or has ended. */
export async function findRunning(folder: string): Promise<Postmaster | undefined> {
  for (;;) {
    const file = readPidFile(folder)
    if (!file || !worksIn(file.pid, folder)) return undefined
    if (file.ready) {
      const { pid, address } = file
      return { pid, address, ended: untilGone(pid, folder), signal: (signal) => void (worksIn(pid, folder) && process.kill(pid, signal)) }
    }
    await delay(POLL)
  }
}

async function untilGone(pid: number, folder: string): Promise<void> {
  while (worksIn(pid, folder)) await delay(POLL * 5)
}

/**
 * Removes what a killed postmaster left behind. PostgreSQL does so by itself unless the process id stands for something else by now
 * (reused, or a zombie nobody reaps: both usual in containers). Waits first until no process of the dead postmaster works in the
 * folder any more: two generations on one set of files would spoil it.
 */
export async function clearStaleLocks(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (let waited = 0; processesIn(folder).length > 0; waited += POLL) {
    if (waited > 30_000)
      throw new StartupError(`Processes of an earlier PostgreSQL still use ${folder} (pid ${processesIn(folder).join(', ')}); end them and start again.`)
    await delay(POLL)
  }
  const locks = readdirSync(folder).filter((name) => name === 'postmaster.pid' || /^\.s\.PGSQL\.\d+/.test(name))
  for (const name of locks) rmSync(join(folder, name), { force: true })
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, folder))
}

/** Starts the postmaster and waits until it accepts connections; after a crash that includes its recovery. */
export async function launch(
  folder: string,
  logFile: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  log: (line: string) => void,
): Promise<Postmaster> {
  const output = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  let child: ChildProcess
  try {
    // Detached: Ctrl-C in a terminal reaches this program only, which then stops PostgreSQL after its own requests are done.
    child = spawn(binaries.postgres, ['-D', folder], { ...identity(user), cwd: '/', detached: true, stdio: ['ignore', output, output] })
  } finally {
    closeSync(output)
  }
  let over = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  child.unref()
  for (let waited = 0; ; waited += POLL) {
    const file = readPidFile(folder)
    if (file?.ready && file.pid === child.pid) return { pid: file.pid, address: file.address, ended, signal: (signal) => void child.kill(signal) }
    if (over) throw new StartupError(`PostgreSQL did not start: ${reasonIn(logFile, logStart)}`)
    if (waited > 0 && waited % 5_000 === 0) log('PostgreSQL is recovering after a crash; waiting for it')
    await delay(POLL)
  }
}

/** The telling lines PostgreSQL wrote since `start`. */
function reasonIn(logFile: string, start: number): string {
  const text = readFileSync(logFile).subarray(start).toString('utf8')
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|ERROR|error while loading/.test(line))
  return `${lines.map((line) => line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')).join('; ') || text.trim().split('\n').at(-1) || 'no reason given'} (see ${logFile})`
}

/** Fast shutdown: sessions are cut, a checkpoint is written. When that takes longer than a minute, an immediate one, from which the next start recovers. */
export async function shutDown(postmaster: Postmaster): Promise<void> {
  postmaster.signal('SIGINT')
  const timer = setTimeout(() => postmaster.signal('SIGQUIT'), 60_000)
  await postmaster.ended
  clearTimeout(timer)
}

/** A port that is free on the loopback address at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
