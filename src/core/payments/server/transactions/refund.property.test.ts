import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { testClock } from '../../../../../test/app.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { repeatable } from '../../../../../test/repeatable.ts'
import { refundCharges } from '../../contract/refund.ts'

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock: testClock() })
})
afterAll(() => test?.close())

const DONG = 100n
const dong = (max: number, min = 0) => fc.integer({ min, max }).map((value) => BigInt(value) * DONG)

it('fee and tax come back exactly once, in any parts, and a merchant never owes for it', () => {
  const paid = fc.tuple(dong(2_000_000, 1), fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 1_000 })).map(([amount, rate, vat]) => {
    const fee = ((amount / DONG) * BigInt(rate)) / 11_000n
    return { amount, fee: fee * DONG, tax: ((fee * BigInt(vat)) / 10_000n) * DONG }
  })
  fc.assert(
    fc.property(paid, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), (payment, shares) => {
      let refunded = 0n
      const sum = { fee: 0n, tax: 0n }
      const refund = (amount: bigint) => {
        const back = refundCharges(payment, refunded, amount)
        expect(back.fee >= 0n && back.tax >= 0n).toBe(true)
        refunded += amount
        sum.fee += back.fee
        sum.tax += back.tax
        expect(payment.amount - refunded - (payment.fee - sum.fee) - (payment.tax - sum.tax) >= 0n).toBe(true)
      }
      for (const share of shares) {
        const part = BigInt(Math.floor(Number((payment.amount - refunded) / DONG) * share)) * DONG
        if (part > 0n) refund(part)
      }
      if (refunded < payment.amount) refund(payment.amount - refunded)
      expect(sum).toEqual({ fee: payment.fee, tax: payment.tax })
    }),
    { numRuns: 2_000, ...repeatable },
  )
})

type Step = { kind: 'ask' | 'cancel' | 'both' | 'approve' | 'reject' | 'withdraw'; amounts: number[] }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'cancel', 'both', 'approve', 'approve', 'reject', 'withdraw'),
  // Several of one kind go out at the same moment.
  amounts: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 3 }),
})

it('whatever is asked and decided at once, refunds and cancellations never pass the amount, the ledger balances and the merchant is owed the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.array(step, { minLength: 3, maxLength: 10 }), async (thousands, steps) => {
      const amount = BigInt(thousands) * 100_000n
      const id = await test.pay({ amount: formatMoney(amount) })
      const paid = await test.detail(id)
      let approved = 0n
      let pending: { id: string; amount: bigint; cancels: boolean } | undefined
      let cancelled = false
      for (const { kind, amounts } of steps) {
        if (kind === 'ask' || kind === 'cancel' || kind === 'both') {
          const { version } = await test.detail(id)
          const parts = kind === 'cancel' ? [] : amounts.map((percent) => ((amount * BigInt(percent)) / 100n / DONG) * DONG || DONG)
          const sent = [...parts.map((one) => ({ amount: one, cancels: false })), ...(kind === 'ask' ? [] : amounts.map(() => ({ amount, cancels: true })))]
          const send = (one: (typeof sent)[number]) => (one.cancels ? test.askCancel(id, { version }) : test.ask(id, formatMoney(one.amount), { version }))
          const replies = await Promise.all(sent.map(send))
          const won = replies.flatMap(({ status, data }, at) =>
            status === 200 && data ? [{ id: data.requestId, ...(sent[at] as (typeof sent)[number]) }] : [],
          )
          const fits = (one: (typeof sent)[number]) => (one.cancels ? approved === 0n : one.amount <= amount - approved)
          const possible = !pending && !cancelled && approved < amount && sent.some(fits)
          expect(won.length).toBe(possible ? 1 : 0)
          pending = won[0] ?? pending
        } else if (pending) {
          const { id: request } = pending
          const act = () => (kind === 'withdraw' ? test.withdraw(request) : test.decide(request, kind === 'approve' ? 'APPROVE' : 'REJECT'))
          const replies = await Promise.all(amounts.map(act))
          expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
          if (kind === 'approve') approved += pending.amount
          if (kind === 'approve') cancelled = pending.cancels
          pending = undefined
        }
      }
      await expectSound(id, amount, approved, { fee: parseMoney(paid.fee ?? ''), tax: parseMoney(paid.tax ?? '') }, { pending, cancelled })
    }),
    { numRuns: 12, ...repeatable },
  )
  expect(await verifyLedger(test.runtime.db)).toEqual([])
})

interface State {
  pending: { cancels: boolean } | undefined
  cancelled: boolean
}

function expectedStatus(amount: bigint, approved: bigint, { pending, cancelled }: State): string {
  if (cancelled) return 'CANCELLED'
  if (pending) return pending.cancels ? 'CANCEL_PENDING' : 'REFUND_PENDING'
  if (approved === 0n) return 'SUCCEEDED'
  return approved === amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

async function expectSound(id: string, amount: bigint, approved: bigint, charged: { fee: bigint; tax: bigint }, state: State): Promise<void> {
  const found = await test.detail(id)
  expect(found.refunded).toBe(formatMoney(state.cancelled ? 0n : approved))
  expect(approved <= amount).toBe(true)
  expect(found.status).toBe(expectedStatus(amount, approved, state))
  const entries = found.journals.flatMap((journal) => journal.entries)
  const signed = (code: string) =>
    entries
      .filter(({ accountCode }) => accountCode.startsWith(code))
      .reduce((sum, { side, amount: one }) => sum + (side === 'C' ? parseMoney(one) : -parseMoney(one)), 0n)
  const back = approved === 0n ? { fee: 0n, tax: 0n } : refundCharges({ amount, ...charged }, 0n, approved)
  expect(signed('3388.')).toBe(amount - approved - (charged.fee - back.fee) - (charged.tax - back.tax))
  expect(signed('5113.')).toBe(charged.fee - back.fee)
  expect(signed('33311.')).toBe(charged.tax - back.tax)
  expect(signed('1388.')).toBe(approved - amount)
}
