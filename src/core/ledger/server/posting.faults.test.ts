import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import { makeTables } from '../../../../src/app/tables.ts'
import { unique } from '../../../../test/ledger-journal.ts'
import type { PostingReply, PostingRequest } from '../../../../test/posting-process.ts'
import { startTemporary } from '../../../../test/temporary.ts'
import { balancesAt, openAccounts, trialBalance, verifyLedger } from './public.ts'

/**
 * kill -9 of the posting process and of PostgreSQL while 64 clients post and try again until they are answered: what was acknowledged
 * is there, once. The control runs the same with synchronous_commit=off and must lose something, or the kills prove nothing.
 * `npm run test:faults` does it 200 times each.
 */

const KILLS = process.env.FAULTS === 'full' ? 200 : 1
const CLIENTS = 64
const ROOT = join(import.meta.dirname, '../../../..')

type Database = Awaited<ReturnType<typeof startTemporary>>

/** All processes of a PostgreSQL at once, as a failing machine would end them. */
function killDatabase(database: Database): void {
  const { pid } = database
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number) // biome-ignore format: one line reads better
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // A backend that ended by itself meanwhile.
    }
  }
}

/** The posting process, started again whenever it was killed. A request whose answer was lost gets the code LOST. */
class PostingServer {
  readonly #databaseUrl: string
  readonly #waiting = new Map<number, (code: string) => void>()
  #child: ChildProcess | undefined
  #ready = Promise.withResolvers<void>()
  #number = 0
  #closing = false
  kills = 0

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#start()
  }

  #start(): void {
    const child = fork(join(ROOT, 'test/posting-process.ts'), { env: { ...process.env, DATABASE_URL: this.#databaseUrl }, serialization: 'json' })
    this.#child = child
    child.on('message', ({ number, code }: PostingReply) => {
      if (code === 'READY') return this.#ready.resolve()
      this.#waiting.get(number)?.(code)
      this.#waiting.delete(number)
    })
    child.once('exit', () => {
      const lost = [...this.#waiting.values()]
      this.#waiting.clear()
      if (!this.#closing) {
        this.#ready = Promise.withResolvers<void>()
        this.#start()
      }
      for (const resolve of lost) resolve('LOST')
    })
  }

  async post(request: Omit<PostingRequest, 'number'>): Promise<string> {
    await this.#ready.promise
    const child = this.#child
    if (!child?.connected) return 'LOST'
    const number = ++this.#number
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve)
      child.send({ ...request, number } satisfies PostingRequest, (error) => {
        if (error && this.#waiting.delete(number)) resolve('LOST')
      })
    })
  }

  kill(): void {
    this.kills += 1
    this.#child?.kill('SIGKILL')
  }

  async close(): Promise<void> {
    this.#closing = true
    const child = this.#child
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    child?.disconnect()
    await gone
  }
}

interface Acknowledged {
  debit: string
  credit: string
  amount: bigint
}

/** 64 clients, each with one posting at a time that it repeats under the same key until it is acknowledged. */
class Storm {
  readonly acknowledged = new Map<string, Acknowledged>()
  readonly codes = new Map<string, number>()
  readonly #server: PostingServer
  readonly #accounts: string[]
  readonly #done: Promise<unknown>
  #stop = false
  #watchers: { at: number; resolve(): void }[] = []

  constructor(server: PostingServer, accounts: string[], { patient = true } = {}) {
    this.#server = server
    this.#accounts = accounts
    this.#done = Promise.all(Array.from({ length: CLIENTS }, () => this.#client(patient)))
  }

  async #client(patient: boolean): Promise<void> {
    while (!this.#stop) {
      const businessKey = `storm:${unique()}${unique()}`
      const debit = this.#pick()
      const credit = this.#pick(debit)
      const amount = BigInt(1 + Math.floor(Math.random() * 100_000))
      for (;;) {
        const code = await this.#server.post({ businessKey, debit, credit, amount: String(amount) })
        this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
        // LED-003 is the answer to a repetition whose first answer was lost.
        if (code === 'OK' || code === 'LED-003') {
          this.acknowledged.set(businessKey, { debit, credit, amount })
          this.#notify()
          break
        }
        if (code !== 'LOST' && code !== 'SYS-503') throw new Error(`a client was answered ${code}`)
        if (!patient && this.#stop) return
        await delay(5)
      }
    }
  }

