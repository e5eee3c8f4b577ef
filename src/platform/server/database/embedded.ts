import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import {
  type Binaries,
  databaseFolder,
  findBinaries,
  findSystemUser,
  initialise,
  prepareDataDir,
  reachableBinaries,
  type SystemUser,
} from './embedded-install.ts'
import { type FolderLock, lockFolder } from './embedded-lock.ts'
import { clearStaleLocks, findRunning, freePort, launch, type Postmaster, shutDown } from './embedded-process.ts'
import { type Address, addressOf, markOf, settingsFor, writeSettings } from './embedded-settings.ts'

/** The least of a logger; pino's fits. */
export interface LineLog {
  info(line: string): void
  warn(line: string): void
}

export interface EmbeddedOptions {
  /** Folder of the installation; the database's files go to `postgres` in it. */
  dataDir: string
  log: LineLog
  /** PostgreSQL settings on top of the usual ones. */
  settings?: Record<string, string>
}

export interface EmbeddedDatabase {
  /** Reaches the database `buutram` as its owner, which is not a superuser: row-level security binds it when forced. */
  connectionString: string
  /** The same server as the superuser `postgres`, for maintenance and tests. */
  adminConnectionString: string
  /** The postmaster's process id now; it changes when PostgreSQL had to be started again. */
  readonly pid: number
  /** Ends PostgreSQL cleanly (fast shutdown). Safe to call twice. */
  stop(): Promise<void>
}

const DATABASE = 'buutram'
const LOG_LIMIT = 10 * 2 ** 20

/**
 * Starts PostgreSQL on the files of `dataDir`, makes them at first use, and keeps it running: when it dies it is started again.
 * A PostgreSQL that an earlier, killed server left behind is taken over. Throws StartupError with one clear line for everything
 * an operator can mend: folder not writable, another server at work, no system user, no binaries for this machine.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const supervisor = new Supervisor(options)
  try {
    await supervisor.start()
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return supervisor
}

/**
 * The database of a data folder for a command beside the server: the PostgreSQL that runs there, or one started for the time until `stop`.
 * Throws StartupError when nothing has ever run there; never makes a new database.
 */
export async function reachEmbedded({ dataDir, log }: EmbeddedOptions): Promise<Pick<EmbeddedDatabase, 'connectionString' | 'stop'>> {
  const files = join(resolve(dataDir), 'postgres')
  if (!existsSync(join(files, 'PG_VERSION'))) throw new StartupError(`There is no database in ${dataDir}; set DATA_DIR or DATABASE_URL to where it is.`)
  const running = await findRunning(realpathSync(files))
  if (!running) return startEmbedded({ dataDir, log })
  const password = readFileSync(join(resolve(dataDir), 'postgres.password'), 'utf8').trim()
  return { connectionString: connectionStringOf(running.address, password, DATABASE, DATABASE), stop: () => Promise.resolve() }
}

function connectionStringOf({ host, port }: Address, password: string, role: string, database: string): string {
  const query = host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''
  return `postgresql://${role}:${password}@${query ? 'localhost' : host}:${port}/${database}${query}`
}

class Supervisor implements EmbeddedDatabase {
  readonly #log: LineLog
  readonly #dataDir: string
  readonly #user: SystemUser | undefined
  readonly #binaries: Binaries
  readonly #folder: string
  readonly #logFile: string
  readonly #extraSettings: Record<string, string>
  #password = ''
  #lock: FolderLock | undefined
  #postmaster: Postmaster | undefined
  #keeper: pg.Client | undefined
  #stopping: Promise<void> | undefined

