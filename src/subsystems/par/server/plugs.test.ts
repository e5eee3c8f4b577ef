/** Transfers against the statement of the bank, and what merchants are owed against what they were paid. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transfers } from '#app/plugs/services.ts'
import { itemMachine } from '#core/disbursement/contract/machine.ts'
import { en } from '#core/reconciliation/labels/breaks/en.ts'
import { vi } from '#core/reconciliation/labels/breaks/vi.ts'
import type { OurLine } from '#core/reconciliation/server/public.ts'
import { settlementMachine } from '#core/settlements/contract/machine.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { type DisbursementWorld, disbursementWorld } from '../../../../test/disbursement.ts'
import { type SettlementWorld, settlementWorld } from '../../../../test/settlements.ts'
import { merchantReconciliationPlug, transferReconciliationPlug } from './plugs.ts'

const unused = () => Promise.reject(new Error('nothing is made of a line here'))
const wire = { payments: { report: unused, send: unused, outcome: unused }, byStatement: unused }

const linesOf = async (db: Queryable, lines: RawBuilder<OurLine>) =>
  (
    await sql<{ reference: string; amount: string; money: boolean; status: string; account: string }>`
      select reference, (amount / 100)::text as amount, money, status, counter_account as account from (${lines}) l order by reference, amount`.execute(db)
  ).rows

it('each state of a settlement or a transfer has words beside its line', () => {
  const states = [...settlementMachine.status.options, ...itemMachine.status.options]
  for (const { enums } of [vi, en]) expect(states.filter((state) => !Object.hasOwn(enums.lineStatus, state))).toEqual([])
})

describe('transfers on behalf', () => {
  const plug = transferReconciliationPlug({ ...wire, transfers, recordPath: '/transfers?transactionId={id}' })
  let world: DisbursementWorld
  beforeAll(async () => {
    world = await disbursementWorld()
  })
  afterAll(() => world?.end())

  it('are money that leaves us once the bank has made them, and what it gives back is a line of its own; together they are what its account has moved', async () => {
    const listId = await world.list([world.payee(100_000), world.payee(200_000), world.payee(300_000)])
    const batch = await world.approved(listId)
    const items = await world.items(batch)
    const [paid, failed, waiting] = items.map(({ reference }) => reference) as [string, string, string]
    world.bank.simulator.decide('VCB', failed, 'FAILED')
    world.bank.simulator.decide('VCB', waiting, 'PENDING')
    await world.send()
    await world.giveBack(paid, '40000')
    const today = localDate(world.clock.now())
    const asked = { partnerId: world.bank.id, from: addDays(today, -1), to: addDays(today, 1) }
    const lines = await linesOf(world.runtime.db, plug.ourLines(asked))
    const of = (ref: string) => lines.filter(({ reference }) => reference === ref).map(({ amount, money, status }) => [amount, money, status])
    expect([of(paid), of(failed), of(waiting)]).toEqual([[['-100000', true, 'SUCCEEDED']], [['-200000', false, 'FAILED']], [['-300000', false, 'PROCESSING']]])
    expect(lines.filter(({ amount }) => amount === '40000').map(({ money }) => money)).toEqual([true])
    const moved = lines.reduce((sum, { amount, money }) => (money ? sum + Number(amount) : sum), 0)
    expect(moved).toBe(await world.balanceOf('1388.VCB'))
    // Whom the money went to stands on the line, so that the bank's line can be told by it.
    const account = items.find(({ reference }) => reference === paid)?.account_number
    expect(lines.find(({ reference }) => reference === paid)?.account).toBe(account)
  })

  it('are never made of a statement, nor refunded', () => {
    expect(Object.keys(plug.actions)).toEqual(['OUTCOME'])
  })
})

describe('merchants', () => {
  const plug = merchantReconciliationPlug('/settlement/{id}')
  let world: SettlementWorld
  beforeAll(async () => {
    world = await settlementWorld()
  })
  afterAll(() => world?.end())

  it('are owed what their settlements came to, and were paid what a transfer has carried; both sides go by the code of the settlement', async () => {
    await world.payTo('M-HANOI', 1_000_000)
    await world.payTo('M-HCM', 500_000)
    await world.closeCycles()
    const hanoi = await world.last('M-HANOI')
    const hcm = await world.last('M-HCM')
    await world.sent((settlement) => (settlement === hcm.code ? 'FAILED' : 'SUCCEEDED'))
    const today = localDate(world.clock.now())
    const asked = { partnerId: null, from: addDays(today, -1), to: addDays(today, 30) }
    const whole = (net: string) => `-${net.replace(/\.00$/, '')}`
    const owed = await linesOf(world.runtime.db, plug.ourLines(asked))
    expect(owed.map(({ reference, amount, money }) => [reference, amount, money])).toEqual(
      [hanoi, hcm].map(({ code, net }) => [code, whole(net), true]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
    const theirs = plug.theirLines?.(asked)
    if (!theirs) throw new Error('no other side')
    const paid = await linesOf(world.runtime.db, theirs)
    expect(new Map(paid.map(({ reference, amount, money }) => [reference, [amount, money]]))).toEqual(
      new Map([
        [hanoi.code, [whole(hanoi.net), true]],
        [hcm.code, [whole(hcm.net), false]],
      ]),
    )
    // Nobody else takes part, and nothing is posted.
    expect([plug.partnerKinds, plug.accounts, plug.actions]).toEqual([[], undefined, {}])
  })
})
