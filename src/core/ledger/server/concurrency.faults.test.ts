import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppError } from '#kernel/errors.ts'
import { codeOf, type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import {
  balancesAt,
  closePeriod,
  createPoster,
  fireAccount,
  type JournalInput,
  post,
  postMany,
  reopenPeriod,
  reverse,
  trialBalance,
  tryPostMany,
  verifyLedger,
} from './public.ts'

const CLIENTS = 64
const FULL = process.env.FAULTS === 'full'
const ROUNDS = FULL ? 1_000 : 15
const CLOSINGS = FULL ? 100 : 5
vi.setConfig({ testTimeout: FULL ? 3_600_000 : 60_000 })

let world: LedgerWorld
beforeAll(async () => {
  world = await ledgerWorld({ max: CLIENTS + 8 })
})
afterAll(() => world.drop())

const clients = <T>(work: (client: number) => Promise<T>) => Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
const pick = (ids: readonly string[], not?: string): string => {
  const others = ids.filter((id) => id !== not)
  return others[Math.floor(Math.random() * others.length)] as string
}

/** Waits until so many sessions of this database wait for a lock, without a clock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(distinct pid)::int as waiting from pg_locks
       where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(world.db)
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
}

/** A transaction that does its work and then stays open until it is told how to end. */
function held(work: (tx: Parameters<Parameters<LedgerWorld['tx']>[0]>[0]) => Promise<unknown>) {
  const done = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = world.tx(async (tx) => {
    await work(tx)
    done.resolve()
    await end.promise
  })
  transaction.catch(done.reject)
  return {
    done: done.promise,
    commit: async () => {
      end.resolve()
      await transaction
    },
    rollback: async () => {
      end.reject(new Error('rolled back'))
      await transaction.catch(() => undefined)
    },
  }
}

async function expectSoundBooks(): Promise<void> {
  for (const { difference } of await trialBalance(world.db)) expect(difference).toBe(0n)
  expect(await verifyLedger(world.db)).toEqual([])
}

describe('64 clients on four hot accounts', () => {
  it('lose nothing and number entries without gaps: single posts, batches, reversals and the poster at once', async () => {
    const hot = await world.open({}, {}, {}, {})
    const poster = createPoster(world)
    const expected = new Map<string, bigint>(hot.map((id) => [id, 0n]))
    let count = 0
    const one = () => {
      const debit = pick(hot)
      return journal(debit, pick(hot, debit), { amount: BigInt(1 + Math.floor(Math.random() * 1_000)) })
    }
    const note = (input: JournalInput, times = 1n) => {
      count += 1
      for (const { accountId, side, amount } of input.entries)
        expected.set(accountId, (expected.get(accountId) ?? 0n) + times * (side === 'D' ? amount : -amount))
    }
    await clients(async (client) => {
      for (let round = 0; round < 8; round++) {
        const input = one()
        const batch = [one(), one(), one()]
        if (client % 4 === 0) await world.tx((tx) => post(tx, input)).then(() => note(input))
        else if (client % 4 === 1) {
          await world.tx((tx) => postMany(tx, batch))
          for (const each of batch) note(each)
        } else if (client % 4 === 2) await poster.submit(input).then(() => note(input))
        else {
          const { journalId } = await world.tx((tx) => post(tx, input))
          note(input)
          await world.tx((tx) => reverse(tx, { journalId, businessKey: `rev:${journalId}`, occurredAt: new Date(), businessDate: '2026-11-21', reason: 'Thử' }))
          note(input, -1n)
        }
      }
    })
    await poster.drain()
    expect(await balancesAt(world.db, [...hot])).toEqual(expected)
    const { rows } = await sql<{ id: string; version: number; entries: number; last: number }>`
      select a.id, a.version::int, count(*)::int as entries, max(e.account_version)::int as last
        from ledger.account a join ledger.entry e on e.account_id = a.id where a.id = any(${[...hot]}::bigint[]) group by a.id`.execute(world.db)
    for (const { version, entries, last } of rows) expect([entries, last]).toEqual([version, version])
    expect(rows.reduce((sum, { version }) => sum + version, 0)).toBe(count * 2)
    await expectSoundBooks()
  })
})

describe('one business key at the same moment', () => {
  const winners = (results: PromiseSettledResult<{ journalId: string }>[]) =>
    results.flatMap((result) => (result.status === 'fulfilled' ? result.value.journalId : []))

  it.each([
    ['on the same accounts', false],
    ['on different accounts, so that only the key is shared', true],
  ])('has one effect %s', async (_, apart) => {
    const ids = await world.open(...Array.from({ length: apart ? CLIENTS * 2 : 2 }, () => ({})))
    for (let round = 0; round < ROUNDS; round++) {
      const businessKey = `same:${unique()}:${round}`
      const results = await Promise.allSettled(
        Array.from({ length: CLIENTS }, (_, client) => {
          const [debit, credit] = apart ? [ids[client * 2], ids[client * 2 + 1]] : [ids[0], ids[1]]
          return world.tx((tx) => post(tx, journal(debit as string, credit as string, { businessKey, amount: 1n })))
        }),
      )
      const [winner, ...more] = winners(results)
      expect(more).toEqual([])
      for (const result of results) {
        if (result.status === 'fulfilled') continue
        const { definition, data } = result.reason as AppError
        expect([definition?.code, (data as { journalId: string }).journalId]).toEqual(['LED-003', winner])
      }
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ledger.journal where business_key = ${businessKey}`.execute(world.db)
      expect(rows[0]?.n).toBe(1)
    }
    const total = [...(await balancesAt(world.db, ids)).values()].reduce((sum, balance) => sum + (balance > 0n ? balance : 0n), 0n)
    expect(total).toBe(BigInt(ROUNDS))
    await expectSoundBooks()
  })

  it('is one reversal for 64 that correct the same journal', async () => {
    const [a, b] = await world.open({}, {})
    const { journalId } = await world.tx((tx) => post(tx, journal(a, b)))
    const codes = await clients((client) =>
      codeOf(
        world.tx((tx) =>
          reverse(tx, { journalId, businessKey: `rev:${journalId}:${client}`, occurredAt: new Date(), businessDate: '2026-11-21', reason: 'Thử' }),
        ),
      ),
    )
    expect(codes.toSorted()).toEqual([...Array(CLIENTS - 1).fill('LED-011'), 'OK'])
    expect((await balancesAt(world.db, [a])).get(a)).toBe(0n)
  })

  it('does not disturb the other lines of two batches that share keys in opposite orders', async () => {
    const ids = await world.open({}, {}, {}, {})
    for (let round = 0; round < ROUNDS; round++) {
      const keys = Array.from({ length: 20 }, (_, at) => `cross:${unique()}:${round}:${at}`)
      const batch = (names: string[], from: number) =>
        names.map((businessKey) => journal(ids[from] as string, ids[from + 1] as string, { businessKey, amount: 1n }))
      const both = await Promise.all([world.tx((tx) => tryPostMany(tx, batch(keys, 0))), world.tx((tx) => tryPostMany(tx, batch(keys.toReversed(), 2)))])
      const posted = both.flat().filter((result) => result.ok)
      expect(posted).toHaveLength(20)
      for (const result of both.flat()) if (!result.ok) expect(result.error.definition.code).toBe('LED-003')
    }
    await expectSoundBooks()
  })
})

describe('closing and posting', () => {
  const period = (service: string) => ({ service, unitId: null, granularity: 'MONTH' as const, date: '2026-11-01', at: new Date(), reason: 'Thử' })
  const ownService = () => `C${unique().toUpperCase()}`

  it('lets the closer wait for a posting under way', async () => {
    const service = ownService()
    const [a, b] = await world.open({}, {})
    const posting = held((tx) => post(tx, journal(a, b, { service })))
    await posting.done
    const closing = world.tx((tx) => closePeriod(tx, period(service)))
    await untilWaiting(1)
    await posting.commit()
    await closing
    expect(await codeOf(world.tx((tx) => post(tx, journal(a, b, { service }))))).toBe('LED-002')
    expect((await balancesAt(world.db, [a])).get(a)).toBe(10_000n)
  })

  it('lets a posting wait for the closer, and then refuses it or not as the closer ended', async () => {
    for (const [end, expected] of [
      ['commit', 'LED-002'],
      ['rollback', 'OK'],
    ] as const) {
      // biome-ignore format: a table
      const service = ownService()
      const [a, b] = await world.open({}, {})
      const closing = held((tx) => closePeriod(tx, period(service)))
      await closing.done
      const posting = codeOf(world.tx((tx) => post(tx, journal(a, b, { service }))))
      await untilWaiting(1)
      // Another service and another month do not wait.
      expect(await codeOf(world.tx((tx) => post(tx, journal(a, b, { service: ownService() }))))).toBe('OK')
      expect(await codeOf(world.tx((tx) => post(tx, journal(a, b, { service, businessDate: '2026-12-01' }))))).toBe('OK')
      await closing[end]()
      expect(await posting).toBe(expected)
    }
  })

  it('never lets a posting commit after the close, with 64 posting while the period closes and opens', async () => {
    const service = ownService()
    const [a, b, c, d] = await world.open({}, {}, {}, {})
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from ledger.journal where service = ${service}`.execute(world.db)).rows[0]?.n ?? 0
    const seen = { OK: 0, 'LED-002': 0 } as Record<string, number>
    let stop = false
    const posting = clients(async (client) => {
      const [debit, credit] = client % 2 ? [a, b] : [c, d]
      while (!stop) {
        const code = await codeOf(world.tx((tx) => post(tx, journal(debit, credit, { service }))))
        seen[code] = (seen[code] ?? 0) + 1
      }
    })
    for (let round = 0; round < CLOSINGS; round++) {
      await world.tx((tx) => closePeriod(tx, period(service)))
      const atClose = await count()
      const refused = seen['LED-002'] ?? 0
      // Until each client has tried once more, and was refused.
      while ((seen['LED-002'] ?? 0) < refused + CLIENTS) await new Promise((resolve) => setImmediate(resolve))
      expect(await count()).toBe(atClose)
      await world.tx((tx) => reopenPeriod(tx, period(service)))
      const accepted = seen.OK ?? 0
      while ((seen.OK ?? 0) < accepted + 10) await new Promise((resolve) => setImmediate(resolve))
    }
    stop = true
    await posting
    expect(Object.keys(seen).toSorted()).toEqual(['LED-002', 'OK'])
    expect(await count()).toBe(seen.OK)
    await expectSoundBooks()
  })
})

describe('locking an account', () => {
  it('waits for a posting under way and refuses those that come after', async () => {
    const [a, b] = await world.open({}, {})
    const posting = held((tx) => post(tx, journal(a, b)))
    await posting.done
    const locking = world.tx((tx) => fireAccount(tx, a, 'lock'))
    await untilWaiting(1)
    await posting.commit()
    await locking
    expect(await codeOf(world.tx((tx) => post(tx, journal(a, b))))).toBe('LED-004')
  })
})

describe('createPoster', () => {
  it('answers each of a crowd by itself', async () => {
    const [a, b, locked] = await world.open({}, {}, {})
    await world.tx((tx) => fireAccount(tx, locked, 'lock'))
    const poster = createPoster(world, { lanes: 2, maxBatch: 16 })
    const codes = await Promise.all(Array.from({ length: 200 }, (_, at) => codeOf(poster.submit(journal(a, at % 5 === 0 ? locked : b, { amount: 1n })))))
    expect(codes.map((code) => code === 'OK')).toEqual(codes.map((_, at) => at % 5 !== 0))
    expect(new Set(codes)).toEqual(new Set(['OK', 'LED-004']))
    expect((await balancesAt(world.db, [a])).get(a)).toBe(160n)
    await poster.drain()
    expect(await codeOf(poster.submit(journal(a, b)))).toBe('SYS-503')
  })

  it('isolates a journal that only the database refuses', async () => {
    const [full, b] = await world.open({}, {})
    const poster = createPoster(world, { lanes: 1 })
    // The largest amount, again and again: the column overflows at the hundredth time, which no rule of ours foresees.
    const huge = Array.from({ length: 120 }, () => poster.submit(journal(full, b, { amount: 10n ** 18n })))
    const small = Array.from({ length: 20 }, () => poster.submit(journal(b, full, { amount: 1n })))
    const results = await Promise.allSettled([...huge, ...small])
    expect(results.slice(120).every(({ status }) => status === 'fulfilled')).toBe(true)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: '22003' })
    await expectSoundBooks()
  })
})
