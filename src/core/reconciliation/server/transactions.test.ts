/** What a plug over transactions shows of them is what the ledger holds of the partner. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { testClock } from '../../../../test/app.ts'
import { gatewayCall } from '../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import type { LinesAsked, OurLine } from './plug.ts'
import { transactionLines } from './transactions.ts'

const clock = testClock()
const plug = transactionLines({ key: 'QR', services: ['QR'] })
let test: RefundWorld
let asked: LinesAsked
beforeAll(async () => {
  test = await refundWorld({ clock })
  const today = localDate(clock.now())
  asked = { partnerId: test.world.vcb.partnerId, from: addDays(today, -1), to: addDays(today, 1) }
})
afterAll(() => test?.close())

type Line = Omit<OurLine, 'amount'> & { amount: string }
const linesOf = async (of: LinesAsked): Promise<Line[]> => {
  const { rows } =
    await sql<Line>`select source_id, source_code, day::text as day, amount::text as amount, reference, status, money from (${plug.ourLines(of)}) l`.execute(
      test.runtime.db,
    )
  return rows
}
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount, money }) => (money ? sum + BigInt(amount) : sum), 0n)

async function clearing(): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`select balance from ledger.account where code = '1388.VCB'`.execute(test.runtime.db)
  return parseMoney(rows[0]?.balance ?? '0')
}

const changedCodes = async (since: Date) => {
  const { rows } = await sql<{ code: string }>`select source_code as code from (${plug.changedSince(asked, since)}) c order by 1`.execute(test.runtime.db)
  return rows.map(({ code }) => code)
}

/** A payment with an outcome, and what becomes of it afterwards. */
async function live({ amount, begins, after }: { amount: number; begins: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN'; after: string }): Promise<void> {
  const outcome = { status: begins, code: '00', message: 'ok' } as const
  const id = await test.pay({ amount: String(amount), outcome, occurredAt: isoLocal(clock.now()) })
  const { external_ref: ref } = await test.runtime.db.selectFrom('payment.transaction').select('external_ref').where('id', '=', id).executeTakeFirstOrThrow()
  let status: string = begins
  if (begins === 'UNKNOWN' && after !== 'leave') {
    status = after === 'fail' ? 'FAILED' : 'SUCCEEDED'
    const body = { status, code: '00', message: 'later', occurredAt: isoLocal(clock.now()) }
    await gatewayCall(test.app, test.world.vcb, `/og-001/v1/transactions/${ref}/outcome`, body, { at: clock.now() })
  }
  if (status !== 'SUCCEEDED') return
  if (after === 'refund') await test.decide(await test.asked(id, String(amount)))
  if (after === 'part') await test.decide(await test.asked(id, String(Math.ceil(amount / 3))))
  if (after === 'cancel') await test.decide(await test.cancelAsked(id))
  if (after === 'refused') await test.decide(await test.asked(id, String(amount)), 'REJECT')
}

const payment = fc.record({
  amount: fc.integer({ min: 10, max: 2_000 }).map((thousands) => thousands * 1_000),
  begins: fc.constantFrom('SUCCEEDED' as const, 'SUCCEEDED' as const, 'UNKNOWN' as const, 'FAILED' as const),
  after: fc.constantFrom('leave', 'refund', 'part', 'cancel', 'refused', 'fail'),
})

it('money lines add up to what the clearing account of the partner has moved, whatever becomes of its payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 3, maxLength: 6 }), async (payments) => {
      for (const one of payments) await live(one)
      const lines = await linesOf(asked)
      expect(formatMoney(sumOf(lines))).toBe(formatMoney(await clearing()))
      // Each payment is a line; what was given back of it is another one.
      expect(new Set(lines.map(({ source_id, status, amount }) => [source_id, status, amount].join())).size).toBe(lines.length)
    }),
    { numRuns: process.env.FAULTS === 'full' ? 200 : 6, ...repeatable },
  )
})

it('shows a payment and its cancellation as two lines of one record, and what failed or is unknown without money', async () => {
  const amount = { occurredAt: isoLocal(clock.now()), amount: '250000' }
  const cancelled = await test.pay(amount)
  await test.decide(await test.cancelAsked(cancelled))
  const unknown = await test.pay({ ...amount, outcome: { status: 'UNKNOWN', code: '68', message: 'timed out' } })
  const lines = await linesOf(asked)
  const of = (id: string) => lines.filter(({ source_id }) => source_id === id).map(({ amount: moved, money, status }) => [moved, money, status])
  expect(of(cancelled).sort()).toEqual([
    ['-25000000', true, 'CANCELLED'],
    ['25000000', true, 'CANCELLED'],
  ])
  expect(of(unknown)).toEqual([['25000000', false, 'UNKNOWN']])
  // Of other partners and other days nothing.
  expect(await linesOf({ ...asked, partnerId: test.world.bidv.partnerId })).toEqual([])
  expect(await linesOf({ ...asked, from: addDays(asked.to, 5), to: addDays(asked.to, 6) })).toEqual([])
})

it('names what has come or moved since, and nothing that was only looked at', async () => {
  const now = Math.max(clock.now().getTime(), Date.now())
  // What was written in the ten minutes before may have been under way.
  const since = new Date(now + 10 * 60_000)
  const before = await changedCodes(since)
  expect(before).toEqual([])
  clock.set(new Date(now + 1_000))
  const id = await test.pay({ amount: '70000', occurredAt: isoLocal(clock.now()) })
  const { code } = await test.runtime.db.selectFrom('payment.transaction').select('code').where('id', '=', id).executeTakeFirstOrThrow()
  expect(await changedCodes(since)).toEqual([code])
})

it('names what was written before, and committed only after the others had been taken in', async () => {
  const id = await test.pay({ amount: '80000', occurredAt: isoLocal(clock.now()) })
  const { code } = await test.runtime.db.selectFrom('payment.transaction').select('code').where('id', '=', id).executeTakeFirstOrThrow()
  // Our side was taken in while the payment was being written: no line of a session holds it.
  expect(await changedCodes(new Date(Math.max(clock.now().getTime(), Date.now()) + 60_000))).toContain(code)
})
