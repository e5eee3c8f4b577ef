import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { showDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { codeOf, type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import {
  type AccountInput,
  closeDay,
  createPoster,
  dailyBalances,
  type JournalInput,
  openAccounts,
  post,
  reopenDay,
  reverse,
  tryPostMany,
  verifyLedger,
} from './public.ts'

/** Business dates of units: what they refuse, and the balances by date. */

let world: LedgerWorld
let units: string[]
let next = 0
beforeAll(async () => {
  world = await ledgerWorld({ max: 72 })
  units = (await world.db.selectFrom('organisation.unit').select('id').where('level', '=', 'POST_OFFICE').orderBy('id').execute()).map(({ id }) => id)
})
afterEach(async () => expect(await verifyLedger(world.db)).toEqual([]))
afterAll(() => world.drop())

const D20 = '2026-11-20'
const D21 = '2026-11-21'
const D22 = '2026-11-22'

/** A unit that no other test uses, its till, and an account that knows no days. */
async function office(): Promise<{ unit: string; till: string; other: string }> {
  const unit = units[next++] as string
  await world.db.insertInto('ledger.unit_day').values({ unit_id: unit }).execute()
  const [till, other] = await world.open({ dayUnitId: unit }, {})
  return { unit, till, other }
}
const postOne = (input: JournalInput) => world.tx((tx) => post(tx, input))
const close = (unit: string, date: string) => world.tx((tx) => closeDay(tx, unit, date))
const reopen = (unit: string, date: string) => world.tx((tx) => reopenDay(tx, unit, date))

describe('a closed day', () => {
  it('refuses postings on the accounts that it binds, for that date and before it', async () => {
    const { unit, till, other } = await office()
    const [courier] = await world.open({ daily: true })
    await close(unit, D21)
    const inputs = [
      journal(till, other, { businessDate: D20 }),
      journal(other, till, { businessDate: D21 }),
      journal(till, other, { businessDate: D22 }),
      journal(other, courier, { businessDate: D20 }),
    ]
    const results = await world.tx((tx) => tryPostMany(tx, inputs))
    expect(results.map((result) => (result.ok ? 'OK' : result.error.definition.code))).toEqual(['LED-019', 'LED-019', 'OK', 'OK'])
    const { code } = await world.db.selectFrom('organisation.unit').select('code').where('id', '=', unit).executeTakeFirstOrThrow()
    expect(results[0]).toMatchObject({ error: { params: { unit: code, date: showDate(D20) } } })
    expect(await codeOf(postOne(journal(till, other, { businessDate: D21 })))).toBe('LED-019')
  })

  it('refuses a reversal for that date; one for an open date is taken', async () => {
    const { unit, till, other } = await office()
    const { journalId } = await postOne(journal(till, other, { businessDate: D21 }))
    await close(unit, D21)
    const back = (businessDate: string) =>
      codeOf(world.tx((tx) => reverse(tx, { journalId, businessKey: `rev:${unique()}`, occurredAt: new Date(), businessDate, reason: 'Sai' })))
    expect([await back(D21), await back(D22)]).toEqual(['LED-019', 'OK'])
  })

  it('opens again, with the days after it', async () => {
    const { unit, till, other } = await office()
    await close(unit, D20)
    await close(unit, D22)
    await reopen(unit, D21)
    expect(await codeOf(postOne(journal(till, other, { businessDate: D20 })))).toBe('LED-019')
    expect(await codeOf(postOne(journal(till, other, { businessDate: D21 })))).toBe('OK')
    expect(await codeOf(reopen(unit, D21))).toBe('LED-022')
  })

  it('is closed once, and nothing before it afterwards', async () => {
    const { unit } = await office()
    await close(unit, D21)
    expect([await codeOf(close(unit, D21)), await codeOf(close(unit, D20)), await codeOf(close(units.at(-1) as string, D20))]).toEqual([
      'LED-021',
      'LED-021',
      'LED-013',
    ])
    await expect(sql`update ledger.unit_day set closed_through = ${D20} where unit_id = ${unit}`.execute(world.db)).rejects.toThrow('reopen_day')
    await expect(sql`update ledger.unit_day set closed_through = null where unit_id = ${unit}`.execute(world.db)).rejects.toThrow('reopen_day')
    await expect(sql`delete from ledger.unit_day where unit_id = ${unit}`.execute(world.db)).rejects.toThrow('are kept')
  })

  it('is not passed by entries written by hand, whatever the order of statements and whoever writes', async () => {
    const { unit, till, other } = await office()
    await close(unit, D21)
    const raw = async (id: number, day: string, entriesFirst: boolean, pool = world.owner) => {
      const client = await pool.connect()
      const head = () =>
        client.query(
          `insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
           values (${id}, '${unique()}', 'RAW', 'QR', '${day}', now(), '', 'raw', '1', 2)`,
        )
      const lines = () =>
        client.query(`insert into ledger.entry values (${id}, 1, ${till}, 'D', 5, 'VND', 5, 900001), (${id}, 2, ${other}, 'C', 5, 'VND', 5, 900001)`)
      try {
        await client.query('begin')
        if (entriesFirst) await lines()
        await head()
        if (!entriesFirst) await lines()
        await client.query('set constraints all immediate')
        return 'OK'
      } catch (error) {
        return (error as { constraint?: string }).constraint
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    for (const pool of [world.owner, world.pool]) {
      expect([await raw(7_000_001, D21, false, pool), await raw(7_000_002, D21, true, pool), await raw(7_000_003, D22, true, pool)]).toEqual([
        'day_open',
        'day_open',
        'OK',
      ])
    }
  })
})

it('a journal never touches the cash of two units', async () => {
  const [one, two] = [await office(), await office()]
  const results = await world.tx((tx) => tryPostMany(tx, [journal(one.till, two.till), journal(one.till, one.other), journal(two.other, two.till)]))
  expect(results.map((result) => (result.ok ? 'OK' : result.error.definition.code))).toEqual(['LED-020', 'OK', 'OK'])
})

describe('posting and closing at the same time', () => {
  /** Runs until the number of sessions of this database that wait for a lock is reached. */
  async function untilWaiting(count: number): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ waiting: number }>`
        select count(distinct pid)::int as waiting from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
        world.db,
      )
      if ((rows[0]?.waiting ?? 0) >= count) return
    }
  }

  it('a posting waits for the close under way and is refused; one of another unit does not wait', async () => {
    const [one, two] = [await office(), await office()]
    const end = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const closing = world.tx(async (tx) => {
      await closeDay(tx, one.unit, D21)
      closed.resolve()
      await end.promise
    })
    await closed.promise
    const posting = codeOf(postOne(journal(one.till, one.other, { businessDate: D21 })))
    await untilWaiting(1)
    expect(await codeOf(postOne(journal(two.till, two.other, { businessDate: D21 })))).toBe('OK')
    end.resolve()
    await closing
    expect(await posting).toBe('LED-019')
  })

  it('a close waits for the posting under way, also on an account that was opened with it', async () => {
    const { unit, other } = await office()
    const end = Promise.withResolvers<void>()
    const posted = Promise.withResolvers<void>()
    const fresh: AccountInput = { code: `N-${unique()}`, name: 'Quầy mới', class: 'ASSET', chart: 'CASH_VAULT', dayUnitId: unit }
    const posting = world.tx(async (tx) => {
      const [till] = await openAccounts(tx, [fresh])
      await post(tx, journal(till as string, other, { businessDate: D21 }))
      posted.resolve()
      await end.promise
      return till as string
    })
    await posted.promise
    let ended = false
    const seen = world
      .tx(async (tx) => {
        await closeDay(tx, unit, D21)
        ended = true
        return tx.selectFrom('ledger.account').select('balance').where('code', '=', fresh.code).executeTakeFirst()
      })
      .then((row) => row?.balance)
    await untilWaiting(1)
    expect(ended).toBe(false)
    end.resolve()
    const till = await posting
    expect(await seen).toBe('100.00')
    expect(await codeOf(postOne(journal(till, other, { businessDate: D21 })))).toBe('LED-019')
  })

  it('64 clients and the close of 20 days: what a close has seen of its day is all there ever is', async () => {
    const { unit, till, other } = await office()
    const poster = createPoster(world)
    const days = Array.from({ length: 20 }, (_, at) => `2026-12-${String(at + 1).padStart(2, '0')}`)
    const counts = new Map<string, string>()
    let stop = false
    const client = async (number: number) => {
      let codes = ''
      for (let at = 0; !stop; at++) {
        const input = journal(at % 2 === 0 ? till : other, at % 2 === 0 ? other : till, { businessDate: days[(number + at) % days.length] as string })
        codes += await codeOf(number % 2 === 0 ? poster.submit(input) : postOne(input))
      }
      expect(codes.replaceAll(/OK|LED-019/g, '')).toBe('')
    }
    const clients = Array.from({ length: 64 }, (_, number) => client(number))
    const count = (db: Pick<typeof world.db, 'selectFrom'>, day: string) =>
      db
        .selectFrom('ledger.entry as e')
        .innerJoin('ledger.journal as j', 'j.id', 'e.journal_id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('e.account_id', '=', till)
        .where('j.business_date', '=', day)
        .executeTakeFirstOrThrow()
        .then((row) => row.count)
    for (const day of days) {
      await world.tx(async (tx) => {
        await closeDay(tx, unit, day)
        counts.set(day, await count(tx, day))
      })
    }
    stop = true
    await Promise.all(clients)
    await poster.drain()
    for (const day of days) expect(await count(world.db, day)).toBe(counts.get(day))
  })
})

describe('daily balances', () => {
  it('follow the business date: late entries count for their own, and the days after carry them', async () => {
    const [till, courier, other] = await world.open({ daily: true }, { daily: true, class: 'LIABILITY' }, {})
    const [one] = await Promise.all([dailyBalances(world.db, [till, other], D20, D22)])
    expect(one).toEqual([{ accountId: till, businessDate: D20, opening: 0n, debit: 0n, credit: 0n, closing: 0n, entries: 0 }])
    await postOne(journal(till, other, { amount: 500n, businessDate: D20 }))
    await postOne(journal(till, courier, { amount: 70n, businessDate: D22 }))
    // One call with entries for three days, the earliest last; the account twice in one journal.
    await world.tx((tx) =>
      tryPostMany(tx, [
        journal(courier, till, { amount: 30n, businessDate: D22 }),
        journal(till, other, { amount: 9n, businessDate: D21 }),
        journal(other, till, { entries: [{ accountId: other, side: 'D', amount: 3n }, { accountId: till, side: 'C', amount: 1n }, { accountId: till, side: 'C', amount: 2n }], businessDate: '2026-11-19' }), // biome-ignore format: a table
      ]),
    )
    const line = (accountId: string, businessDate: string, [opening, debit, credit, closing]: bigint[], entries: number) => ({ accountId, businessDate, opening, debit, credit, closing, entries }) // biome-ignore format: one line reads better
    expect(await dailyBalances(world.db, [till], '2026-11-19', D22)).toEqual([
      line(till, '2026-11-19', [0n, 0n, 3n, -3n], 2),
      line(till, D20, [-3n, 500n, 0n, 497n], 1),
      line(till, D21, [497n, 9n, 0n, 506n], 1),
      line(till, D22, [506n, 70n, 30n, 546n], 2),
    ])
    expect(await dailyBalances(world.db, [courier], D21, D22)).toEqual([line(courier, D21, [0n, 0n, 0n, 0n], 0), line(courier, D22, [0n, 30n, 70n, 40n], 2)])
    expect(await dailyBalances(world.db, [till], '2026-11-30', '2026-11-30')).toEqual([line(till, '2026-11-30', [546n, 0n, 0n, 546n], 0)])
  })

  it('of random postings equal those summed from the entries', async () => {
    const ids = await world.open({ daily: true }, { daily: true, class: 'LIABILITY' }, { daily: true }, {})
    const any = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let round = 0; round < 8; round++) {
          const inputs = Array.from({ length: 5 }, () => {
            const debit = any(ids)
            return journal(debit, any(ids.filter((id) => id !== debit)), {
              amount: BigInt(1 + Math.floor(Math.random() * 99)),
              businessDate: any([D20, D21, D22, '2026-11-25']),
            })
          })
          await world.tx((tx) => tryPostMany(tx, inputs))
        }
      }),
    )
    const last = await dailyBalances(world.db, ids, '2026-11-25', '2026-11-25')
    const accounts = await world.db.selectFrom('ledger.account').select(['id', 'balance']).where('id', 'in', ids.slice(0, 3)).orderBy('id').execute()
    expect(last.map(({ accountId, closing }) => [accountId, closing])).toEqual(accounts.map(({ id, balance }) => [id, parseMoney(balance)]))
  })

  it('are written by postings only', async () => {
    for (const statement of [
      'update ledger.daily_balance set closing = 0',
      'delete from ledger.daily_balance',
      'truncate ledger.daily_balance',
      'update ledger.account set daily = true',
    ])
      await expect(world.owner.query(statement)).rejects.toThrow('is refused')
  })
})
