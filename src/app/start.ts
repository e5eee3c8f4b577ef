/** What `npm start` runs: database, migrations, demo world or first administrator, server, one READY line. */
import { createServer as createTcpServer } from 'node:net'
import { DEMO_PASSWORD } from '#core/iam/contract/sign-in/demo.ts'
import { createFirstAdministrator, demoPasswordWorks } from '#core/iam/server/public.ts'
import { startSealing } from '#platform/server/audit/sealer.ts'
import { type Config, loadConfig } from '#platform/server/config.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import { type EmbeddedDatabase, startEmbedded } from '#platform/server/database/embedded.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { guardDatabase } from '#platform/server/http/database-guard.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { startCleaning } from '#platform/server/idempotency/cleaning.ts'
import { startJobs } from '#platform/server/jobs/start.ts'
import { createLogger, type Logger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { StartupError } from '#platform/server/startup-error.ts'
import { createDemoWorld, prepareDemo, startDemoFeed } from './demo.ts'
import { prepareMasterData } from './master-data.ts'
import { type Preparing, startPreparing } from './preparing.ts'
import { createRuntime, syncCatalogue, systemRegistry, systemServer } from './server.ts'
import { startDemoPartners } from './simulator/partner/demo.ts'
import { makeTables } from './tables.ts'

/** Ends what has been started, last first; each step once, the rest even when one fails. */
class Shutdown {
  readonly #steps: { name: string; end: () => Promise<unknown> }[] = []
  #ending: Promise<void> | undefined

  get begun(): boolean {
    return this.#ending !== undefined
  }

  add(name: string, end: () => Promise<unknown>): void {
    this.#steps.unshift({ name, end })
  }

  run(log: Logger): Promise<void> {
    this.#ending ??= (async () => {
      for (const { name, end } of this.#steps) await end().catch((error: unknown) => log.error({ error, step: name }, 'could not be ended'))
    })()
    return this.#ending
  }
}

async function main(shutdown: Shutdown): Promise<{ log: Logger }> {
  const config = loadConfig(process.env)
  const log = createLogger(config.logLevel)
  await assertPortFree(config)
  const connection = await openDatabase(config, log, shutdown)
  const guard = guardDatabase({ pool: connection.pool, log })
  shutdown.add('guard', () => guard.stop())
  const runtime = createRuntime(config, connection, log)
  shutdown.add('listener', () => runtime.listener.close())
  const registry = systemRegistry()
  await syncCatalogue(runtime.db, registry)
  await prepareMasterData(runtime)
  const notice = config.demo ? await noticeOfDemo(runtime) : await prepareProduction(runtime)
  shutdown.add('sealing', startSealing(runtime))
  shutdown.add('cleaning', startCleaning(runtime))
  if (config.demo) await makeDemoWorld(runtime, registry, shutdown)
  const app = await systemServer(runtime, registry, { guard })
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, config.port, config.host)
  })
  shutdown.add('http', () => app.shutDown())
  shutdown.add('jobs', await startJobs(runtime, registry.modules))
  // Before the server: it waits until nobody is connected any more.
  shutdown.add('live', () => runtime.live.close())
  // Before the modules: what asks partners by itself finds them connected.
  if (config.demo) shutdown.add('partners of the demo', await startDemoPartners(runtime, address))
  for (const module of registry.modules) {
    const end = await module.start?.(runtime)
    if (end) shutdown.add(module.name, end)
  }
  if (config.demo && config.demoLive) shutdown.add('demo', await startDemoFeed(runtime, address))
  announce(config, new URL(address).port, notice)
  return { log }
}

/** Told before the database is started, because that takes a moment and leaves a process behind. */
function assertPortFree({ port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(`Port ${port} on ${host} is taken by another program. Stop it, or choose another port with PORT=…`)
    case 'EACCES':
      return new StartupError(`This account may not listen on port ${port}. Choose one above 1023 with PORT=…`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`HOST=${host} is not an address of this machine.`)
    default:
      return error
  }
}

