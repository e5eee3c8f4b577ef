import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { findTasks } from '#kernel/home.ts'
import { CLIENT, type TreasuryWorld, treasuryWorld } from '../../../../test/treasury.ts'
import { listDifferences, settleDifference } from '../contract/differences.ts'
import { listTreasury } from '../contract/treasury/transactions.ts'

/** What lies on the pending accounts (1381, 3381), and how it leaves them. */

let world: TreasuryWorld
beforeAll(async () => {
  world = await treasuryWorld()
})
afterAll(() => world?.close())

/** A bag in which this much more or less was found, kept pending by two people; answers its row. */
async function kept(sent: number, found: number) {
  const id = await world.dispatched(sent)
  await world.start(id)
  await world.receive(id, found)
  const asked = await world.settle(id, 'KEEP_PENDING')
  expect(await world.decide(asked.data?.requestId as string)).toMatchObject({ status: 200 })
  return rowOf(id)
}

const rows = async (as = 'ketoan') => (await world.list(listDifferences, { filter: {}, pageSize: 100 }, { as, clientId: CLIENT })).data?.result ?? []
async function rowOf(sourceId: string) {
  const row = (await rows()).find((one) => one.sourceId === sourceId)
  if (!row) throw new Error(`no difference of ${sourceId}`)
  return row
}

const propose = (row: { id: string; version: number }, settlement: 'RECOVER' | 'WRITE_OFF' | 'PAY_BACK', more: { staffId?: string; as?: string } = {}) => {
  const { staffId, as = 'ketoan' } = more
  return world.call(
    settleDifference,
    { id: row.id, version: row.version, settlement, reason: 'Theo biên bản xử lý', ...(staffId ? { staffId } : {}) },
    { as, clientId: CLIENT, headers: { 'idempotency-key': randomUUID() } },
  )
}

/** The pending accounts hold what was not settled, and nothing else. */
async function pendingEqualsBooks() {
  const { rows: sums } = await world.runtime.pool.query(`
    select (select coalesce(sum(amount), 0.00) from cash.pending_difference where status <> 'SETTLED') as kept,
      (select coalesce(sum(case c.key when 'SHORTAGE_PENDING' then -a.balance else a.balance end), 0.00) from ledger.account a join ledger.chart c on c.id = a.chart_id
        where c.key in ('SHORTAGE_PENDING', 'SURPLUS_PENDING')) as booked`)
  expect(sums[0].kept).toBe(sums[0].booked)
}

