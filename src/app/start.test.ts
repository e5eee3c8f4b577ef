import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'start-test-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

interface Ended {
  code: number | null
  out: string
  err: string
}

interface Started extends Promise<Ended> {
  /** Resolves with the output when it is ready to serve. */
  ready: Promise<string>
  stop(): void
}

/** Runs the server the way npm start does; by default on a database that is there, in production. */
function start(env: Record<string, string>): Started {
  const secrets = { SECRET_KEY: randomBytes(32).toString('base64'), DEMO: '0', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: folder, DATABASE_URL: database.connectionString, ...secrets, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stderr.on('data', (data) => {
    err += data
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      out += data
      if (out.includes('READY')) resolve(out)
    })
    child.on('close', () => reject(new Error(`ended before it was ready: ${err}`)))
  })
  ready.catch(() => undefined)
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
  return Object.assign(ended, { ready, stop: () => void child.kill('SIGTERM') })
}

async function queried(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** An empty database on the tests' server. */
async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = new URL(inject('templateUrl'))
  admin.pathname = '/postgres'
  const run = (statement: string) => queried(admin.toString(), statement)
  await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.toString(), drop: async () => void (await run(`drop database ${name} with (force)`)) }
}

const changed = (change: (url: URL) => void) => {
  const url = new URL(database.connectionString)
  change(url)
  return url.toString()
}

/** One line that says what is wrong, code 1, no stack. */
function expectRefusal({ code, err, out }: Ended, words: RegExp): void {
  expect(err.trimEnd()).toMatch(words)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect({ code, out }).toEqual({ code: 1, out: '' })
}

describe('a server that cannot start says why in one line', () => {
  it('when its port is taken', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) => holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port)))
    expectRefusal(await start({ PORT: String(port) }), new RegExp(`^Port ${port} on 127.0.0.1 is taken`))
    holder.close()
  })

  it('when its data folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    expectRefusal(
      await start({ DATA_DIR: join(folder, 'file', 'below'), DATABASE_URL: '', SECRET_KEY: '', DEMO: '1' }),
      /^The data folder .* cannot be written/,
    )
    expectRefusal(await start({ DATA_DIR: join(folder, 'file', 'below'), DATABASE_URL: '' }), /data folder|cannot be (written|created|used)/i)
  })

  it.each([
    ['nothing listens there', 'postgresql://u:p@127.0.0.1:1/x', /^The database of DATABASE_URL cannot be used: nothing answers/],
    ['the host is unknown', 'postgresql://u:p@host.invalid/x', /^The database of DATABASE_URL cannot be used: the host name/],
    ['it is no address', 'localhost:5432', /^DATABASE_URL is not an address/],
  ])('when %s', async (_what, DATABASE_URL, words) => {
    expectRefusal(await start({ DATABASE_URL }), words)
  })

  it('when the database or the password is another', async () => {
    const missing = changed((url) => {
      url.pathname = '/there_is_none'
    })
    expectRefusal(await start({ DATABASE_URL: missing }), /there is no such database\.$/)
    const wrong = changed((url) => {
      url.password = 'hunter2'
    })
    const refusal = await start({ DATABASE_URL: wrong })
    expectRefusal(refusal, /user or password is wrong\.$/)
    expect(refusal.err).not.toContain('hunter2')
  })

  it('when the database is newer than the program', async () => {
    const newer = await testDatabase()
    await newer.pool.query(`insert into platform.migration (number, name, sha256) values (9999, '9999_future.sql', '')`)
    expectRefusal(await start({ DATABASE_URL: newer.connectionString }), /^The database is newer than this program/)
    await newer.drop()
  })

  it('when a setting is none', async () => {
    expectRefusal(await start({ DEMO: 'maybe' }), /^DEMO=maybe is none of 0, 1\.$/)
    expectRefusal(await start({ SECRET_KEY: '' }), /^SECRET_KEY is missing/)
  })
})

describe('an empty system outside demo mode', () => {
  it('has one administrator, whose password is printed once, and no demo', async () => {
    const empty = await emptyDatabase()
    const SECRET_KEY = randomBytes(32).toString('base64')
    const first = start({ DATABASE_URL: empty.url, SECRET_KEY })
    const out = await first.ready
    expect(out).toMatch(/^READY http:\/\/localhost:\d+\nFirst administrator: admin\. One-time password, shown only now: \S{16}\n$/)
    const address = /READY (\S+)/.exec(out)?.[1]
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
    expect((await fetch(`${address}/api/pp-public/demo/v1/personas`)).status).toBe(404)
    first.stop()
    expect(await first).toMatchObject({ code: 0, err: '' })
    const second = start({ DATABASE_URL: empty.url, SECRET_KEY })
    expect(await second.ready).toMatch(/^READY http:\/\/localhost:\d+\n$/)
    second.stop()
    expect((await second).code).toBe(0)
    await empty.drop()
  })
})

describe('a demo', () => {
  // A whole world is made meanwhile, which takes a slow machine minutes.
  it('serves nobody before its world is whole, and says how far it is', { timeout: 400_000 }, async () => {
    const empty = await emptyDatabase()
    const probe = createServer()
    const port = await new Promise<number>((resolve) => probe.listen(0, '127.0.0.1', () => resolve((probe.address() as { port: number }).port)))
    await new Promise((resolve) => probe.close(resolve))
    const server = start({ DATABASE_URL: empty.url, DEMO: '1', DEMO_SCALE: 'small', DEMO_LIVE: '0', PORT: String(port) })
    const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).json() as Promise<{ data: { status: string } }>
    const seen = new Set<string>()
    let ready = false
    void server.ready.then(() => {
      ready = true
    })
    while (!ready) seen.add((await health().catch(() => ({ data: { status: 'nobody' } }))).data.status)
    expect(seen).toContain('preparing')
    expect((await health()).data.status).toBe('ok')
    const { rows } = await queried(empty.url, 'select count(*)::int as n from payment.transaction_key')
    // Those of today come on top, as many as there were until now.
    expect(rows[0].n).toBeGreaterThanOrEqual(2_000)
    server.stop()
    expect(await server).toMatchObject({ code: 0, err: '' })
    expectRefusal(await start({ DATABASE_URL: empty.url, DEMO: '0' }), /^This database holds a demo world/)
    await empty.drop()
  })
})
