import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeModules } from '#app/modules.ts'
import { demoSessions } from '#core/iam/server/public.ts'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { buildRegistry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { runWatchRules } from '#subsystems/cob/server/watch/run.ts'
import { send, sendList, type TestApp, type TestClock, testApp, testClock } from '../../../../../test/app.ts'
import { cobWorld, collected as itemsCollected } from '../../../../../test/cob.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { gatewayCall } from '../../../../../test/payments.ts'
import { cobIncidents } from '../../contract/incidents.ts'
import {
  getWatched,
  listWatched,
  runWatch,
  seeManyWatched,
  seeWatched,
  snoozeManyWatched,
  snoozeWatched,
  takeWatched,
  type WatchRule,
} from '../../contract/watch.ts'

/** Thursday, at nine. */
const START = new Date('2026-11-19T09:00:00+07:00')

let app: TestApp
let clock: TestClock
/** Days pass: its sessions do not end. */
let server: FastifyInstance
let next = 0
const by = (account: string) => ({ headers: { authorization: `Bearer ${account}` } })
const call = <C extends Contract>(contract: C, input: RawInputOf<C>, account = 'ketoan') =>
  send(server, contract, input, { headers: { ...by(account).headers, ...(contract.idempotent ? { 'idempotency-key': randomUUID() } : {}) } })
beforeAll(async () => {
  clock = testClock(START)
  app = await testApp({ clock })
  server = await createServer({ runtime: app.runtime, registry: buildRegistry(composeModules()), sessions: demoSessions(app.runtime, 'PP_COB') })
  const { owner } = app.runtime.database
  await owner.query(`
    insert into ledger.account (code, name, class, normal_side, chart_id)
      select '11311.COD.BT01', 'Bưu tá', 'ASSET', 'D', id from ledger.chart where key = 'CASH_IN_TRANSIT';
    insert into cob.courier (code, name, account_id, unit_id, created_by, created_at, updated_by, updated_at)
      select 'BT01', 'Trần Văn Bưu', a.id, u.id, 'test', now(), 'test', now() from ledger.account a, organisation.unit u where a.code = '11311.COD.BT01' and u.code = '010101'`)
})
afterAll(async () => {
  await server?.close()
  await app?.close()
})

/** An item as the feed leaves it, with these columns. */
async function item(columns: Record<string, unknown> = {}): Promise<{ id: string; code: string }> {
  const code = `WATCH${++next}`
  const values = { cod_amount: 150_000, delivery_state: 'OUT_FOR_DELIVERY', ...columns }
  const names = Object.keys(values)
  const { rows } = await app.runtime.database.owner.query<{ id: string; code: string }>(
    `insert into cob.item (code, partner_id, sender_name, receiver_name, accepted_at, accepted_unit_id, unit_id, courier_id, updated_at, ${names.join(', ')})
     select $1, (select min(id) from organisation.partner), 'Shop An', 'Lê Hoàng', $2, u.id, u.id, (select id from cob.courier where code = 'BT01'), $2, ${names.map((_, at) => `$${at + 3}`).join(', ')}
       from organisation.unit u where u.code = '010101' returning id, code`,
    [code, clock.now(), ...Object.values(values)],
  )
  return rows[0] as { id: string; code: string }
}

async function event(itemId: string, kind: string, at: string, amount: number | null = null): Promise<string> {
  const { rows } = await app.runtime.database.owner.query<{ id: string }>(
    `insert into cob.event (partner_id, reference, item_code, item_id, kind, at, amount, method, received_at)
     select partner_id, $2, code, id, $3, $4, $5, case when $3 = 'COLLECTED' then 'CASH' end, $4 from cob.item where id = $1 returning id`,
    [itemId, `E${++next}`, kind, at, amount],
  )
  return rows[0]?.id as string
}

/** An item whose money somebody has taken. */
async function collected(columns: Record<string, unknown> = {}, at = '2026-11-18T10:00:00+07:00'): Promise<{ id: string; code: string }> {
  const made = await item()
  const eventId = await event(made.id, 'COLLECTED', at, 150_000)
  await change(made.id, {
    collected_event_id: eventId,
    collected_at: at,
    collected_amount: 150_000,
    money_state: 'COLLECTED',
    due_on: '2026-11-19',
    ...columns,
  })
  return made
}

async function change(id: string, columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns)
  await app.runtime.database.owner.query(`update cob.item set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`, [
    id,
    ...Object.values(columns),
  ])
}