async function openDatabase(config: Config, log: Logger, shutdown: Shutdown): Promise<Connection> {
  let url = config.databaseUrl
  if (url === undefined) {
    const embedded: EmbeddedDatabase = await startEmbedded({ dataDir: config.dataDir, log })
    shutdown.add('postgresql', () => embedded.stop())
    url = embedded.connectionString
  }
  const name = config.databaseUrl === undefined ? 'The embedded database' : 'The database of DATABASE_URL'
  await makeTables(url, (error) => databaseError(error, name))
  const onError = (error: Error) => {
    // While everything ends, PostgreSQL may be gone before the last of its connections.
    if (!shutdown.begun) log.warn({ error }, 'an idle database connection was lost')
  }
  // Below the 5 s within which a caller gets the answer that the database is away.
  const connection = connect(url, { max: 20, connectionTimeoutMillis: 4_000, onError })
  limitStatements(connection.pool)
  shutdown.add('connections', () => connection.close())
  return connection
}

/** The reasons why a database does not work, in words; the address itself holds a password and is not repeated. */
function databaseError(error: unknown, name: string): Error {
  const { code, message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing answers at that address and port',
    ENOTFOUND: 'the host name is not known',
    EAI_AGAIN: 'the host name cannot be looked up',
    ETIMEDOUT: 'the host does not answer',
    '28P01': 'user or password is wrong',
    '28000': 'the user may not connect',
    '3D000': 'there is no such database',
  }
  return new StartupError(`${name} cannot be used: ${reasons[code ?? ''] ?? message}.`, { cause: error })
}

async function noticeOfDemo(runtime: Runtime): Promise<string[]> {
  await prepareDemo(runtime)
  return [`Demo accounts: admin, ketoan, kiemsoat, giaodichvien, tinh01, doitac. Password: ${DEMO_PASSWORD}. OTP: npm run -s otp -- ACCOUNT`]
}

/**
 * The demo's past, once: the channels report it to the gateway of a server of its own, which nobody else knows. At the portal's
 * address stands a page that says how far it is, so that nobody works in a half-made world.
 */
async function makeDemoWorld(runtime: Runtime, registry: Registry, shutdown: Shutdown): Promise<void> {
  const { port, host, demoScale: scale } = runtime.config
  const gateway = await systemServer(runtime, registry)
  shutdown.add('gateway of the demo', () => gateway.close())
  let page: Preparing | undefined
  const onBegin = async () => {
    process.stdout.write('Making the demo world: payments and cash of the past months, through the gateway; up to a minute…\n')
    const begun = await startPreparing({ port, host })
    page = begun
    shutdown.add('preparing', begun.end)
  }
  const baseUrl = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const onMade = (part: string, ms: number) => void process.stdout.write(`Demo world: ${part} in ${(ms / 1000).toFixed(1)} s\n`)
  await createDemoWorld(runtime, registry, { baseUrl, scale, onBegin, onMade, onProgress: (share) => page?.progress(share) })
  await page?.end()
  await gateway.close()
}

async function prepareProduction(runtime: Runtime): Promise<string[]> {
  if (await demoPasswordWorks(runtime.db)) {
    throw new StartupError(
      'This database holds a demo world, whose accounts share a password that everyone knows. Choose another DATA_DIR or DATABASE_URL, or start it as a demo with DEMO=1.',
    )
  }
  const first = await runtime.db.transaction().execute((tx) => createFirstAdministrator(tx, runtime))
  return first ? [`First administrator: ${first.account}. One-time password, shown only now: ${first.password}`] : []
}

function announce({ host }: Config, port: string, notice: string[]): void {
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  process.stdout.write([`READY http://${shown}:${port}`, ...notice, ''].join('\n'))
}

const shutdown = new Shutdown()
let ending = false

async function end(code: number, log: Logger): Promise<never> {
  if (!ending) {
    ending = true
    await shutdown.run(log)
    process.exit(code)
  }
  return new Promise(() => undefined)
}

const quiet = createLogger('silent')
// `on`, not `once`: one request to end often arrives twice (to the process group, and passed on by npm), and the second must not cut short the first.
process.on('SIGTERM', () => void end(0, quiet))
process.on('SIGINT', () => void end(0, quiet))
main(shutdown).catch(async (error: unknown) => {
  // Whatever was under way when the end was asked for fails now.
  if (ending) return
  const known = error instanceof StartupError
  process.stderr.write(
    known ? `${error.message}\n` : `The server could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  await end(1, quiet)
})