describe('a difference that was kept pending', () => {
  it('short: is recovered from a person or written off, when another person agrees; the account it lay on is empty again', async () => {
    const row = await kept(50_000_000, 49_500_000)
    expect(row).toMatchObject({ source: 'TRANSIT', amount: '-500000.00', status: 'OPEN', days: 0, settlement: null })
    await pendingEqualsBooks()
    expect(await propose(row, 'PAY_BACK')).toMatchObject({ status: 422, code: 'CSH-170' })
    expect(await propose(row, 'RECOVER')).toMatchObject({ status: 422, code: 'CSH-171' })
    const asked = await propose(row, 'RECOVER', { staffId: world.carrier.staffId })
    expect(asked.data).toBeTruthy()
    expect(await propose(await rowOf(row.sourceId), 'WRITE_OFF')).toMatchObject({ status: 409 })
    // The maker, and whoever has to make it good, are not those who decide.
    expect(await world.decide(asked.data?.requestId as string, 'APPROVE', { as: 'ketoan' })).toMatchObject({ status: 403 })
    expect(await world.account(`SHORTAGE-DUE-${world.b.code}`)).toBe(0)
    expect(await world.decide(asked.data?.requestId as string)).toMatchObject({ status: 200 })
    expect([await world.account(`SHORTAGE-${world.b.code}`), await world.account(`SHORTAGE-DUE-${world.b.code}`)]).toEqual([0, 500_000])
    expect(await rowOf(row.sourceId)).toMatchObject({ status: 'SETTLED', settlement: 'RECOVER', proposedBy: 'ketoan', decidedBy: 'kiemsoat', days: null })
    expect(await propose(await rowOf(row.sourceId), 'WRITE_OFF')).toMatchObject({ status: 409, code: 'SYS-410' })
    expect((await world.detail(row.sourceId)).journals.map(({ kind }) => kind)).toContain('CASH_DIFFERENCE_SETTLED')
    await pendingEqualsBooks()
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('over: is owed to whose it is; a request that was refused leaves it as it was', async () => {
    const row = await kept(10_000_000, 10_500_000)
    const refused = await propose(row, 'PAY_BACK')
    await world.decide(refused.data?.requestId as string, 'REJECT')
    const again = await rowOf(row.sourceId)
    expect(again).toMatchObject({ status: 'OPEN', settlement: null })
    const asked = await propose(again, 'PAY_BACK')
    expect(await world.decide(asked.data?.requestId as string)).toMatchObject({ status: 200 })
    expect([await world.account(`SURPLUS-${world.b.code}`), await world.account(`SURPLUS-DUE-${world.b.code}`)]).toEqual([0, 500_000])
    await pendingEqualsBooks()
  })

  it('counts against the limit of who writes it off, and of nobody who has it recovered', async () => {
    await world.runtime.pool.query(`insert into limits.role_limit (role_id, kind, amount, updated_by)
      select h.role_id, 'WRITE_OFF', 300000, 'admin' from iam.held_role h join iam.user_account u on u.id = h.user_id where u.account = 'kiemsoat'`)
    const row = await kept(20_000_000, 19_500_000)
    const asked = await propose(row, 'WRITE_OFF')
    expect(await world.decide(asked.data?.requestId as string)).toMatchObject({ status: 409, code: 'LIM-001', message: expect.stringContaining('300.000') })
    expect(await rowOf(row.sourceId)).toMatchObject({ status: 'PENDING' })
    await world.decide(asked.data?.requestId as string, 'REJECT')
    // Written off at once, in transit, it counts as well.
    const bag = await world.dispatched(20_000_000)
    await world.start(bag)
    await world.receive(bag, 19_500_000)
    const direct = await world.settle(bag, 'WRITE_OFF')
    expect(await world.decide(direct.data?.requestId as string)).toMatchObject({ status: 409, code: 'LIM-001' })
    await world.decide(direct.data?.requestId as string, 'REJECT')
    const recovered = await propose(await rowOf(row.sourceId), 'RECOVER', { staffId: world.carrier.staffId })
    expect(await world.decide(recovered.data?.requestId as string)).toMatchObject({ status: 200 })
    await world.runtime.pool.query("delete from limits.role_limit where kind = 'WRITE_OFF'")
  })

  it('is decided by two people and once in the database too, and keeps its amount', async () => {
    const row = await kept(10_000_000, 9_500_000)
    const change = (set: string) => world.runtime.database.owner.query(`update cash.pending_difference set ${set} where id = ${row.id}`)
    await expect(change('amount = -1')).rejects.toThrow(/keeps its amount/)
    await expect(change("proposed_by = 'x', decided_by = 'x'")).rejects.toThrow(/difference_two_people|difference_settled_whole/)
    await expect(change("status = 'SETTLED', settlement = 'WRITE_OFF'")).rejects.toThrow(/difference_settled_whole/)
    await expect(world.runtime.database.owner.query('delete from cash.pending_difference')).rejects.toThrow(/never deleted/)
  })
})

describe('what waits for people on the home page', () => {
  it('is a bag for who receives it, not for who sent it or works elsewhere', async () => {
    const count = async (as: string) => (await world.list(listTreasury, { filter: { toReceive: true } }, { as, clientId: CLIENT })).data?.totalRecord
    const before = [await count(world.a.account), await count(world.b.account), await count(world.c.account)]
    const id = await world.dispatched(10_000_000)
    expect([await count(world.a.account), await count(world.b.account), await count(world.c.account)]).toEqual([before[0], (before[1] ?? 0) + 1, before[2]])
    const tasks = (await world.call(findTasks, {}, { as: world.b.account, clientId: CLIENT })).data ?? []
    expect(tasks.find(({ key }) => key === 'cash.toReceive')?.count).toBe((before[1] ?? 0) + 1)
    await world.start(id)
    await world.receive(id, 10_000_000)
    expect(await count(world.b.account)).toBe(before[1])
  })
})
