import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

vi.setConfig({ testTimeout: 120_000 })

let dataDir: string
const running: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'buutram-embedded-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of running.splice(0)) await database.stop()
  // What a killed child left behind is taken over once more, to end it.
  if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) await (await start()).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(lines: string[] = []): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: { info: (line) => lines.push(line), warn: (line) => lines.push(line) } })
  running.push(database)
  return database
}

async function query<R extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A server process of its own on the same folder; resolves with its connection string and PostgreSQL's process id. */
async function startChild(): Promise<{ child: ChildProcess; connectionString: string; pid: number }> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {}, warn() {} } })
    process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)))
    console.log(JSON.stringify({ connectionString: database.connectionString, pid: database.pid }))
    setInterval(() => {}, 1e9)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) return { child, ...(JSON.parse(line) as { connectionString: string; pid: number }) }
  throw new Error('the child ended early')
}

const ended = (child: ChildProcess) => new Promise<void>((done) => child.once('exit', () => done()))

test('keeps what was committed over a stop and a start, with durable settings and an owner that row-level security binds', async () => {
  const first = await start()
  await query(first.connectionString, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  await first.stop()
  const second = await start()
  expect(await query(second.connectionString, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
  const settings =
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'TimeZone') ORDER BY lower(name)"
  expect(await query(second.connectionString, settings)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'TimeZone', setting: 'UTC' },
  ])
  expect(await query(second.connectionString, 'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user')).toEqual([
    { rolsuper: false, rolbypassrls: false },
  ])
})

test('takes over the PostgreSQL of a server that was killed, and ends it at its own stop', async () => {
  const { child, connectionString, pid } = await startChild()
  await query(connectionString, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  const gone = ended(child)
  child.kill('SIGKILL')
  await gone
  const next = await start()
  expect(next.pid).toBe(pid)
  expect(await query(next.connectionString, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
  await next.stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('starts again when the server and PostgreSQL were both killed; nothing committed is lost', async () => {
  const { child, connectionString, pid } = await startChild()
  await query(connectionString, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  const gone = ended(child)
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await gone
  const next = await start()
  expect(next.pid).not.toBe(pid)
  expect(await query(next.connectionString, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
})

test('starts PostgreSQL again when it is killed under a running server', async () => {
  const lines: string[] = []
  const database = await start(lines)
  await query(database.connectionString, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  const before = database.pid
  process.kill(before, 'SIGKILL')
  // For a moment the killed one's socket still takes a question.
  await expect.poll(() => database.pid, { timeout: 60_000 }).not.toBe(before)
  await expect.poll(() => query(database.connectionString, 'SELECT id FROM kept').catch(() => undefined), { timeout: 60_000 }).toEqual([{ id: 1 }])
  expect(lines.join()).toMatch(/starting it again|was lost/)
})

test('stays with PostgreSQL when only a backend crashes', async () => {
  const database = await start()
  const before = database.pid
  const [backend] = await query<{ pid: number }>(database.adminConnectionString, "SELECT pid FROM pg_stat_activity WHERE application_name = 'buu-tram keeper'")
  process.kill(Number(backend?.pid), 'SIGKILL')
  const keeper = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'buu-tram keeper' AND pid <> "
  await expect.poll(() => query(database.adminConnectionString, keeper + backend?.pid).catch(() => undefined), { timeout: 60_000 }).toEqual([{ n: 1 }])
  expect(database.pid).toBe(before)
})

test('ends PostgreSQL when the server is told to end', async () => {
  const { child } = await startChild()
  const gone = ended(child)
  child.kill('SIGTERM')
  await gone
  expect(child.exitCode).toBe(0)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('two servers do not share a data folder', async () => {
  await startChild()
  await expect(start()).rejects.toThrow(
    new StartupError(`Another server is running on the data folder ${dataDir}; stop it, or set DATA_DIR to a folder of your own.`),
  )
})

test('a postmaster.pid that names a process of somebody else, and leftovers of a broken first start, are no hindrance', async () => {
  mkdirSync(join(dataDir, 'postgres.new'))
  writeFileSync(join(dataDir, 'postgres.new/half-made'), '')
  const first = await start()
  const pidFile = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  await first.stop()
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)))
  writeFileSync(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), pidFile.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(await query(second.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a data folder that cannot be written to is one clear line', async () => {
  writeFileSync(join(dataDir, 'file'), '')
  const folder = join(dataDir, 'file', 'data')
  await expect(startEmbedded({ dataDir: folder, log: console })).rejects.toThrow(
    new StartupError(`The data folder ${folder} is not writable (ENOTDIR); set DATA_DIR to a folder that is.`),
  )
})

test('a path too long for a socket is served on the loopback address', async () => {
  const parent = dataDir
  chmodSync(parent, 0o755)
  dataDir = join(parent, 'x'.repeat(90))
  const database = await start()
  expect(database.connectionString).toMatch(/@127\.0\.0\.1:\d+\/buutram$/)
  expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await database.stop()
  dataDir = parent
})