  /** Resolves after so many further acknowledgements. */
  async more(count: number): Promise<void> {
    const reached = new Promise<void>((resolve) => this.#watchers.push({ at: this.acknowledged.size + count, resolve }))
    // A client that was refused ends the wait with its error.
    await Promise.race([reached, this.#done])
  }

  #notify(): void {
    const size = this.acknowledged.size
    for (const watcher of this.#watchers) if (size >= watcher.at) watcher.resolve()
    this.#watchers = this.#watchers.filter((watcher) => size < watcher.at)
  }

  /** No new postings; impatient clients also give up the one they are at. */
  stop(): Promise<unknown> {
    this.#stop = true
    return this.#done
  }

  #pick(not?: string): string {
    const others = this.#accounts.filter((id) => id !== not)
    return others[Math.floor(Math.random() * others.length)] as string
  }
}

async function prepare(name: string, settings: Record<string, string> = {}) {
  const database = await startTemporary(name, settings)
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString, { max: 4 })
  const inputs = Array.from({ length: 6 }, (_, at) => ({ code: `F${at}`, name: 'Tài khoản thử', class: 'ASSET' as const, chart: 'OTHER_RECEIVABLE' as const }))
  const accounts = await connection.db.transaction().execute((tx) => openAccounts(tx, inputs))
  // Tables and accounts are not what the control shall lose.
  await asSuperuser(database, (admin) => admin.query('checkpoint'))
  return { database, connection, accounts }
}

async function asSuperuser(database: Database, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const url = new URL(database.adminConnectionString)
  url.pathname = new URL(database.connectionString).pathname
  const admin = new pg.Client({ connectionString: url.toString() })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** Waits until PostgreSQL answers again. */
async function untilBack({ db }: Connection): Promise<void> {
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch {
      await delay(20)
    }
  }
}

async function storedKeys({ db }: Connection): Promise<Set<string>> {
  const rows = await db.selectFrom('ledger.journal').select('business_key').where('business_key', 'like', 'storm:%').execute()
  return new Set(rows.map((row) => row.business_key))
}

describe.runIf(process.platform === 'linux')('kill -9 under 64-way posting', () => {
  let world: Awaited<ReturnType<typeof prepare>>
  let server: PostingServer
  beforeAll(async () => {
    world = await prepare('faults')
    server = new PostingServer(world.database.connectionString)
  })
  afterAll(async () => {
    await server.close()
    await world.connection.close()
    await world.database.stop()
  })

  it(`loses and doubles nothing, ${KILLS} kills of the process and ${KILLS} of PostgreSQL`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
    const { database, connection, accounts } = world
    const { rows } = await sql<{
      fsync: string
      commit: string
    }>`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`.execute(connection.db)
    expect(rows).toEqual([{ fsync: 'on', commit: 'on' }])
    const storm = new Storm(server, accounts)
    for (let kill = 0; kill < KILLS; kill++) {
      await storm.more(50 + Math.floor(Math.random() * 200))
      server.kill()
      await storm.more(50 + Math.floor(Math.random() * 200))
      killDatabase(database)
    }
    await storm.more(500)
    await storm.stop()
    await untilBack(connection)

    // Clients give up nothing, so every key that was ever sent is acknowledged: stored and acknowledged are the same set.
    expect(await storedKeys(connection)).toEqual(new Set(storm.acknowledged.keys()))
    const expected = new Map<string, bigint>(accounts.map((id) => [id, 0n]))
    for (const { debit, credit, amount } of storm.acknowledged.values()) {
      expected.set(debit, (expected.get(debit) ?? 0n) + amount)
      expected.set(credit, (expected.get(credit) ?? 0n) - amount)
    }
    expect(await balancesAt(connection.db, accounts)).toEqual(expected)
    for (const { difference } of await trialBalance(connection.db)) expect(difference).toBe(0n)
    expect(await verifyLedger(connection.db)).toEqual([])
    // The kills hit work under way, else they tell nothing.
    expect(server.kills).toBe(KILLS)
    expect(storm.codes.get('LOST')).toBeGreaterThan(0)
    console.log(
      `kill -9: ${KILLS} of the process, ${KILLS} of PostgreSQL; ${storm.acknowledged.size} acknowledged, 0 missing, 0 doubled; answers ${JSON.stringify(Object.fromEntries(storm.codes))}`,
    )
  })

  it('keeps the append-only rule from a superuser who switches triggers off for his session', async () => {
    await asSuperuser(world.database, async (client) => {
      await client.query('set session_replication_role = replica')
      for (const attack of [
        'update ledger.entry set amount = 1',
        'delete from ledger.journal',
        'truncate ledger.entry, ledger.journal cascade',
        'delete from ledger.account',
      ]) {
        await expect(client.query(attack)).rejects.toMatchObject({ code: '23001' })
      }
      // What it does switch off is the check of new rows: a superuser's forged journal gets in, and verifyLedger tells.
      const [a, b] = world.accounts
      await client.query(`insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
        values (900000000, 'forged', 'RAW', 'QR', '2026-11-21', now(), '', 'raw', '1', 2)`)
      await client.query(`insert into ledger.entry values (900000000, 1, ${a}, 'D', 5, 'VND', 5, 900000000), (900000000, 2, ${b}, 'C', 4, 'VND', 5, 900000000)`)
    })
    const kinds = (await verifyLedger(world.connection.db)).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['ACCOUNT', 'ENTRY', 'JOURNAL']))
  })
})

describe.runIf(process.platform === 'linux')('the control', () => {
  it('loses acknowledged postings with synchronous_commit=off', { timeout: 120_000 }, async () => {
    const { database, connection, accounts } = await prepare('faults-control', {
      synchronous_commit: 'off',
      wal_writer_delay: '10s',
      wal_writer_flush_after: '1GB',
    })
    const server = new PostingServer(database.connectionString)
    try {
      const storm = new Storm(server, accounts, { patient: false })
      await storm.more(1_000)
      const stopped = storm.stop()
      killDatabase(database)
      await stopped
      await untilBack(connection)
      const stored = await storedKeys(connection)
      const missing = [...storm.acknowledged.keys()].filter((key) => !stored.has(key)).length
      console.log(`control, synchronous_commit=off: ${missing} of ${storm.acknowledged.size} acknowledged postings are missing after one kill -9 of PostgreSQL`)
      expect(missing).toBeGreaterThan(0)
      // Lost, but never torn: what is left is sound.
      expect(await verifyLedger(connection.db)).toEqual([])
    } finally {
      await server.close()
      await connection.close()
      await database.stop()
    }
  })
})
