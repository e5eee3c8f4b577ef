import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { chance } from '../../../../../test/scoped-world.ts'
import { CLIENT, type TreasuryWorld, treasuryWorld } from '../../../../../test/treasury.ts'
import { suggestReplenishment } from '../../contract/treasury/suggestion.ts'
import { suggestionOf } from './suggestion.ts'

const MILLION = 100_000_000n

describe('what a vault should get or give', () => {
  it.each([
    ['under its floor: up to it, in whole millions', 32n, 100n, 500n, { kind: 'REPLENISHMENT', amount: 70n }],
    ['never over its ceiling', 99n, 100n, 105n, { kind: 'REPLENISHMENT', amount: 6n }],
    ['over its ceiling: down to it, in whole millions', 523n, 100n, 500n, { kind: 'REMITTANCE', amount: 30n }],
    ['never under its floor', 505n, 499n, 500n, { kind: 'REMITTANCE', amount: 6n }],
    ['nothing to pay it with: what is missing too', -50n, 0n, null, { kind: 'REPLENISHMENT', amount: 50n }],
    ['at its floor', 100n, 100n, 500n, null],
    ['at its ceiling', 500n, 100n, 500n, null],
    ['without a ceiling', 900_000n, 100n, null, null],
  ])('%s', (_what, expected, floor, ceiling, suggested) => {
    const tenths = (amount: bigint) => (amount * MILLION) / 10n
    const found = suggestionOf({ expected: tenths(expected), floor: tenths(floor), ceiling: ceiling === null ? null : tenths(ceiling) })
    expect(found).toEqual(suggested && { kind: suggested.kind, amount: tenths(suggested.amount) })
  })

  it('leaves any vault between floor and ceiling, and asks for nothing where it lies there', () => {
    const roll = chance(20_261_122)
    for (let n = 0; n < 2_000; n++) {
      const floor = BigInt(roll(200)) * (MILLION / 10n)
      const ceiling = floor + BigInt(roll(300)) * (MILLION / 10n)
      const expected = (BigInt(roll(800)) - 100n) * (MILLION / 10n) + BigInt(roll(1000)) * 100n
      const found = suggestionOf({ expected, floor, ceiling })
      const after = found === null ? expected : found.kind === 'REPLENISHMENT' ? expected + found.amount : expected - found.amount
      expect([n, after >= floor && after <= ceiling]).toEqual([n, true])
      expect(found === null).toBe(expected >= floor && expected <= ceiling)
    }
  })
})

describe('the arithmetic that is shown', () => {
  let world: TreasuryWorld
  beforeAll(async () => {
    world = await treasuryWorld()
  })
  afterAll(() => world?.close())

  it('is balance, what is on its way and what was approved to leave, less the payouts due; the drafts of others count for nothing', async () => {
    await world.create(9_000_000)
    await world.approved(3_000_000)
    await world.dispatched(2_000_000)
    const suggested = async (unitId: string) => (await world.call(suggestReplenishment, { unitId }, { as: 'admin', clientId: CLIENT })).data
    const [a, b] = [await suggested(world.a.unitId), await suggested(world.b.unitId)]
    expect(a).toMatchObject({ balance: '798000000.00', incoming: '0.00', outgoing: '3000000.00', payoutsDue: '0.00', expected: '795000000.00', amount: null })
    expect(b).toMatchObject({ balance: '100000000.00', incoming: '5000000.00', outgoing: '0.00', expected: '105000000.00', kind: null })
    await world.runtime.database.owner.query('update cash.holding set ceiling = 100500000 where id = $1', [world.vb.id])
    const over = await suggested(world.b.unitId)
    expect(over).toMatchObject({ kind: 'REMITTANCE', amount: '5000000.00' })
    const sum = [over?.balance, over?.incoming].reduce((total, text) => total + parseMoney(text ?? '0'), 0n) - parseMoney(over?.outgoing ?? '0')
    expect(formatMoney(sum - parseMoney(over?.payoutsDue ?? '0'))).toBe(over?.expected)
  })
})
