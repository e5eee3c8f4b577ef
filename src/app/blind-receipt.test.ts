/**
 * From the start of a receipt to its submission no answer tells its counter what the bag holds: not its amount, not its pieces, not what
 * has moved for it. Its counter is also its maker here, so that inbox, notifications and the audit log have something to tell.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAuditEntry } from '#core/audit/contract/audit.ts'
import { dispatchTreasury, receiveTreasury } from '#core/cash/contract/treasury/steps.ts'
import { createTreasury, findTreasury, listTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { openBusinessDate } from '#core/cash/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { testClock } from '../../test/app.ts'
import { STILL_TELLING, telling } from '../../test/telling.ts'
import { type TreasuryWorld, treasuryWorld } from '../../test/treasury.ts'
import { systemRegistry } from './server.ts'

const registry = systemRegistry()
/** Pieces and amounts that nothing else in the system amounts to. */
const PIECES = [
  { denomination: 500, pieces: 253_719 },
  { denomination: 200, pieces: 431_873 },
]
const AMOUNT = 253_719 * 500 + 431_873 * 200
const HELD = 800_000_000
/** What is left tells what has gone. */
const FIGURES = [AMOUNT, HELD - AMOUNT, ...PIECES.flatMap(({ denomination, pieces }) => [pieces, denomination * pieces])].map(String)

let world: TreasuryWorld
let id: string
let ids: string[]
let headers: Record<string, string>
const asked = () => telling(world, { registry, headers, ids, marks: ['VA', 'AT1', 'SEALBLIND'], figures: FIGURES })

beforeAll(async () => {
  world = await treasuryWorld({ clock: testClock(new Date('2026-11-23T08:00:00+07:00')) })
  const { db, pool } = world.runtime
  await pool.query(
    "insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account = 'admin' on conflict do nothing",
  )
  const { a, b, va, vb, courier } = world
  const content = { kind: 'TRANSFER' as const, fromUnitId: a.unitId, toUnitId: b.unitId, plannedOn: localDate(world.clock.now()), purpose: 'SEALBLIND' }
  const made = await world.call(createTreasury, { ...content, amount: `${AMOUNT}`, courierId: courier.id, pieces: PIECES }, world.options('admin'))
  id = made.data?.id as string
  const request = (await world.submit(id, { as: 'admin' })).data?.requestId as string
  expect((await world.decide(request)).status).toBe(200)
  const bag = { id, version: await world.version(id), pieces: PIECES, sealNumber: 'SEALBLIND' }
  expect((await world.call(dispatchTreasury, bag, world.options(a.account))).status).toBe(200)
  for (const { unitId } of [a, b]) await db.transaction().execute((tx) => openBusinessDate(tx, unitId, world.clock.now(), 'admin'))
  const days = await db.selectFrom('cash.day_close').select('id').execute()
  const counts = await db.selectFrom('cash.count').select('id').execute()
  const journals = await db.selectFrom('ledger.journal').select('id').where('source_id', '=', id).execute()
  const all = [
    id,
    request,
    va.id,
    vb.id,
    courier.id,
    va.accountId,
    courier.accountId,
    a.unitId,
    b.unitId,
    ...[...days, ...counts, ...journals].map((row) => row.id),
  ]
  ids = [...new Set(all)]
  await world.keeper(vb, 'admin')
  headers = { ...(await world.headersOf('admin', 'PP_CFM')), 'idempotency-key': randomUUID() }
})
afterAll(() => world?.close())

it('nothing tells the counter of a bag what was sent; afterwards the same questions are answered', { timeout: 300_000 }, async () => {
  expect((await world.start(id, { as: 'admin' })).status).toBe(200)
  expect((await asked()).filter((name) => !STILL_TELLING.includes(name))).toEqual([])
  const shown = await world.call(findTreasury, { id }, world.options('admin'))
  expect(shown.data).toMatchObject({ amount: null, planned: [], sent: null, journals: [], attachments: [], counting: true })
  const { rows: written } = await world.runtime.pool.query<{ id: string }>(
    "select id::text from platform.audit_entry where subject_type = 'cash.treasury_transaction' and subject_id = $1",
    [id],
  )
  expect(written.length).toBeGreaterThan(3)
  const admin = { ...world.options('admin'), clientId: 'PP_SYS' } as const
  for (const entry of written) expect((await world.call(findAuditEntry, entry, admin)).data?.changes).toEqual([])
  const count = { id, version: await world.version(id), pieces: PIECES, sealIntact: true }
  expect((await world.call(receiveTreasury, count, world.options('admin'))).data).toMatchObject({ status: 'RECEIVED' })
  expect(await asked()).toEqual(
    expect.arrayContaining(['GET /cfm-admin/day-close/v1/detail', 'POST /cfm-admin/treasury/v1/search', 'POST /report/export/cfm-admin/treasury/v1']),
  )
})

it('neither filter, nor order, nor sum of the list finds what is hidden', async () => {
  const other = await world.dispatched(3_000_000)
  const asOf = async (filter: object, direction?: 'desc') =>
    (
      await world.list(
        listTreasury,
        { filter: { status: ['DISPATCHED'], ...filter }, ...(direction ? { sort: { field: 'amount' as const, direction } } : {}), pageSize: 100 },
        world.options('admin'),
      )
    ).data
  const before = await asOf({ amountFrom: '3000000', amountTo: '3000000' })
  expect(before?.result.map((row) => row.id)).toEqual([other])
  expect((await world.start(other, { as: 'admin' })).status).toBe(200)
  expect((await asOf({ amountFrom: '3000000', amountTo: '3000000' }))?.result).toEqual([])
  const all = await asOf({}, 'desc')
  expect(all?.result).toMatchObject([{ id: other, amount: null }])
  expect(JSON.stringify(all)).not.toContain('3000000')
})
