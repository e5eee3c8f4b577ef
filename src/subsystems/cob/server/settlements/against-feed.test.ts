/** Runs that are drafted, checked, approved and paid while the feed reports returns: whatever comes between what, nothing is paid twice and nothing is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { type CobWorld, cobWorld, collected, eventLine, feedEvents } from '../../../../../test/cob.ts'
import { deposit, PAID } from '../../../../../test/cod-deposits.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { type KeyAccountWorld, keyAccountWorld } from '../../../../../test/key-accounts.ts'
import { checkCodSettlements, keyAccountDebt, releaseCodSettlement, runCodSettlement, withdrawCodSettlement } from '../../contract/settlements.ts'
import { codRules } from '../watch/control-rules.ts'
import { makeDue } from './running.ts'

const DAY = 86_400_000
let it: KeyAccountWorld
let cob: CobWorld
beforeAll(async () => {
  it = await keyAccountWorld()
  cob = await cobWorld(it)
  await it.owner("delete from masterdata.global_list_entry e using masterdata.global_list l where l.id = e.list_id and l.code = 'PUBLIC_HOLIDAY'")
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const send = (as = 'ketoan') => ({ as, ...it.COB, ...it.key() })
const rows = async <T>(text: string, values: unknown[] = []) => (await it.owner(text, values)).rows as unknown as T[]
type Random = () => number

function seeded(seed: number): Random {
  let at = seed
  return () => {
    at = (at * 48_271) % 2_147_483_647
    return at / 2_147_483_647
  }
}
/** Lets others go first, some calls of the database long. */
async function after(steps: number): Promise<void> {
  for (let n = 0; n < steps; n++) await it.scalar('select 1')
}

interface Item {
  id: string
  code: string
  keyAccount: string
}
/** Items whose money postmen have handed in, collected so many days ago. */
async function handedIn(keyAccount: string, amounts: readonly number[], daysAgo: number): Promise<Item[]> {
  const at = new Date(it.clock.now().getTime() - daysAgo * DAY - 3_600_000)
  const made = await collected(
    it,
    cob,
    amounts.map((amount) => ({ keyAccount, amount: String(amount), at, item: { postage: '15000' } })),
  )
  const total = amounts.reduce((all, amount) => all + amount, 0)
  const line = deposit({ courier: 'BT-HN', amount: String(total), items: made.map(({ code }) => code), occurredAt: isoLocal(it.clock.now()), ...PAID })
  const reply = await it.gateway('', line, cob.other)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply))
  return made.map((one) => ({ ...one, keyAccount }))
}

/** An item comes back, as the feed tells it: on the way, then arrived, now and then the other way round, and twice. */
async function comesBack({ code }: Item, random: Random): Promise<void> {
  const now = it.clock.now()
  const tell = (kind: 'RETURNING' | 'RETURNED', minutes: number) =>
    eventLine({ item: code, kind, unit: '010101', at: isoLocal(new Date(now.getTime() - minutes * 60_000)) })
  const told = [tell('RETURNING', 10), tell('RETURNED', 5)]
  if (random() < 0.3) told.reverse()
  for (const line of told) {
    await after(Math.floor(random() * 25))
    expect(await feedEvents(it, cob.feeder, [line, line])).toMatchObject({ created: 1, refused: 0 })
  }
}

const standing = (ids: readonly string[], status: string) =>
  rows<{ id: string; version: number; runId: string }>(
    'select id, version, run_id as "runId" from cob.settlement where key_account_id = any($1) and status = $2 order by id',
    [ids, status],
  )

/** What a round has come to, so that others may come in between. */
const STAGES = ['begun', 'drafted', 'checked', 'agreed', 'approved', 'batched'] as const
type Reached = (stage: (typeof STAGES)[number]) => void