async function run(): Promise<void> {
  await app.runtime.db.transaction().execute((tx) => enqueue(tx, runWatchRules, {}))
  await runJobs(app)
}

const rowsOf = async (rule: WatchRule) => (await sendList(server, listWatched, { filter: { rule: [rule] }, pageSize: 50 }, by('ketoan'))).data?.result ?? []
const rowOf = async (rule: WatchRule, code: string) => (await rowsOf(rule)).find(({ subjectCode }) => subjectCode === code)

test('money that is not handed in on its day is watched with how late it is, and no longer once it is handed in', async () => {
  const { id, code } = await collected()
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toBeUndefined()
  clock.set(new Date('2026-11-21T08:00:00+07:00'))
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({
    ...{ status: 'NEW', amount: '150000.00', courierName: 'Trần Văn Bưu', itemId: id, codes: code, openings: 1 },
    reason: 'Còn 150.000 đồng chưa nộp, hạn nộp 19/11/2026, quá hạn 2 ngày',
  })
  await change(id, { handed_in_amount: 50_000, money_state: 'PARTIAL' })
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ status: 'NEW', amount: '100000.00', reason: expect.stringContaining('Còn 100.000 đồng') })
  const { data } = await sendList(server, listWatched, { filter: { rule: ['LATE_HAND_IN'] } }, { ...by('ketoan'), language: 'en' })
  expect(data?.result[0]?.reason).toBe('VND 100,000 not handed in, due 19/11/2026, 2 days late')
  await change(id, { handed_in_amount: 150_000, money_state: 'HANDED_IN' })
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ status: 'CLOSED', openings: 1 })
})

test('a row is opened again when its reason comes back, and is new to who had seen it', async () => {
  const { id, code } = await collected()
  await run()
  const row = await rowOf('LATE_HAND_IN', code)
  expect(await call(seeWatched, { id: row?.id ?? '', version: row?.version ?? 0 })).toMatchObject({ status: 200 })
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ status: 'SEEN', seenBy: 'ketoan' })
  await change(id, { handed_in_amount: 150_000, money_state: 'HANDED_IN' })
  await run()
  // The deposit is cancelled: the money is the postman's again.
  await change(id, { handed_in_amount: 0, money_state: 'COLLECTED' })
  clock.advance(3_600_000)
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ id: row?.id, status: 'NEW', seenBy: null, openings: 2, closedAt: null })
})

test('a delivery without a collection is watched after some hours', async () => {
  const { id, code } = await item({ delivery_state: 'DELIVERED', delivered_at: clock.now(), marks: ['DELIVERED_NOT_COLLECTED'] })
  clock.advance(23 * 3_600_000)
  await run()
  expect(await rowOf('DELIVERED_NOT_COLLECTED', code)).toBeUndefined()
  clock.advance(2 * 3_600_000)
  await run()
  expect(await rowOf('DELIVERED_NOT_COLLECTED', code)).toMatchObject({ status: 'NEW', reason: expect.stringContaining('đã 25 giờ chưa báo thu 150.000 đồng') })
  await change(id, { marks: [] })
  await run()
  expect(await rowOf('DELIVERED_NOT_COLLECTED', code)).toMatchObject({ status: 'CLOSED' })
})