  constructor({ dataDir, log, settings = {} }: EmbeddedOptions) {
    this.#log = log
    this.#extraSettings = settings
    this.#dataDir = resolve(dataDir)
    prepareDataDir(this.#dataDir)
    this.#user = findSystemUser()
    this.#binaries = reachableBinaries(findBinaries(), this.#user)
    const { folder, moved } = databaseFolder(this.#dataDir, this.#user)
    this.#folder = folder
    this.#logFile = join(this.#dataDir, 'postgres.log')
    if (moved) log.info(`The user ${this.#user?.name} cannot enter ${this.#dataDir}; the database's files are in ${folder}`)
  }

  get pid(): number {
    return this.#postmaster?.pid ?? 0
  }

  get connectionString(): string {
    return this.#connectionString(DATABASE, DATABASE)
  }

  get adminConnectionString(): string {
    return this.#connectionString('postgres', 'postgres')
  }

  async start(): Promise<void> {
    this.#lock = await lockFolder(this.#dataDir)
    this.#password = this.#readPassword()
    if (!existsSync(join(this.#folder, 'PG_VERSION'))) initialise(this.#folder, this.#binaries, this.#user, this.#password)
    this.#checkVersion()
    await this.#run()
    await this.#prepareDatabase()
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      await this.#keeper?.end().catch(() => undefined)
      if (this.#postmaster) await shutDown(this.#postmaster)
      this.#lock?.release()
    })()
    return this.#stopping
  }

  /** Gets PostgreSQL running and watches over it. */
  async #run(): Promise<void> {
    if (!(await this.#takeOver())) {
      await clearStaleLocks(this.#folder)
      await this.#launch()
    }
    this.#watch()
  }

  /** Goes on with a PostgreSQL that runs on these files already, if it is as this program would start it; ends it otherwise. */
  async #takeOver(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const left = await findRunning(this.#folder)
      if (!left) return false
      this.#postmaster = left
      try {
        await this.#attach()
        if (await this.#isAsWeWouldStartIt()) {
          this.#log.info(`Took over the PostgreSQL that was running on ${this.#folder} (pid ${left.pid})`)
          return true
        }
        await this.#keeper?.end()
        await shutDown(left)
      } catch (error) {
        // One that was killed a moment ago still looks alive, but answers no more.
        if (attempt === 100) throw error
        await delay(100)
      }
    }
  }

  async #launch(): Promise<void> {
    if (existsSync(this.#logFile) && statSync(this.#logFile).size > LOG_LIMIT) renameSync(this.#logFile, `${this.#logFile}.1`)
    const settings = this.#settings(addressOf(this.#folder, await freePort()))
    writeSettings(this.#folder, { ...settings, cluster_name: markOf(settings, this.#binaries.version) }, this.#user)
    this.#postmaster = await launch(this.#folder, this.#logFile, this.#binaries, this.#user, (line) => this.#log.info(line))
    await this.#attach()
  }

  #settings(address: Address): Record<string, string> {
    return settingsFor(address, this.#extraSettings)
  }

  async #isAsWeWouldStartIt(): Promise<boolean> {
    const wanted = markOf(this.#settings(addressOf(this.#folder, 0)), this.#binaries.version)
    const result = await this.#keeper?.query<{ cluster_name: string }>('SHOW cluster_name')
    return result?.rows[0]?.cluster_name === wanted
  }

  /** Opens the connection whose end shows that PostgreSQL is in trouble. */
  async #attach(): Promise<void> {
    const keeper = new pg.Client({ connectionString: this.adminConnectionString, application_name: 'buu-tram keeper', keepAlive: true })
    keeper.on('error', () => undefined)
    await keeper.connect()
    this.#keeper = keeper
  }

  /** Starts PostgreSQL again when it ends by itself, or connects again when only the connection was lost (a crashed backend makes PostgreSQL cut them all). */
  #watch(): void {
    const postmaster = this.#postmaster
    const keeper = this.#keeper
    if (!postmaster || !keeper) return
    const lost = new Promise<'connection'>((done) => keeper.once('end', () => done('connection')))
    void Promise.race([lost, postmaster.ended]).then((what) => {
      if (!this.#stopping) void this.#recover(what === 'connection')
    })
  }

  async #recover(connectionOnly: boolean): Promise<void> {
    this.#log.warn(connectionOnly ? 'The connection to PostgreSQL was lost' : 'PostgreSQL has ended unexpectedly; starting it again')
    for (let pause = 100; !this.#stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        await this.#run()
        if (this.#stopping && this.#postmaster) await shutDown(this.#postmaster)
        return
      } catch (error) {
        this.#log.warn(error instanceof Error ? error.message : String(error))
        await delay(pause)
      }
    }
  }

  async #prepareDatabase(): Promise<void> {
    const keeper = this.#keeper
    if (!keeper) return
    const { rows } = await keeper.query<{ role: boolean; database: boolean }>(
      'SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database',
      [DATABASE],
    )
    if (!rows[0]?.role) await keeper.query(`CREATE ROLE ${DATABASE} LOGIN CREATEDB PASSWORD ${pg.escapeLiteral(this.#password)} IN ROLE pg_monitor`)
    // It makes the roles that the server works as.
    await keeper.query(`ALTER ROLE ${DATABASE} CREATEROLE`)
    if (!rows[0]?.database) await keeper.query(`CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`)
  }

  #checkVersion(): void {
    const files = readFileSync(join(this.#folder, 'PG_VERSION'), 'utf8').trim()
    const program = this.#binaries.version.split('.')[0]
    if (files !== program)
      throw new StartupError(
        `The files in ${this.#folder} are of PostgreSQL ${files}, this program brings ${program}; move the data with pg_dump and pg_restore.`,
      )
  }

  /** One random secret for both roles, readable by this account alone. */
  #readPassword(): string {
    const file = join(this.#dataDir, 'postgres.password')
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
    if (existsSync(join(this.#folder, 'PG_VERSION'))) throw new StartupError(`The file ${file} is missing; the database cannot be opened without it.`)
    const password = randomBytes(24).toString('base64url')
    writeFileSync(file, password, { mode: 0o600 })
    return password
  }

  #connectionString(role: string, database: string): string {
    return connectionStringOf(this.#postmaster?.address ?? { host: '127.0.0.1', port: 5432 }, this.#password, role, database)
  }
}
