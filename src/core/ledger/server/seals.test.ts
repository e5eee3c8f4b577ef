import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import { createPoster, post, postMany, sealJournals, verifyLedger } from './public.ts'

/** Sealed blocks of journals: what they cover. What they find is in verify.test.ts. */

const secretKey = randomBytes(32)
let world: LedgerWorld
let accounts: string[]
beforeAll(async () => {
  world = await ledgerWorld({ max: 24 })
  accounts = await world.open({ daily: true }, {}, { class: 'LIABILITY' }, { daily: true })
})
afterAll(() => world.drop())

const any = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T
const anyJournal = (businessDate = any(['2026-11-20', '2026-11-21'])) => {
  const debit = any(accounts)
  return journal(debit, any(accounts.filter((id) => id !== debit)), {
    amount: BigInt(1 + Math.floor(Math.random() * 9_999)),
    businessDate,
    description: 'Chuyển "quỹ", (1)',
  })
}
const seal = (options: { size?: number } = {}) => sealJournals(world.db, secretKey, options)
const unsealed = async () =>
  (await sql<{ id: string }>`select id from ledger.journal where id > coalesce((select max(last_id) from ledger.journal_seal), 0)`.execute(world.db)).rows

describe('sealing', () => {
  it('covers what is settled: it waits for ids that were taken earlier and commit later', async () => {
    const end = Promise.withResolvers<void>()
    const posted = Promise.withResolvers<void>()
    const late = world.tx(async (tx) => {
      await post(tx, anyJournal())
      posted.resolve()
      await end.promise
    })
    await posted.promise
    const free = await world.open({}, {})
    await world.tx((tx) => post(tx, journal(free[0], free[1])))
    let done = false
    const sealing = seal().finally(() => {
      done = true
    })
    // Given up, it has sealed nothing: the id before the committed one is not settled.
    expect(await sealJournals(world.db, secretKey, { signal: AbortSignal.abort() })).toEqual([])
    expect(done).toBe(false)
    end.resolve()
    await late
    expect((await sealing).map(({ block, journals }) => [block, journals])).toEqual([['1', 2]])
    expect(await seal()).toEqual([])
    expect(await verifyLedger(world.db, { secretKey })).toEqual([])
  })

  it('leaves nothing out and seals nothing twice while 16 clients post, some of them in vain', async () => {
    const poster = createPoster(world)
    let stop = false
    const client = async (number: number) => {
      while (!stop) {
        if (number % 3 === 0) await poster.submit(anyJournal())
        else if (number % 3 === 1) await world.tx((tx) => postMany(tx, [anyJournal(), anyJournal()]))
        else await world.tx(async (tx) => Promise.reject(await post(tx, anyJournal()))).catch(() => undefined)
      }
    }
    const clients = Array.from({ length: 16 }, (_, number) => client(number))
    for (let round = 0; round < 8; round++) await Promise.all([seal({ size: 20 }), seal({ size: 20 })])
    stop = true
    await Promise.all(clients)
    await poster.drain()
    await seal({ size: 50 })
    expect(await unsealed()).toEqual([])
    expect(await verifyLedger(world.db, { secretKey })).toEqual([])
  })

  it('takes no journal into a sealed range by hand', async () => {
    const { rows } = await sql<{ id: string }>`select n as id from generate_series(1, (select max(last_id) from ledger.journal_seal)) n
      where not exists (select from ledger.journal where id = n) limit 1`.execute(world.db)
    await expect(
      sql`insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
        values (${rows[0]?.id}, ${unique()}, 'RAW', 'QR', '2026-11-21', now(), '', 'raw', '1', 2)`.execute(world.db),
    ).rejects.toThrow('is sealed')
  })

  it('seals are append-only', async () => {
    for (const statement of ['update ledger.journal_seal set amount = 0', 'delete from ledger.journal_seal', 'truncate ledger.journal_seal'])
      await expect(world.owner.query(`grant all on ledger.journal_seal to current_user; ${statement}`)).rejects.toThrow('append-only')
  })

  it('made with another key are found', async () => {
    expect((await verifyLedger(world.db, { secretKey: randomBytes(32) })).map(({ kind }) => kind)).toContain('SEAL')
  })
})