/** One round of people and the clock, who take what they find: what may not be paid any more is given up, and made anew by one of both. */
async function settle(ids: readonly string[], daysAhead: number, random: Random, reached: Reached = () => undefined): Promise<void> {
  reached('begun')
  const runtime = { ...it.runtime, clock: { now: () => new Date(it.clock.now().getTime() + daysAhead * DAY) } }
  await Promise.all([makeDue(runtime), makeDue(runtime)])
  reached('drafted')
  await after(Math.floor(random() * 10))
  await checkAll(ids)
  reached('checked')
  for (const runId of new Set((await standing(ids, 'CHECKED')).map((one) => one.runId))) await it.submitRun(runId)
  reached('agreed')
  await after(Math.floor(random() * 10))
  await runJobs(it)
  reached('approved')
  for (const runId of new Set((await standing(ids, 'APPROVED')).map((one) => one.runId))) await pay(runId, reached)
  for (const stage of STAGES) reached(stage)
  // What an account is short of by now is settled anew, less what it owes.
  for (const { id, version } of await standing(ids, 'APPROVED'))
    expect(await it.call(withdrawCodSettlement, { id, version, reason: 'Số dư không đủ' }, send('admin'))).toMatchObject({ status: 200 })
}

async function checkAll(ids: readonly string[]): Promise<void> {
  for (const drafts = await standing(ids, 'DRAFT'); drafts.length > 0; drafts.splice(0, drafts.length, ...(await standing(ids, 'DRAFT')))) {
    const { results } = it.must(await it.call(checkCodSettlements, { rows: drafts.map(({ id, version }) => ({ id, version })) }, send('admin')))
    for (const { id, code } of results.filter((one) => one.code !== null)) {
      expect(code).toBe('COB-241')
      const { version } = drafts.find((one) => one.id === id) as { version: number }
      expect(await it.call(releaseCodSettlement, { id, version, reason: 'Bưu gửi đã hoàn' }, send())).toMatchObject({ status: 200 })
      const keyAccountId = await it.scalar('select key_account_id from cob.settlement where id = $1', [id])
      const again = await it.call(runCodSettlement, { keyAccountId, reason: 'Lập lại' }, send())
      expect(again.code === null || again.code === 'COB-234' || again.status === 200, JSON.stringify(again)).toBe(true)
    }
  }
}

async function pay(runId: string, reached: Reached): Promise<void> {
  const made = await it.makeBatch(runId)
  reached('batched')
  if (made.data) await it.carried(made.data.id)
}

/** What the books, the items, the statements and the debts of a key account say, each counted by itself. */
async function agrees({ id }: { id: string }): Promise<void> {
  const [sums] = await rows<Record<'collected' | 'charges' | 'paid' | 'owed' | 'balance', string>>(
    `select (select coalesce(sum(collected_amount), 0) from cob.item where key_account_id = $1)::numeric as collected,
      (select coalesce(sum(postage + fee + tax), 0) from cob.settlement where key_account_id = $1 and status in ('PAID', 'CARRIED', 'MERGED', 'APPROVED'))::numeric as charges,
      (select coalesce(sum(net), 0) from cob.settlement where key_account_id = $1 and status = 'PAID')::numeric as paid,
      (select coalesce(sum(amount), 0) from cob.recovery r where key_account_id = $1)::numeric as owed,
      (select a.balance from cob.key_account k join ledger.account a on a.id = k.account_id where k.id = $1)::numeric as balance`,
    [id],
  )
  const { collected: taken, charges, paid, owed, balance } = sums as NonNullable<typeof sums>
  expect(Number(balance)).toBe(Number(taken) - Number(charges) - Number(paid) - Number(owed))
  const debt = it.must(await it.call(keyAccountDebt, { keyAccountId: id }, { as: 'ketoan', ...it.COB }))
  const parts = [debt.withCouriers, debt.waiting, debt.payable, debt.inStatements, debt.approved, debt.carried].reduce((all, part) => all + Number(part), 0)
  expect(Number(debt.balance)).toBe(parts - Number(debt.recoveries))
}

