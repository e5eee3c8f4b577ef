/** Whatever the partner answers, reports, contradicts and gives back: nothing is sent twice, silence is no failure, and money lies where the records say. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { type DisbursementWorld, disbursementWorld } from '../../../../test/disbursement.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import { FAULTS } from '../../../app/simulator/partner/fates.ts'

let it: DisbursementWorld
beforeAll(async () => {
  it = await disbursementWorld()
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const RUNS = process.env.FAULTS === 'full' ? 60 : 4
const FATE = fc.constantFrom('SUCCEEDED' as const, 'FAILED' as const)
/** One transfer: what becomes of it, what goes wrong with the answer, and what happens afterwards. */
const story = fc.record({
  fate: FATE,
  fault: fc.option(fc.constantFrom(...FAULTS), { freq: 2 }),
  contradicted: fc.option(fc.constantFrom('KEEP' as const, 'RELEASE' as const), { freq: 2 }),
  returned: fc.boolean(),
})
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

const opposite = (fate: Story['fate']) => (fate === 'SUCCEEDED' ? 'FAILED' : 'SUCCEEDED')

/** The state in which it ends. */
function endOf({ fate, contradicted, returned }: Story): string {
  const made = contradicted === 'KEEP' ? opposite(fate) : fate
  if (made === 'FAILED') return contradicted === 'KEEP' ? 'RETURNED' : 'FAILED'
  // Money that comes back of a transfer that KEEP found to be made waits for two people.
  return returned && contradicted !== 'KEEP' ? 'RETURNED' : 'PAID'
}

async function tell(story: Story): Promise<number> {
  const { fate, fault, contradicted, returned } = story
  const listId = await it.list([it.payee(100_000)])
  const batchId = await it.approved(listId)
  const item = async () => (await it.items(batchId))[0] as Awaited<ReturnType<typeof it.items>>[number]
  const { reference } = await item()
  const right = async (status: string) => {
    expect((await item()).status, JSON.stringify(story)).toBe(status)
    expect(await it.differences()).toEqual([])
  }
  it.bank.simulator.decide('VCB', reference, fate)
  if (fault) it.bank.simulator.failNext(fault)
  await it.send()
  await it.send()
  if (fault) {
    await right('UNKNOWN')
    expect(await it.outcome(reference, fate)).toMatchObject({ status: 200 })
  }
  await right(fate === 'SUCCEEDED' ? 'PAID' : 'FAILED')
  if (contradicted) {
    expect(await it.outcome(reference, opposite(fate))).toMatchObject({ status: 409 })
    await right(fate === 'SUCCEEDED' ? 'PAID' : 'FAILED')
    expect(await it.settle(reference, contradicted)).toMatchObject({ status: 200 })
  }
  if (returned && endOf({ ...story, returned: false }) === 'PAID') expect(await it.giveBack(reference, '100000')).toMatchObject({ status: 200 })
  const end = endOf(story)
  await right(end)
  expect((await it.line(listId)).status).toBe({ PAID: 'PAID', RETURNED: 'HELD', FAILED: 'UNPAID' }[end])
  expect(it.bank.simulator.asked.filter((one) => one === `PAYOUT ${reference}`)).toHaveLength(1)
  return end === 'PAID' && !(returned && contradicted === 'KEEP') ? 100_000 : 0
}

test('transfers are sent once, and the partner holds less by what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 3 }), async (stories) => {
      const before = await it.balanceOf('1388.VCB')
      let paid = 0
      for (const one of stories) paid += await tell(one)
      expect(before - (await it.balanceOf('1388.VCB'))).toBe(paid)
    }),
    { numRuns: RUNS, ...repeatable },
  )
}, 300_000)
