/** Lines that are paid again: carried over into the next list, or followed up; nobody stands in two lists of one month. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { controlRules } from '../../../app/modules.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

/** Two people carried over from October; one of them has been paid by another list of October since. */
async function carriedTwice() {
  const programme = await world.programme('CARRY')
  const [both, once] = [world.person(500_000), world.person(300_000)]
  const first = await world.approved(programme, [both, once], '10/2026')
  await world.close_(first)
  const other = await world.approved(programme, [both], '10/2026')
  await world.pay(other, [0])
  return { programme, first, both, other }
}

describe('lines that are paid again', () => {
  it('are carried into the next month without who has a line of their month by now, and counted', async () => {
    const { programme } = await carriedTwice()
    const { id } = await world.draft(programme, { count: 1, total: '700000', month: '11/2026' })
    const done = await world.imported(id, [world.person(700_000)])
    expect(done.summary).toMatchObject({ lines: 1, carried: 1, left: 1 })
    expect((await world.lines(id)).map(({ month, amount }) => [month, amount])).toEqual([
      ['11/2026', '700000.00'],
      ['10/2026', '300000.00'],
    ])
  })

  it('go into one of two drafts of a programme, and the other is imported all the same', async () => {
    const programme = await world.programme('CARRY')
    const first = await world.approved(programme, [world.person(500_000)], '10/2026')
    await world.close_(first)
    for (const carried of [1, 0]) {
      const { id } = await world.draft(programme, { count: 1, total: '700000', month: '11/2026' })
      expect((await world.imported(id, [world.person(700_000)])).summary).toMatchObject({ lines: 1, carried })
    }
  })

  it('are followed up without who has another line of the month, who is named; nobody left is refused with the name', async () => {
    const { first, both, other } = await carriedTwice()
    const follow = await world.followUp(first)
    expect(follow.status, follow.message).toBe(200)
    const draft = await world.detail(follow.data?.id ?? '')
    expect((await world.lines(draft.id)).map(({ amount }) => amount)).toEqual(['300000.00'])
    const { code } = await world.detail(other)
    expect(draft.timeline[0]?.note).toContain(`${both.name} (${code})`)
    const again = await world.followUp(first)
    expect(again).toMatchObject({ status: 409, code: 'PYL-049' })
    expect(again.message).toContain(code)
  })

  it('are named by a control rule when no list has taken them long after', async () => {
    const programme = await world.programme('CARRY')
    const id = await world.approved(programme, [world.person(500_000)], '10/2026')
    await world.close_(id)
    const { code } = await world.detail(id)
    const rule = controlRules.find((one) => one.code === 'PAYOUT_CARRIED_WAITING')
    const named = async (days: number) =>
      (await rule?.query(world.runtime.db, new Date(world.clock.now().getTime() + days * 86_400_000)))?.filter(({ subject }) => subject === code)
    expect(await named(44)).toEqual([])
    expect(await named(46)).toMatchObject([{ amount: '500000.00' }])
    expect((await world.followUp(id)).status).toBe(200)
    expect(await named(46)).toEqual([])
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })
})
