import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cashMovements, cashPosition } from '#core/cash/contract/position/position.ts'
import { addDays } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { accountant, type CashDays, cashDays } from '../../../../../test/cash-day.ts'
import { repeatable } from '../../../../../test/repeatable.ts'

/** The figures equal the books after each of random movements of three vaults, today and before; against a model of a few lines. */

const RUNS = process.env.FAULTS === 'full' ? 200 : 5
const TODAY = '2026-11-23'
const OFFICES = ['010101', '010102', '790101'] as const

let world: CashDays
const units: string[] = []
beforeAll(async () => {
  world = await cashDays()
  for (const code of OFFICES) units.push(await world.keepCash(code))
})
afterAll(() => world?.close())

const command = fc.record({ office: fc.nat(OFFICES.length - 1), amount: fc.bigInt({ min: -40n, max: 60n }).filter((amount) => amount !== 0n), back: fc.nat(2) })

it('adds up to the books, whatever has moved', { timeout: RUNS * 20_000 }, async () => {
  const held = OFFICES.map(() => 0n)
  const flows = { IN: OFFICES.map(() => 0n), OUT: OFFICES.map(() => 0n) }
  const all = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n)
  async function compare(unitId: string | undefined, model: { total: bigint; IN: bigint; OUT: bigint }) {
    const asked = unitId === undefined ? {} : { unitId }
    const { data } = await world.app.call(cashPosition, asked, accountant)
    expect([data?.total, data?.today.moneyIn, data?.today.moneyOut].map((amount) => parseMoney(amount ?? ''))).toEqual([model.total, model.IN, model.OUT])
    expect(all((data?.places ?? []).map(({ amount }) => parseMoney(amount)))).toBe(model.total)
    for (const direction of ['IN', 'OUT'] as const) {
      const journals = (await world.app.call(cashMovements, { ...asked, date: TODAY, direction }, accountant)).data
      expect(parseMoney(journals?.total ?? '')).toBe(model[direction])
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
      for (const { office, amount, back } of commands) {
        if ((held[office] as bigint) + amount < 0n) continue
        await world.move(OFFICES[office] as string, amount, addDays(TODAY, -back))
        held[office] = (held[office] as bigint) + amount
        const moved = amount > 0n ? flows.IN : flows.OUT
        if (back === 0) moved[office] = (moved[office] as bigint) + (amount > 0n ? amount : -amount)
      }
      await compare(undefined, { total: all(held), IN: all(flows.IN), OUT: all(flows.OUT) })
      for (const [at, unitId] of units.entries()) await compare(unitId, { total: held[at] as bigint, IN: flows.IN[at] as bigint, OUT: flows.OUT[at] as bigint })
    }),
    { numRuns: RUNS, endOnFailure: true, ...repeatable },
  )
})