test('a collection without a delivery, a wrong amount, a second collection, a return after a delivery and a sender paid early are watched', async () => {
  const at = '2026-11-20T10:00:00+07:00'
  const early = await collected({ marks: ['COLLECTED_NOT_DELIVERED'] }, at)
  const wrong = await collected({ marks: ['WRONG_AMOUNT'], cod_amount: 200_000 }, at)
  const twice = await collected({ marks: ['COLLECTED_TWICE'] }, at)
  await event(twice.id, 'COLLECTED', '2026-11-20T11:00:00+07:00', 150_000)
  const back = await collected({ marks: ['DELIVERED_AND_RETURNED'], delivery_state: 'RETURNED', delivered_at: at, returned_at: at }, at)
  const paid = await collected({ money_state: 'PAID_OUT', paid_out_at: at, handed_in_amount: 20_000 }, at)
  await run()
  expect(await rowOf('COLLECTED_NOT_DELIVERED', early.code)).toMatchObject({ status: 'NEW', reason: expect.stringContaining('Thu 150.000 đồng') })
  expect(await rowOf('WRONG_AMOUNT', wrong.code)).toMatchObject({ amount: '50000.00', reason: 'Đã thu 150.000 đồng, tiền COD là 200.000 đồng' })
  expect(await rowOf('COLLECTED_TWICE', twice.code)).toMatchObject({
    amount: '150000.00',
    reason: expect.stringContaining('Báo thu 2 lần, tổng cộng 300.000 đồng'),
  })
  expect(await rowOf('DELIVERED_AND_RETURNED', back.code)).toMatchObject({ reason: expect.stringContaining('rồi lại chuyển hoàn') })
  expect(await rowOf('PAID_BEFORE_HANDED_IN', paid.code)).toMatchObject({ amount: '130000.00' })
  for (const { id } of [early, wrong, back]) await change(id, { marks: [] })
  await change(twice.id, { marks: [] })
  await change(paid.id, { handed_in_amount: 150_000 })
  await run()
  for (const [rule, { code }] of [
    ['COLLECTED_NOT_DELIVERED', early],
    ['WRONG_AMOUNT', wrong],
    ['COLLECTED_TWICE', twice],
    ['DELIVERED_AND_RETURNED', back],
    ['PAID_BEFORE_HANDED_IN', paid],
  ] as const)
    expect(await rowOf(rule, code)).toMatchObject({ status: 'CLOSED' })
})

test('an amount that was changed after the item had gone out is watched', async () => {
  const { id, code } = await item()
  const changed = (after: number, out: boolean) =>
    app.runtime.database.owner.query(
      `insert into cob.amount_change (item_id, before, after, after_out, reason, decided_by, decided_at) values ($1, 150000, $2, $3, 'Người gửi báo', 'kiemsoat', $4)`,
      [id, after, out, clock.now()],
    )
  await changed(140_000, false)
  await run()
  expect(await rowOf('AMOUNT_CHANGED', code)).toBeUndefined()
  await changed(120_000, true)
  await run()
  expect(await rowOf('AMOUNT_CHANGED', code)).toMatchObject({ amount: '30000.00', reason: expect.stringContaining('từ 150.000 thành 120.000 đồng') })
})

