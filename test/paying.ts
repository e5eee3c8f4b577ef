/** Lines of payout lists at counters: two points with a till each, their tellers, and the counter channel that reports for both. */
import { randomUUID } from 'node:crypto'
import { approveCashOrders, listCashOrders } from '#core/cash/contract/counter/cash-order.ts'
import { claimPayable } from '#core/cash/contract/counter/pay.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { lineCode } from '#subsystems/cfm/contract/payouts.ts'
import { agingJobs } from '#subsystems/cfm/server/aging.ts'
import type { TestClock } from './app.ts'
import { runJobs } from './jobs.ts'
import { gatewayCall, gatewayWorld } from './payments.ts'
import { type PayoutWorld, type Person, payoutWorld } from './payouts.ts'

const CFM = { clientId: 'PP_CFM_NEW' } as const
/** Who decides cash orders. */
export const CHECKER = { as: 'kiemsoat', clientId: 'PP_CFM_NEW' } as const
/** What each till has to begin with, in đồng. */
export const FLOAT = 10_000_000

export interface PayingPlace {
  account: string
  unitId: string
  staffId: string
  till: string
  tillId: string
  /** Of the teller, as the counter channel names them. */
  code: string
}

export async function payingWorld({ clock, float = FLOAT }: { clock?: TestClock; float?: number } = {}) {
  const world = await payoutWorld(clock ? { clock } : {})
  const channel = (await gatewayWorld(world.runtime)).saoviet
  const owner = () => world.runtime.database.owner
  /** A till of an office with cash, and its teller's open shift. */
  async function place({ id: unitId, account, staffId, code: unit }: PayoutWorld['point']): Promise<PayingPlace> {
    const code = `Q-${unit}`
    const [till] = await world.runtime.db.transaction().execute((tx) => openHoldings(tx, [{ code, name: `Quầy ${unit}`, kind: 'TILL', unitId }]))
    await owner().query(
      "insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at) values ($1, $2, $3, $4, $5, 'OPEN', now())",
      [`CA-${code}`, unitId, till?.id, staffId, localDate(world.clock.now())],
    )
    await world.runtime.db.transaction().execute(async (tx) => {
      const [contra] = await openAccounts(tx, [{ code: `CONTRA-${unit}`, name: 'Đối ứng', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
      await post(tx, {
        ...{
          businessKey: `fund:${code}`,
          kind: 'TREASURY_RECEIVED',
          service: 'CASH',
          businessDate: localDate(world.clock.now()),
          occurredAt: world.clock.now(),
        },
        ...{ description: 'Tiếp quỹ', sourceType: 'test', sourceId: '1', officeUnitId: unitId },
        entries: [
          { accountId: till?.accountId ?? '', side: 'D', amount: BigInt(float) * 100n },
          { accountId: contra ?? '', side: 'C', amount: BigInt(float) * 100n },
        ],
      })
    })
    const { rows } = await world.runtime.pool.query('select code from organisation.staff where id = $1', [staffId])
    return { account, unitId, staffId, till: code, tillId: till?.id ?? '', code: rows[0].code }
  }
  const here = await place(world.point)
  const there = await place(world.otherPoint)
  let month = 0
  const papers = (person: Person) => ({ name: String(person.name), identityType: 'CCCD', identityNumber: String(person.identityNumber) })
  const command = (account: string) => ({ as: account, ...CFM, headers: { 'idempotency-key': randomUUID() } })
  const ordersOf = async (lineId: string) =>
    (await world.list(listCashOrders, { filter: { text: lineCode(lineId) } }, CHECKER)).data?.result.map(({ id, version, status, amount }) => ({
      ...{ id, version, status, amount },
    })) ?? []
  return {
    ...world,
    ordersOf,
    /** The cash order of a line, by somebody who may. */
    async approveOrder(lineId: string): Promise<void> {
      const [order] = await ordersOf(lineId)
      const rows = [{ id: order?.id ?? '', version: order?.version ?? 0 }]
      const { data, message } = await world.call(approveCashOrders, { rows, note: 'Đã xem giấy tờ' }, CHECKER)
      if (data?.done !== 1) throw new Error(message)
    },
    ...{ here, there, papers, command },
    owner,
    /** A list of these people that is approved; its lines in their order. */
    async payable(people: readonly Person[]) {
      month += 1
      const id = await world.approved(await world.programme(), people, `${String(((month - 1) % 12) + 1).padStart(2, '0')}/2026`)
      return { id, lines: await world.lines(id) }
    },
    claimAt: (lineId: string, person: Person, change: object = {}, at: PayingPlace = here) =>
      world.call(
        claimPayable,
        { kind: 'PAYOUT_LINE', code: lineCode(lineId), to: 'RECEIVER', amount: String(person.amount), payee: papers(person), ...change } as never,
        command(at.account),
      ),
    statusOf: async (id: string): Promise<string> => (await world.runtime.pool.query('select status from payout.line where id = $1', [id])).rows[0].status,
    /** What the account of a list has and what its lines have still to be paid, in đồng. */
    async sides(listId: string) {
      const { rows } = await world.runtime.pool.query(
        `select a.balance, (select coalesce(sum(l.amount), 0) from payout.line l where l.list_id = p.id and l.status in ('UNPAID', 'CLAIMED', 'UNKNOWN', 'HELD')) as lines
         from payout.list p join ledger.account a on a.id = p.account_id where p.id = $1`,
        [listId],
      )
      return { account: Number(rows[0].balance), unpaid: Number(rows[0].lines) }
    },
    report: (lineId: string, person: Person, change: object = {}, at: PayingPlace = here) => ({
      ...{
        externalRef: `PL-${randomUUID()}`,
        service: 'PAYOUT',
        type: 'PAYOUT',
        channel: 'COUNTER',
        currency: 'VND',
        occurredAt: isoLocal(new Date(world.clock.now().getTime() - 2_000)),
      },
      ...{ amount: String(person.amount), till: at.till, teller: at.code, lineCode: lineCode(lineId), payee: papers(person) },
      ...change,
    }),
    send: (body: object) => gatewayCall(world.app, channel, '/og-001/v1/transactions', body, { at: world.clock.now() }),
    outcomeOf: (ref: string, status: string) =>
      gatewayCall(
        world.app,
        channel,
        `/og-001/v1/transactions/${ref}/outcome`,
        { status, code: '00', message: 'Xong', occurredAt: isoLocal(world.clock.now()) },
        { at: world.clock.now() },
      ),
    /** What time does to claims and orders in so many minutes from now; then it is now again, because sessions are as old as the clock. */
    async ageIn(minutes: number): Promise<void> {
      const now = world.clock.now()
      // Claims carry the time of the database: however long the test has been running, none is later than its clock.
      await owner().query("update cash.slip set updated_at = $1 where status = 'CLAIMED' and updated_at > $1", [now])
      world.clock.advance(minutes * 60_000)
      await world.runtime.db.transaction().execute(async (tx) => {
        for (const { definition } of agingJobs([])) await enqueue(tx, definition, {})
      })
      await runJobs(world)
      world.clock.set(now)
    },
  }
}
export type PayingWorld = Awaited<ReturnType<typeof payingWorld>>
