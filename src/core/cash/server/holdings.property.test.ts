import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDay, dailyBalances, post, reopenDay, verifyLedger } from '#core/ledger/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import { codeOf, type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import { openHoldings } from './public.ts'

/** Cash of two offices under random commands, against a model of a few lines: at every instant the books hold what the holdings hold. */

const RUNS = process.env.FAULTS === 'full' ? 1_000 : 25
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'] as const
/** Vault, till and courier of the first office, then of the second; 6 stands for customers, who are no holding. */
const UNIT_OF = [0, 0, undefined, 1, 1, undefined, undefined]

let world: LedgerWorld
let offices: string[]
let staffId: string
beforeAll(async () => {
  world = await ledgerWorld({ max: 4 })
  offices = (await world.db.selectFrom('organisation.unit').select('id').where('level', '=', 'POST_OFFICE').orderBy('id').execute()).map(({ id }) => id)
  staffId = (await world.db.selectFrom('organisation.staff').select('id').orderBy('id').executeTakeFirstOrThrow()).id
})
afterAll(() => world.drop())

type Command =
  | { do: 'move'; from: number; to: number; amount: bigint; day: number }
  | { do: 'close'; unit: number; day: number }
  | { do: 'reopen'; unit: number; day: number }
const place = fc.nat(6)
const day = fc.nat(DAYS.length - 1)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), from: fc.oneof(place, fc.constant(6)), to: place, amount: fc.bigInt({ min: 1n, max: 50n }), day }).filter(({ from, to }) => from !== to) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), unit: fc.nat(1), day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), unit: fc.nat(1), day }) },
) // biome-ignore format: a table

/** What cash is: answers as the ledger does. */
function createModel() {
  const cash = [0n, 0n, 0n, 0n, 0n, 0n, 0n]
  const byDay = DAYS.map(() => [0n, 0n, 0n, 0n, 0n, 0n, 0n])
  const closed = [-1, -1]
  function run(todo: Command): string {
    if (todo.do === 'close') return (closed[todo.unit] as number) >= todo.day ? 'LED-021' : mark(todo.unit, todo.day)
    if (todo.do === 'reopen') return (closed[todo.unit] as number) < todo.day ? 'LED-022' : mark(todo.unit, todo.day - 1)
    const { from, to, amount, day: at } = todo
    const units = [UNIT_OF[from], UNIT_OF[to]].filter((unit) => unit !== undefined)
    if (new Set(units).size === 2) return 'LED-020'
    if (units.some((unit) => (closed[unit] as number) >= at)) return 'LED-019'
    if (from < 6 && (cash[from] as bigint) < amount) return 'LED-006'
    for (const [holding, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      // biome-ignore format: one line reads better
      cash[holding] = (cash[holding] as bigint) + change
      const moved = byDay[at] as bigint[]
      moved[holding] = (moved[holding] as bigint) + change
    }
    return 'OK'
  }
  function mark(unit: number, through: number): string {
    closed[unit] = through
    return 'OK'
  }
  const closing = (holding: number, until: number) => byDay.slice(0, until + 1).reduce((sum, moved) => sum + (moved[holding] as bigint), 0n)
  return { run, cash: () => cash.slice(0, 6), closing }
}

async function createReal(first: string, second: string) {
  const codes = Array.from({ length: 6 }, () => `H-${unique()}`)
  const kinds = ['VAULT', 'TILL', 'COURIER'] as const
  const holdings = await world.tx((tx) =>
    openHoldings(
      tx,
      codes.map((code, at) => ({ code, name: 'Quỹ', kind: kinds[at % 3] as 'VAULT', unitId: at < 3 ? first : second, staffId: at % 3 === 2 ? staffId : null })),
    ),
  )
  const [customers] = await world.open({ class: 'LIABILITY' })
  const accounts = [...holdings.map(({ accountId }) => accountId), customers]
  const run = (todo: Command): Promise<string> => {
    const date = DAYS[todo.day] as string
    if (todo.do === 'move')
      return codeOf(
        world.tx((tx) => post(tx, journal(accounts[todo.to] as string, accounts[todo.from] as string, { amount: todo.amount, businessDate: date }))),
      )
    const unitId = todo.unit === 0 ? first : second
    return codeOf(world.tx((tx) => (todo.do === 'close' ? closeDay(tx, unitId, date) : reopenDay(tx, unitId, date))))
  }
  /** What each holding holds, by its account and by its entries. */
  async function cash(): Promise<bigint[][]> {
    const { rows } = await sql<{ balance: string; entered: string }>`
      select a.balance, (select coalesce(sum(case e.side when 'D' then e.amount else -e.amount end), 0) from ledger.entry e where e.account_id = a.id) as entered
        from cash.holding h join ledger.account a on a.id = h.account_id where h.code = any(${codes}) order by array_position(${codes}, h.code)`.execute(
      world.db,
    )
    return [rows.map(({ balance }) => parseMoney(balance)), rows.map(({ entered }) => parseMoney(entered))]
  }
  async function closings(date: string): Promise<bigint[]> {
    const found = new Map((await dailyBalances(world.db, accounts, date, date)).map((one) => [one.accountId, one.closing]))
    return accounts.slice(0, 6).map((id) => found.get(id) as bigint)
  }
  return { run, cash, closings }
}

it('what the holdings hold is what the books hold, after each of random commands', { timeout: RUNS * 5_000 }, async () => {
  const seen = new Set<string>()
  let next = 0
  // A unit has one vault, so each run has two offices of its own until there are none left.
  const runs = Math.min(RUNS, Math.floor(offices.length / 2))
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40, size: 'max' }), async (commands) => {
      if (next + 2 > offices.length) return
      const model = createModel()
      const real = await createReal(offices[next++] as string, offices[next++] as string)
      for (const todo of commands) {
        const expected = model.run(todo)
        expect(await real.run(todo)).toBe(expected)
        seen.add(expected)
        expect(await real.cash()).toEqual([model.cash(), model.cash()])
        expect(await real.closings(DAYS[todo.day] as string)).toEqual(model.cash().map((_, holding) => model.closing(holding, todo.day)))
      }
    }),
    { numRuns: runs, endOnFailure: true, ...repeatable },
  )
  expect(await verifyLedger(world.db)).toEqual([])
  expect(['OK', 'LED-006', 'LED-019', 'LED-020', 'LED-021', 'LED-022'].filter((code) => !seen.has(code))).toEqual([])
})