test('a postman who is short again and again is watched, with the deposits to open an incident of', async () => {
  const world = await cobWorld(app)
  const made = await itemsCollected(
    app,
    world,
    [1, 2, 3].map((hour) => ({ amount: '100000', at: new Date(clock.now().getTime() - hour * 3_600_000) })),
  )
  const short = async ({ code }: { code: string }, amount: string) => {
    const reply = await gatewayCall<{ code: string }>(
      app.app,
      world.other,
      '/og-001/v1/transactions',
      {
        ...{ externalRef: `NOP-${code}`, service: 'COD', type: 'COLLECTION', channel: 'WALLET', kind: 'WALLET', courier: 'BT-HN', items: [code] },
        ...{ amount, currency: 'VND', occurredAt: isoLocal(clock.now()) },
        outcome: { status: 'SUCCEEDED', code: '00', message: 'Thành công', evidence: { bankReference: `FT-${code}` } },
      },
      { at: clock.now() },
    )
    expect(reply).toMatchObject({ status: 200 })
  }
  const [first, second, third] = made as unknown as [{ code: string }, { code: string }, { code: string }]
  await short(first, '90000')
  await short(second, '80000')
  await run()
  expect(await rowOf('REPEATED_SHORTAGE', 'BT-HN')).toBeUndefined()
  await short(third, '99000')
  await run()
  const row = await rowOf('REPEATED_SHORTAGE', 'BT-HN')
  expect(row).toMatchObject({ amount: '31000.00', reason: 'Nộp thiếu 3 lần trong 30 ngày gần nhất, tổng cộng thiếu 31.000 đồng', itemId: null })
  expect(row?.codes.split(',')).toHaveLength(3)
  const day = clock.now()
  clock.advance(31 * 86_400_000)
  await run()
  expect(await rowOf('REPEATED_SHORTAGE', 'BT-HN')).toMatchObject({ status: 'CLOSED' })
  clock.set(day)
  await run()
})

test('what is put off comes back on its day, and not before', async () => {
  const { code } = await collected({ due_on: '2026-11-20' })
  await run()
  const row = await rowOf('LATE_HAND_IN', code)
  const ref = { id: row?.id ?? '', version: row?.version ?? 0 }
  expect(await call(snoozeWatched, { ...ref, until: '2026-11-22' })).toMatchObject({ status: 422, code: 'COB-401' })
  expect(await call(snoozeWatched, { ...ref, until: '2027-03-01' })).toMatchObject({ status: 422, code: 'COB-402' })
  expect(await call(snoozeWatched, { ...ref, until: '2026-11-25', note: 'Chờ bưu tá về' })).toMatchObject({ status: 200 })
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ status: 'SNOOZED', snoozeUntil: '2026-11-25T00:00:00.000+07:00', snoozeNote: 'Chờ bưu tá về' })
  clock.set(new Date('2026-11-25T00:15:00+07:00'))
  await run()
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ status: 'NEW', snoozeUntil: null, openings: 1 })
})

test('many are seen or put off at once, each within the scope of who does it', async () => {
  const both = [await collected({ due_on: '2026-11-20' }), await collected({ due_on: '2026-11-20' })]
  await run()
  const rows = (await rowsOf('LATE_HAND_IN'))
    .filter(({ subjectCode }) => both.some(({ code }) => code === subjectCode))
    .map(({ id, version }) => ({ id, version }))
  expect(await call(seeManyWatched, { rows })).toMatchObject({ data: { done: 2, refused: 0 } })
  const again = rows.map(({ id, version }) => ({ id, version: version + 1 }))
  expect(await call(snoozeManyWatched, { rows: again, until: '2026-11-27' })).toMatchObject({ data: { done: 2, refused: 0 } })
  // One of another province neither sees nor moves them.
  const { rows: units } = await app.runtime.pool.query<{ id: string }>("select id from organisation.unit where code = '480101'")
  const far = await collected({ due_on: '2026-11-20', unit_id: units[0]?.id })
  await run()
  const hidden = await rowOf('LATE_HAND_IN', far.code)
  const seen = await sendList(server, listWatched, { filter: { text: far.code } }, by('tinh01'))
  expect(seen.data?.result).toEqual([])
  expect((await sendList(server, listWatched, {}, by('tinh01'))).data?.result.length).toBeGreaterThan(0)
  expect(await call(getWatched, { id: hidden?.id ?? '' }, 'tinh01')).toMatchObject({ status: 404 })
})

