/** Whatever is paid, given back, found out late, settled, sent and returned: nothing is settled twice or lost, and the account holds what is not paid yet. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import { type SettlementWorld, settlementWorld } from '../../../../test/settlements.ts'
import { settlementErrors } from '../contract/errors.ts'
import { closeCycle } from './closing.ts'
import { unsettled } from './keeps-open.ts'

let it: SettlementWorld
beforeAll(async () => {
  it = await settlementWorld()
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const MEETINGS = process.env.FAULTS === 'full' ? 200 : 1
const RUNS = process.env.FAULTS === 'full' ? 60 : 3
const merchant = fc.constantFrom('M-HANOI' as const, 'M-HCM' as const)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), merchant, amount: fc.integer({ min: 2, max: 900 }), unknown: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'cancel' as const, 'ask' as const), at: fc.nat(), share: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      fates: fc.array(fc.constantFrom('SUCCEEDED' as const, 'FAILED' as const, 'LOST' as const), { minLength: 4, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('late' as const, 'found' as const), at: fc.nat(), good: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('byHand' as const), merchant }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Payments of a run: those that were paid, and references of those nobody knows about. */
interface Story {
  paid: string[]
  unknown: string[]
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]
const transfers = async (status: string) =>
  (await it.owner('select reference, amount::text as amount from disbursement.item where status = $1 order by id', [status])).rows

let n = 0
async function take(one: Step, story: Story): Promise<void> {
  if (one.do === 'pay') {
    n += 1
    const now = isoLocal(it.clock.now())
    if (!one.unknown) story.paid.push(await it.payTo(one.merchant, one.amount * 1_000, { occurredAt: now }))
    else {
      await it.payTo(one.merchant, one.amount * 1_000, {
        externalRef: `PROP-${n}`,
        occurredAt: now,
        outcome: { status: 'UNKNOWN', code: '68', message: 'Chưa rõ' },
      })
      story.unknown.push(`PROP-${n}`)
    }
  } else if (one.do === 'refund' || one.do === 'cancel' || one.do === 'ask') {
    const id = pick(story.paid, one.at)
    if (id === undefined) return
    const amount = Math.floor(Number((await it.detail(id)).amount) / one.share)
    const asked = one.do === 'cancel' ? await it.askCancel(id) : await it.ask(id, String(amount))
    if (asked.data && one.do !== 'ask') await it.decide(asked.data.requestId)
  } else if (one.do === 'close') await it.closeCycles()
  else if (one.do === 'send') {
    const fates = [...one.fates]
    // Where nothing can be paid, there is no batch.
    await it.sent(() => fates.shift() ?? 'SUCCEEDED').catch((error: Error) => expect(error.message).toMatch(/^DSB-00[36]/))
  } else if (one.do === 'late') {
    const reference = pick(story.unknown, one.at)
    if (reference !== undefined) await it.outcome(reference, one.good ? 'SUCCEEDED' : 'FAILED', it.world.bidv)
  } else if (one.do === 'found') {
    const found = pick(await transfers('UNKNOWN'), one.at)
    if (found) await it.outcome(found.reference ?? '', one.good ? 'SUCCEEDED' : 'FAILED')
  } else if (one.do === 'byHand') await it.settleNow(one.merchant)
  else if (one.do === 'back') {
    const found = pick(await transfers('PAID'), one.at)
    if (found) await it.giveBack(found.reference ?? '', String(Number(found.amount)))
  }
}

/** Everything that moved is in the account, or has left it by a settlement. */
async function lost(): Promise<unknown[]> {
  const { rows } = await it.runtime.pool.query(`
    select m.code, a.balance::text as balance, moved.net::text as moved, gone.net::text as gone from settlement.cursor c
      join merchants.merchant m on m.id = c.merchant_id join ledger.account a on a.id = c.account_id
      cross join lateral (select coalesce(sum(net), 0) as net from settlement.movement_directory x where x.merchant_id = m.id) moved
      cross join lateral (select coalesce(sum(net), 0) as net from settlement.settlement s where s.merchant_id = m.id and s.status in ('SENT', 'UNKNOWN', 'PAID')) gone
     where a.balance <> moved.net - gone.net`)
  return rows
}

