import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import { codeOf, type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import type { JournalInput } from './journal.ts'
import {
  balancesAt,
  closePeriod,
  fireAccount,
  journalsOf,
  post,
  postMany,
  reopenPeriod,
  reverse,
  setAccountLimits,
  trialBalance,
  tryPostMany,
  verifyLedger,
} from './public.ts'

let world: LedgerWorld
beforeAll(async () => {
  world = await ledgerWorld()
})
afterAll(() => world.drop())

/** A service of one test, so that its closed periods disturb nobody. */
const ownService = () => `S${unique().toUpperCase()}`
const at = new Date('2026-11-22T00:00:00Z')
const at2100 = new Date('2100-01-01T00:00:00Z')
const balances = async (...ids: string[]) => {
  const found = await balancesAt(world.db, ids)
  return ids.map((id) => found.get(id))
}
const postOne = (input: JournalInput) => world.tx((tx) => post(tx, input))
const codes = async (inputs: JournalInput[]) =>
  (await world.tx((tx) => tryPostMany(tx, inputs))).map((result) => (result.ok ? 'OK' : result.error.definition.code))

describe('posting', () => {
  it('moves balances by the normal side and keeps what the journal says', async () => {
    const [cash, payable] = await world.open({ class: 'ASSET' }, { class: 'LIABILITY' })
    const input = journal(cash, payable, { amount: 123_456_789n, sourceId: unique() })
    const { journalId } = await postOne(input)
    await postOne(journal(payable, cash, { amount: 1n }))
    expect(await balances(cash, payable)).toEqual([123_456_788n, 123_456_788n])
    const [stored] = await journalsOf(world.db, input)
    expect(stored).toMatchObject({
      id: journalId,
      businessKey: input.businessKey,
      kind: 'QR_PAID',
      businessDate: '2026-11-21',
      occurredAt: input.occurredAt,
      reversesJournalId: null,
    })
    expect(stored?.entries.map(({ side, amount, balanceAfter }) => [side, amount, balanceAfter])).toEqual([
      ['D', '1234567.89', '1234567.89'],
      ['C', '1234567.89', '1234567.89'],
    ])
  })

  it('runs one balance through an account that a journal and a batch touch many times', async () => {
    const [a, b] = await world.open({}, {})
    const twice = journal(a, b, { entries: [{ accountId: a, side: 'D', amount: 5n }, { accountId: b, side: 'C', amount: 8n }, { accountId: a, side: 'D', amount: 3n }], sourceId: unique() }) // biome-ignore format: one line reads better
    const source = { sourceId: twice.sourceId }
    await world.tx((tx) => postMany(tx, [twice, journal(a, b, { amount: 100n, ...source }), journal(b, a, { amount: 1n, ...source })]))
    const entries = (await journalsOf(world.db, twice)).flatMap((stored) => stored.entries)
    expect(entries.filter(({ accountId }) => accountId === a).map(({ balanceAfter }) => balanceAfter)).toEqual(['0.05', '0.08', '1.08', '1.07'])
    expect(await balances(a, b)).toEqual([107n, -107n])
  })

  it('answers ids and keys in order', async () => {
    const [a, b] = await world.open({}, {})
    const inputs = Array.from({ length: 20 }, () => journal(a, b))
    const posted = await world.tx((tx) => postMany(tx, inputs))
    expect(posted.map(({ businessKey }) => businessKey)).toEqual(inputs.map(({ businessKey }) => businessKey))
    expect(posted.map(({ journalId }) => BigInt(journalId))).toEqual(posted.map(({ journalId }) => BigInt(journalId)).toSorted((x, y) => (x < y ? -1 : 1)))
    expect(await world.tx((tx) => postMany(tx, []))).toEqual([])
  })

  it('commits and rolls back with the caller', async () => {
    const [a, b] = await world.open({}, {})
    const input = journal(a, b)
    await expect(
      world.tx(async (tx) => {
        await post(tx, input)
        throw new Error('the business row was refused')
      }),
    ).rejects.toThrow('business row')
    expect(await balances(a, b)).toEqual([0n, 0n])
    expect(await codeOf(postOne(input))).toBe('OK')
  })

  it('stores ten thousand journals in one statement', async () => {
    const ids = await world.open(...Array.from({ length: 10 }, () => ({})))
    const inputs = Array.from({ length: 10_000 }, (_, n) => journal(ids[n % 10] as string, ids[(n + 1) % 10] as string, { amount: BigInt(n + 1) }))
    expect(new Set(await codes(inputs))).toEqual(new Set(['OK']))
    // The same once more: every line is refused by itself, nothing is posted twice.
    expect(new Set(await codes(inputs))).toEqual(new Set(['LED-003']))
  })
})

describe('refusals', () => {
  it('names the reason of each bad line and posts the good ones', async () => {
    const service = ownService()
    const [a, b, usd, off, locked, till] = await world.open({}, {}, { currency: 'USD' }, { class: 'OFF_BALANCE' }, {}, { minBalance: 0n, maxBalance: 10_000n })
    await world.tx((tx) => fireAccount(tx, locked, 'lock'))
    await world.tx((tx) => closePeriod(tx, { service, unitId: null, granularity: 'DAY', date: '2026-11-20', at }))
    const known = journal(a, b)
    await postOne(known)
    const lines: [JournalInput, string][] = [
      [journal(a, b), 'OK'],
      [known, 'LED-003'],
      [journal(a, b, { entries: [{ accountId: a, side: 'D', amount: 1n }, { accountId: b, side: 'C', amount: 2n }] }), 'LED-001'], // biome-ignore format: a table
      [journal(a, b, { businessKey: '' }), 'LED-007'],
      [journal(a, '999999999999'), 'LED-005'],
      [journal(a, locked), 'LED-004'],
      [journal(a, usd), 'LED-008'],
      [journal(a, off), 'LED-009'],
      [journal(a, b, { officeUnitId: '999999999999' }), 'LED-013'],
      [journal(a, b, { service, businessDate: '2026-11-20' }), 'LED-002'],
      [journal(a, b, { service, businessDate: '2026-11-21' }), 'OK'],
      [journal(a, till), 'LED-006'],
      [journal(till, a, { amount: 10_000n }), 'OK'],
      [journal(till, a, { amount: 1n }), 'LED-006'],
      [journal(a, till, { amount: 10_000n }), 'OK'],
    ]
    expect(await codes(lines.map(([input]) => input))).toEqual(lines.map(([, code]) => code))
    expect(await balances(till, locked, usd, off)).toEqual([0n, 0n, 0n, 0n])
    expect(await verifyLedger(world.db)).toEqual([])
  })

  it('takes a key once in a call, and answers the journal that has it already', async () => {
    const [a, b] = await world.open({}, {})
    const input = journal(a, b)
    const [first, second] = await world.tx((tx) => tryPostMany(tx, [input, { ...input, description: 'khác' }]))
    expect(first?.ok && second && !second.ok && second.error.definition.code).toBe('LED-003')
    const again = await world.tx((tx) => tryPostMany(tx, [input]))
    expect(again).toMatchObject([{ ok: false, error: { definition: { code: 'LED-003' }, data: { journalId: first?.ok && first.journalId } } }])
    expect(await balances(a, b)).toEqual([10_000n, -10_000n])
  })

  it('posts all or none with postMany, even for a caller that carries on', async () => {
    const [a, b, locked] = await world.open({}, {}, {})
    await world.tx((tx) => fireAccount(tx, locked, 'lock'))
    const good = journal(a, b)
    await world.tx(async (tx) => {
      expect(await codeOf(postMany(tx, [good, journal(a, locked), journal(a, '999999999999')]))).toBe('LED-004')
      expect(await codeOf(postMany(tx, [good, journal(a, b, { amount: -1n })]))).toBe('LED-007')
    })
    expect(await balances(a, b)).toEqual([0n, 0n])
    expect(await codeOf(postOne(good))).toBe('OK')
  })

  it('looks at limits after each journal, in order, and does not count refused ones', async () => {
    const [till, other] = await world.open({ minBalance: 0n, maxBalance: 100n }, {})
    const into = (amount: bigint) => journal(till, other, { amount })
    const out = (amount: bigint) => journal(other, till, { amount })
    expect(await codes([out(1n), into(60n), into(41n), into(40n), out(101n), out(100n), out(1n)])).toEqual([
      'LED-006',
      'OK',
      'LED-006',
      'OK',
      'LED-006',
      'OK',
      'LED-006',
    ])
    // Through zero and back within one journal is its own affair.
    const through = journal(till, other, { entries: [{ accountId: till, side: 'C', amount: 50n }, { accountId: till, side: 'D', amount: 50n }] }) // biome-ignore format: one line reads better
    expect(await codes([through])).toEqual(['OK'])
  })

  it('lets a balance outside its limits come nearer only', async () => {
    const [till, other] = await world.open({}, {})
    await postOne(journal(till, other, { amount: 500n }))
    await world.tx((tx) => setAccountLimits(tx, till, { minBalance: 0n, maxBalance: 100n }))
    expect(await codes([journal(till, other, { amount: 1n }), journal(other, till, { amount: 300n }), journal(other, till, { amount: 201n })])).toEqual([
      'LED-006',
      'OK',
      'LED-006',
    ])
    expect(await balances(till)).toEqual([200n])
    expect(await codeOf(world.tx((tx) => setAccountLimits(tx, till, { minBalance: 2n, maxBalance: 1n })))).toBe('LED-018')
  })

  it('keeps off-balance accounts among themselves', async () => {
    const [memo, contra] = await world.open({ class: 'OFF_BALANCE' }, { class: 'OFF_BALANCE', normalSide: 'C' })
    expect(await codes([journal(memo, contra)])).toEqual(['OK'])
    expect(await balances(memo, contra)).toEqual([10_000n, 10_000n])
  })

  it('needs isolation level read committed, where it sees what it waited for', async () => {
    const [a, b] = await world.open({}, {})
    const work = world.db.transaction().setIsolationLevel('repeatable read').execute((tx) => post(tx, journal(a, b))) // biome-ignore format: one line reads better
    await expect(work).rejects.toThrow('read committed')
  })
})

describe('reversals', () => {
  const reversal = (journalId: string) => ({
    journalId,
    businessKey: `rev:${unique()}${unique()}`,
    occurredAt: at,
    businessDate: '2026-11-22',
    reason: 'Nhập sai số tiền',
  })

  it('mirror the original, name it, and count once', async () => {
    const [a, b] = await world.open({}, {})
    const original = journal(a, b, { entries: [{ accountId: a, side: 'D', amount: 7n }, { accountId: b, side: 'C', amount: 3n }, { accountId: b, side: 'C', amount: 4n }] }) // biome-ignore format: one line reads better
    const { journalId } = await postOne(original)
    const input = reversal(journalId)
    const { journalId: reversalId } = await world.tx((tx) => reverse(tx, input))
    expect(await balances(a, b)).toEqual([0n, 0n])
    const [first, second] = await journalsOf(world.db, original)
    expect([first?.reversedByJournalId, second?.reversesJournalId, second?.kind, second?.service, second?.description]).toEqual([
      reversalId,
      journalId,
      'REVERSAL',
      'QR',
      'Nhập sai số tiền',
    ])
    expect(second?.entries.map(({ accountId, side, amount }) => [accountId, side, amount])).toEqual([[a, 'C', '0.07'], [b, 'D', '0.03'], [b, 'D', '0.04']]) // biome-ignore format: a table
    expect(await codeOf(world.tx((tx) => reverse(tx, reversal(journalId))))).toBe('LED-011')
    expect(await codeOf(world.tx((tx) => reverse(tx, input)))).toBe('LED-003')
    expect(await codeOf(world.tx((tx) => reverse(tx, reversal(reversalId))))).toBe('LED-012')
    expect(await codeOf(world.tx((tx) => reverse(tx, reversal('999999999999'))))).toBe('LED-010')
  })

  it('obey what any posting obeys', async () => {
    const service = ownService()
    const [a, b] = await world.open({ minBalance: 0n }, {})
    const { journalId } = await postOne(journal(a, b, { service }))
    await world.tx((tx) => closePeriod(tx, { service, unitId: null, granularity: 'DAY', date: '2026-11-22', at }))
    expect(await codeOf(world.tx((tx) => reverse(tx, reversal(journalId))))).toBe('LED-002')
    await world.tx((tx) => reopenPeriod(tx, { service, unitId: null, granularity: 'DAY', date: '2026-11-22', at, reason: 'Bổ sung' }))
    await postOne(journal(b, a, { amount: 1n }))
    expect(await codeOf(world.tx((tx) => reverse(tx, reversal(journalId))))).toBe('LED-006')
    await world.tx((tx) => fireAccount(tx, b, 'lock'))
    expect(await codeOf(world.tx((tx) => reverse(tx, reversal(journalId))))).toBe('LED-004')
  })
})

describe('periods', () => {
  it('close a day or a month, a unit with all below or every unit', async () => {
    const service = ownService()
    const [a, b] = await world.open({}, {})
    const office = await world.db.selectFrom('organisation.unit').selectAll().where('level', '=', 'POST_OFFICE').orderBy('id').executeTakeFirstOrThrow()
    const elsewhere = await world.db
      .selectFrom('organisation.unit')
      .select('id')
      .where('level', '=', 'POST_OFFICE')
      .where('province_unit_id', '!=', office.province_unit_id)
      .executeTakeFirstOrThrow()
    const close = (unitId: string | null, granularity: 'DAY' | 'MONTH', date: string) =>
      world.tx((tx) => closePeriod(tx, { service, unitId, granularity, date, at }))
    const code = async (businessDate: string, officeUnitId: string | null) => (await codes([journal(a, b, { service, businessDate, officeUnitId })]))[0]
    await close(office.id, 'DAY', '2026-03-10')
    await close(office.province_unit_id, 'DAY', '2026-03-11')
    await close(null, 'MONTH', '2026-02-14')
    expect([
      await code('2026-03-10', office.id),
      await code('2026-03-10', elsewhere.id),
      await code('2026-03-10', null),
      await code('2026-03-09', office.id),
    ]).toEqual(['LED-002', 'OK', 'OK', 'OK'])
    expect([await code('2026-03-11', office.id), await code('2026-03-11', elsewhere.id), await code('2026-03-11', office.province_unit_id)]).toEqual([
      'LED-002',
      'OK',
      'LED-002',
    ])
    expect([await code('2026-02-01', office.id), await code('2026-02-28', null), await code('2026-01-31', null), await code('2026-03-01', null)]).toEqual([
      'LED-002',
      'LED-002',
      'OK',
      'OK',
    ])
    expect(await codes([journal(a, b, { businessDate: '2026-02-14' })])).toEqual(['OK'])
    expect(await codeOf(close(office.id, 'DAY', '2026-03-10'))).toBe('LED-015')
    await world.tx((tx) => reopenPeriod(tx, { service, unitId: office.id, granularity: 'DAY', date: '2026-03-10', at, reason: 'Bổ sung' }))
    expect(await code('2026-03-10', office.id)).toBe('OK')
    expect(await codeOf(world.tx((tx) => reopenPeriod(tx, { service, unitId: null, granularity: 'DAY', date: '2026-03-10', at, reason: '' })))).toBe('LED-016')
    await close(office.id, 'DAY', '2026-03-10')
    expect(await code('2026-03-10', office.id)).toBe('LED-002')
  })
})

describe('accounts', () => {
  it('are what they were opened as, with the scope of their unit', async () => {
    const unit = await world.db.selectFrom('organisation.unit').selectAll().where('level', '=', 'POST_OFFICE').orderBy('id').executeTakeFirstOrThrow()
    const code = `CASH-${unique()}`
    await world.open({ code, name: 'Quỹ tiền mặt', ownerType: 'UNIT', ownerId: unit.id, unitId: unit.id, minBalance: 0n, maxBalance: 5_000_000_000n })
    const row = await world.db.selectFrom('ledger.account').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      name: 'Quỹ tiền mặt',
      normal_side: 'D',
      currency: 'VND',
      status: 'ACTIVE',
      balance: '0.00',
      version: '0',
      min_balance: '0.00',
      max_balance: '50000000.00',
      head_unit_id: unit.head_unit_id,
      province_unit_id: unit.province_unit_id,
      district_unit_id: unit.district_unit_id,
      office_unit_id: unit.id,
    })
    expect(await codeOf(world.open({ code }))).toBe('LED-014')
    expect(await codeOf(world.open({ minBalance: 1n, maxBalance: 0n }))).toBe('LED-018')
  })

  it('follow their machine', async () => {
    const [a, b] = await world.open({}, {})
    const fire = (event: 'lock' | 'unlock' | 'close') => codeOf(world.tx((tx) => fireAccount(tx, a, event)))
    await postOne(journal(a, b))
    expect([await fire('unlock'), await fire('lock'), await fire('lock'), await fire('unlock'), await fire('close')]).toEqual([
      'SYS-410',
      'OK',
      'SYS-410',
      'OK',
      'LED-017',
    ])
    await postOne(journal(b, a))
    expect([await fire('close'), await fire('unlock')]).toEqual(['OK', 'SYS-410'])
    expect(await codes([journal(a, b)])).toEqual(['LED-004'])
    expect(await codeOf(world.tx((tx) => fireAccount(tx, '999999999999', 'lock')))).toBe('LED-005')
  })

  it('tell their balance at any moment, by the time of recording', async () => {
    const [a, b, unused] = await world.open({}, { class: 'LIABILITY' }, {})
    for (let round = 0; round < 6; round++) {
      const inputs = Array.from({ length: 1 + round * 7 }, (_, at) => journal(a, b, { amount: BigInt(at + 1), occurredAt: new Date('2020-01-01T00:00:00Z') }))
      await world.tx((tx) => postMany(tx, inputs))
    }
    const { rows } = await sql<{ at: Date; balance: string; falls: boolean }>`
      select j.recorded_at as at, sum(e.amount) over (order by j.recorded_at) as balance, j.recorded_at < lag(j.recorded_at) over (order by e.account_version) as falls
        from ledger.entry e join ledger.journal j on j.id = e.journal_id where e.account_id = ${a}`.execute(world.db)
    expect(rows.some(({ falls }) => falls)).toBe(false)
    for (const at of [new Date(0), ...rows.map((row) => row.at), at2100]) {
      const sum = sql<{ sum: string }>`select coalesce(sum(e.amount), 0) as sum from ledger.entry e join ledger.journal j on j.id = e.journal_id
        where e.account_id = ${a} and j.recorded_at <= ${at}`
      const expected = parseMoney((await sum.execute(world.db)).rows[0]?.sum ?? '')
      expect(await balancesAt(world.db, [a, b, unused], at)).toEqual(new Map([[a, expected], [b, expected], [unused, 0n]])) // biome-ignore format: a table
    }
  })
})

it('ends with books that sum to zero and verify', async () => {
  for (const { difference } of await trialBalance(world.db)) expect(difference).toBe(0n)
  expect(await verifyLedger(world.db)).toEqual([])
})

it('says errors in both languages', async () => {
  const [a] = await world.open({})
  const error = (await postOne(journal(a, '999999999999')).catch((caught) => caught)) as AppError
  expect([error.text('vi'), error.text('en')]).toEqual(['Không có tài khoản 999999999999', 'Account 999999999999 does not exist'])
})