test.each([1, 2, 3, 4, 5, 6])('returns that come between drafting, checking, approval and payment (%i)', async (seed) => {
  const random = seeded(seed * 7_919)
  const accounts = [await it.opened(), await it.opened()]
  const ids = accounts.map(({ id }) => id)
  const amounts = (count: number) => Array.from({ length: count }, () => 20_000 + 1_000 * Math.floor(random() * 200))
  const old = (await Promise.all(accounts.map(({ code }) => handedIn(code, amounts(6), 4)))).flat()
  const later = (await Promise.all(accounts.map(({ code }) => handedIn(code, amounts(4), 0)))).flat()
  const gone = [...old, ...later].filter(() => random() < 0.5)
  const [before = gone[0] as Item, last = gone[0] as Item, ...between] = gone
  await comesBack(before, random)
  const stages = new Map(STAGES.map((stage) => [stage, Promise.withResolvers<void>()]))
  await Promise.all([
    settle(ids, 0, random, (stage) => stages.get(stage)?.resolve()),
    ...between.map(async (item) => {
      // Those of an account about the same time: sooner, they would leave nothing for later.
      const nth = seed + (item.keyAccount === accounts[0]?.code ? 0 : 3)
      await stages.get(STAGES[nth % STAGES.length] as (typeof STAGES)[number])?.promise
      await after(Math.floor(random() * 40))
      await comesBack(item, random)
    }),
  ])
  await settle(ids, 0, random)
  expect(await it.scalar('select money_state from cob.item where id = $1', [last.id])).toBe('PAID_OUT')
  await comesBack(last, random)
  for (const ahead of [3, 6, 9]) await settle(ids, ahead, random)

  for (const account of accounts) await agrees(account)
  const now = it.clock.now()
  const address = (id: string) => id
  for (const rule of codRules({ courier: address, item: address, overdue: address, keyAccount: address, office: address, surplusLeft: '' }))
    if (rule.severity === 'HIGH') expect([rule.code, await rule.query(it.runtime.db, now)]).toEqual([rule.code, []])
  // An item stands in one statement that counts, and none that is given up keeps one.
  expect(await rows('select item_id from cob.settlement_line where released_at is null group by item_id having count(*) > 1')).toEqual([])
  expect(
    await rows(
      "select s.code from cob.settlement s join cob.settlement_line l on l.settlement_id = s.id where (l.released_at is null) = (s.status in ('RELEASED', 'FAILED'))",
    ),
  ).toEqual([])
  expect(
    await rows(
      `select s.code from cob.settlement s join cob.settlement_line l on l.settlement_id = s.id group by s.id
       having (s.cod, s.postage, s.fee, s.tax, s.items) is distinct from (sum(l.cod), sum(l.postage), sum(l.fee), sum(l.tax), count(*))`,
    ),
  ).toEqual([])
  // An item is paid out where its statement is paid, and nowhere else.
  expect(
    await rows(
      `select i.code, i.money_state, s.status from cob.item i left join cob.settlement_line l on l.item_id = i.id and l.released_at is null
         left join cob.settlement s on s.id = l.settlement_id and s.status in ('PAID', 'CARRIED', 'MERGED')
        where i.key_account_id = any($1) and (i.money_state = 'PAID_OUT') <> (s.id is not null)`,
      [ids],
    ),
  ).toEqual([])
  // What came back after it was paid is owed once; what came back before was not paid.
  const back = await rows<{ state: string; amount: string; owed: string; times: string }>(
    `select i.money_state as state, i.collected_amount as amount, coalesce(sum(r.amount), 0)::numeric(20,2) as owed, count(r.id) as times from cob.item i left join cob.recovery r on r.item_id = i.id
      where i.id = any($1) group by i.id`,
    [gone.map(({ id }) => id)],
  )
  expect(back).toHaveLength(gone.length)
  expect(back).toContainEqual(expect.objectContaining({ state: 'PAID_OUT' }))
  expect(await it.scalar('select money_state from cob.item where id = $1', [before.id])).toBe('HANDED_IN')
  for (const { state, amount, owed, times } of back)
    expect([state, owed, times]).toEqual(state === 'PAID_OUT' ? ['PAID_OUT', amount, '1'] : ['HANDED_IN', '0.00', '0'])
  const stays = await rows<{ state: string }>('select distinct money_state as state from cob.item where id = any($1)', [
    [...old, ...later].filter((item) => !gone.includes(item)).map(({ id }) => id),
  ])
  expect(stays).toEqual([{ state: 'PAID_OUT' }])
})