test('who takes a row has it alone', async () => {
  const { code } = await collected({ due_on: '2026-11-20' })
  await run()
  const row = await rowOf('LATE_HAND_IN', code)
  const ref = { id: row?.id ?? '', version: row?.version ?? 0 }
  expect(await call(takeWatched, ref)).toMatchObject({ status: 200 })
  expect(await rowOf('LATE_HAND_IN', code)).toMatchObject({ mine: true, assigneeName: expect.any(String) })
  expect(await call(takeWatched, { ...ref, version: ref.version + 1 }, 'admin')).toMatchObject({ status: 409, code: 'COB-403' })
})

test('rules run when somebody asks, and nothing is found twice', async () => {
  const { code } = await collected({ due_on: '2026-11-20' })
  expect(await call(runWatch, {})).toMatchObject({ status: 200 })
  await runJobs(app)
  await run()
  expect((await rowsOf('LATE_HAND_IN')).filter(({ subjectCode }) => subjectCode === code)).toHaveLength(1)
})

test('an incident of a watched item ends the watching of what has happened, until it is reopened', async () => {
  const { code } = await collected({ marks: ['WRONG_AMOUNT'], cod_amount: 90_000 }, '2026-11-24T10:00:00+07:00')
  const further = await collected({ marks: ['WRONG_AMOUNT'], cod_amount: 80_000 }, '2026-11-24T10:00:00+07:00')
  await run()
  const row = await rowOf('WRONG_AMOUNT', code)
  const categories = (await call(cobIncidents.categories, {})).data ?? []
  expect(categories.map((one) => one.code)).toEqual(expect.arrayContaining(['COD_SHORT', 'COD_NOT_COLLECTED', 'COD_WRONG_AMOUNT', 'COD_TWICE', 'COD_NOT_PAID']))
  const opened = await call(cobIncidents.create, {
    ...{
      subjectCode: row?.codes,
      otherCodes: [further.code.toLowerCase(), code],
      categoryId: categories.find((one) => one.code === 'COD_NOT_COLLECTED')?.id ?? '',
    },
    ...{ channel: 'INTERNAL', reporterKind: 'STAFF', reporterName: 'Kế toán', description: 'Thu sai số tiền' },
  })
  expect(opened).toMatchObject({ status: 200, data: { joined: false } })
  const id = opened.data?.id ?? ''
  const found = async () => (await call(cobIncidents.detail, { id })).data
  expect(await found()).toMatchObject({ subjectCode: code, records: [{ code, amount: '90000.00' }, { code: further.code }] })
  const ref = async () => ({ id, version: (await found())?.version ?? 0 })
  await call(cobIncidents.start, await ref())
  await call(cobIncidents.resolve, { ...(await ref()), cause: 'OURS', resolution: 'Đã thu thêm', via: 'PHONE' })
  expect(await found()).toMatchObject({ status: 'RESOLVED' })
  await run()
  expect(await rowOf('WRONG_AMOUNT', code)).toMatchObject({ status: 'CLOSED' })
  expect(await rowOf('WRONG_AMOUNT', further.code)).toMatchObject({ status: 'CLOSED' })
  await call(cobIncidents.reopen, { ...(await ref()), reason: 'Người nhận khiếu nại' })
  await run()
  expect(await rowOf('WRONG_AMOUNT', code)).toMatchObject({ status: 'NEW', openings: 2 })
})

test('an incident names only records that there are', async () => {
  const { code } = await item()
  const categoryId = (await call(cobIncidents.categories, {})).data?.[0]?.id ?? ''
  const given = { categoryId, channel: 'INTERNAL', reporterKind: 'STAFF', reporterName: 'Kế toán', description: 'Thiếu tiền' } as const
  const create = (more: object) => call(cobIncidents.create, { ...given, ...more })
  expect(await create({ subjectCode: 'NONE123' })).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-001' }] })
  expect(await create({ subjectCode: code, otherCodes: ['NONE123'] })).toMatchObject({
    status: 422,
    errors: [{ field: 'otherCodes', code: 'INC-001' }],
  })
  expect(await create({ otherCodes: [code] })).toMatchObject({ status: 422, errors: [{ field: 'subjectCode' }] })
})