/** A payment and its cancellation with the moment between them: what is closed then is owed, what is closed later cancels out. */
async function takenBack(): Promise<Date> {
  const paid = await it.payTo('M-HANOI', 150_000, { occurredAt: isoLocal(it.clock.now()) })
  const between = new Date(it.clock.now().getTime() + 100)
  it.clock.advance(200)
  expect(await it.decide(await it.cancelAsked(paid))).toMatchObject({ status: 200 })
  return between
}

/** Closes the cycle and the merchant on two connections. The one that is `first` holds what it has locked until the other waits for it, or has ended. */
async function meet(first?: 'cycle' | 'merchant'): Promise<unknown> {
  const [id, until] = [await it.idOf('M-HANOI'), await takenBack()]
  const begun = Promise.withResolvers<void>()
  let ended = false
  const turn = async (own: 'cycle' | 'merchant', work: (tx: Tx) => Promise<void>, after: (tx: Tx) => Promise<void> = async () => {}) => {
    if (first !== undefined && first !== own) await begun.promise
    const run = it.runtime.db.transaction().execute(async (tx) => {
      await work(tx)
      if (first === own) {
        begun.resolve()
        await expect.poll(async () => ended || (await it.scalar(WAITING)) !== '0', { timeout: 20_000 }).toBe(true)
      }
      await after(tx)
    })
    return run
      .catch((error: unknown) => error)
      .finally(() => {
        begun.resolve()
        ended ||= first !== own
      })
  }
  const [cycle, closed] = await Promise.all([
    turn('cycle', async (tx) => void (await closeCycle(tx, { merchantId: id, cycle: 'BY_HAND', until, minimum: 0n, by: 'system', at: it.clock.now() }))),
    turn(
      'merchant',
      async (tx) => {
        await sql`select from merchants.merchant where id = ${id} for no key update`.execute(tx)
        await sql`select from ledger.account where id = (select account_id from settlement.cursor where merchant_id = ${id}) for no key update`.execute(tx)
        await unsettled(tx, { id, code: 'M-HANOI' })
        await tx.updateTable('merchants.merchant').set({ status: 'CLOSED' }).where('id', '=', id).execute()
      },
      async (tx) => {
        const open = await tx.selectFrom('settlement.settlement').select('id').where('merchant_id', '=', id).where('status', '=', 'PAYABLE').execute()
        throw open.length === 0 ? CLOSED : new Error('a settlement came while its merchant was being closed')
      },
    ),
  ])
  expect(cycle).toBeUndefined()
  expect(await it.differences()).toEqual([])
  await it.closeCycles()
  return closed
}
const CLOSED = new Error('closed, and undone')
const WAITING = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
const NOT_ENDED = expect.objectContaining({ definition: settlementErrors.notEnded })

test('of closing a merchant and closing its cycle at the same moment one waits for the other, and sees what it has done', { timeout: 600_000 }, async () => {
  expect(await meet('cycle')).toEqual(NOT_ENDED)
  expect(await meet('merchant')).toBe(CLOSED)
  for (let round = 0; round < MEETINGS; round += 1) expect([CLOSED, NOT_ENDED]).toContainEqual(await meet())
})

test('what merchants are owed is what moved less what was sent, after every step', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16, size: 'max' }), async (steps) => {
      const story: Story = { paid: [], unknown: [] }
      for (const [at, one] of steps.entries()) {
        await take(one, story)
        expect({ at, differences: await it.differences(), lost: await lost() }).toEqual({ at, differences: [], lost: [] })
      }
      // One transfer at most has paid a settlement, and none went out that was not owed.
      const { rows } = await it.owner(
        "select source_item from disbursement.item where source_kind = 'MERCHANT_SETTLEMENT' and status in ('SENT', 'UNKNOWN', 'PAID') group by 1 having count(*) > 1",
      )
      expect(rows).toEqual([])
    }),
    { numRuns: RUNS, ...repeatable },
  )
})
