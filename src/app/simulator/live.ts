import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { GatewayOutcome } from '#core/payments/contract/gateway.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import type { Runtime } from '#platform/server/module.ts'
import { someTransfer } from './cash/orders.ts'
import type { Channel } from './channel.ts'
import { byCode, type CounterAccounts } from './codes.ts'
import { chanceOf } from './dice.ts'
import { failure, somePayment, someShop, success, TIMED_OUT, UNDER_WAY } from './payments.ts'

/** Payments a second, about; and money orders at counters. */
const RATE = 2.5
const ORDER_RATE = 1 / 45

/**
 * Lets the channels report payments as they happen, and the counters with an open shift (by the channel `counters`) money orders now and then, some of them step by step and some with a late outcome.
 * Goes on until the returned function is called, which waits for the calls under way.
 */
export function startLive(
  runtime: Runtime,
  channels: ReadonlyMap<string, Channel>,
  { counters, accounts }: { counters: string; accounts: CounterAccounts },
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const chance = chanceOf(randomInt(2 ** 32))
  const underWay = new Set<Promise<void>>()

  function begin(work: () => Promise<void>): void {
    const running = work()
      // A call that fails is a payment that the demo does without.
      .catch((error: unknown) => void (signal.aborted || runtime.log.debug({ error }, 'a live call of the demo failed')))
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  async function pay(): Promise<void> {
    const at = new Date()
    const number = `${localDate(at).slice(2).replaceAll('-', '')}L${at.getTime().toString(36).toUpperCase()}${chance.digits(4)}`
    const payment = somePayment(chance, someShop(chance, [0, 6].includes(at.getDay())), at, ({ partner }) => `${partner}${number}`)
    const { channel } = payment
    const facts = byCode(payment.facts, accounts)
    const gateway = channels.get(channel.partner)
    if (!gateway) return
    const reportOutcome = async (outcome: GatewayOutcome) => {
      await gateway(`/og-001/v1/transactions/${facts.externalRef}/outcome`, { ...outcome, occurredAt: isoLocal(new Date()) })
    }
    const report = (outcome?: GatewayOutcome) => gateway('/og-001/v1/transactions', { ...facts, ...(outcome ? { outcome } : {}) })
    const fate = chance.roll()
    const last = chance.roll() < 0.97 ? success(chance) : failure(chance)
    if (fate < 0.88) return void (await report(last))
    if (fate < 0.96) {
      await report()
      await delay(2_000 + chance.below(4_000), undefined, { signal })
      await reportOutcome(UNDER_WAY)
      await delay(2_000 + chance.below(8_000), undefined, { signal })
      return reportOutcome(last)
    }
    if (fate < 0.98) return void (await report())
    await report(TIMED_OUT)
    await delay(60_000 + chance.below(240_000), undefined, { signal })
    if (chance.roll() < 0.8) await reportOutcome(last)
  }

  async function sendOrder(): Promise<void> {
    const tills = await runtime.db
      .selectFrom('cash.shift as s')
      .innerJoin('cash.holding as h', 'h.id', 's.till_id')
      .innerJoin('organisation.staff as p', 'p.id', 's.teller_staff_id')
      .select(['h.code', 'p.code as tellerCode'])
      .where('s.status', '=', 'OPEN')
      .execute()
    const till = tills[chance.below(tills.length)]
    const at = new Date()
    const date = localDate(at)
    const ref = `CTL${date.replaceAll('-', '')}${at.getTime().toString(36).toUpperCase()}`
    if (till) await channels.get(counters)?.('/og-001/v1/transactions', someTransfer(chance, till, { date, ref, at }))
  }

  for (const [rate, work] of [
    [RATE, pay],
    [ORDER_RATE, sendOrder],
  ] as const)
    begin(async () => {
      while (!signal.aborted) {
        begin(work)
        await delay((-Math.log(1 - chance.roll()) / rate) * 1000, undefined, { signal })
      }
    })

  return async () => {
    stopping.abort()
    await Promise.all(underWay)
  }
}
