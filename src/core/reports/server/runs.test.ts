import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePeriod } from '#core/ledger/server/public.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { testClock } from '../../../../test/app.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { freezeRun, listRuns, verifyRun } from '../contract/run.ts'

const clock = testClock(new Date())
const today = localDate(clock.now())
const report = qrDailyReport.path
const filter = { from: today, to: today }

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock })
  await test.pay({ amount: '1000000', occurredAt: isoLocal(startOfDay(today)) })
})
afterAll(() => test?.close())

const runs = async (as = 'ketoan', code?: string) => (await test.call(listRuns, { report, ...(code ? { code } : {}) }, { as })).data ?? []
const page = () => test.call(qrDailyReport, { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan' })

it('keeps what is frozen, printed and exported, and nothing for turning pages', async () => {
  await page()
  expect(await runs()).toEqual([])
  const frozen = await test.call(freezeRun, { report, filter }, { as: 'ketoan' })
  expect(frozen.code).toBe('API000')
  const printed = await test.call(qrDailyReport.print, { searchSdi: filter }, { as: 'ketoan' })
  const kept = await runs()
  expect(kept.map(({ purpose }) => purpose)).toEqual(['PRINT', 'FREEZE'])
  expect(printed.data?.taken).toContain(kept[0]?.code)
  expect(kept[1]?.code).toBe(frozen.data?.code)
  expect(new Set(kept.map(({ hash }) => hash)).size).toBe(1)
  const { data } = await page()
  expect(kept[0]?.rowCount).toBe(data?.totalRecord)
  expect(kept[0]?.totals.find(({ field }) => field === 'net')?.value).toBe(data?.totals.net)
  expect((await runs('ketoan', kept[1]?.code)).map(({ code }) => code)).toEqual([kept[1]?.code])
})

it('run again has the same hash; a new name changes none of it, a new payment does', async () => {
  const [run] = await runs()
  const again = async () => (await test.call(verifyRun, { id: run?.id as string }, { as: 'ketoan' })).data
  expect(await again()).toMatchObject({ same: true, hash: run?.hash, rowCount: run?.rowCount })
  await sql`update merchants.merchant set name = name || ' (mới)'`.execute(test.runtime.db)
  expect(await again()).toMatchObject({ same: true })
  await test.pay({ amount: '300000', occurredAt: isoLocal(startOfDay(today)) })
  expect(await again()).toMatchObject({ same: false, sameDefinition: true })
})

it('of a closed day is the same again whatever comes late, which stands apart on the day that took it', async () => {
  const [closed, next] = [addDays(today, -3), addDays(today, -2)]
  await test.pay({ amount: '400000', occurredAt: isoLocal(startOfDay(closed)) })
  await test.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'DAY', date: closed, at: clock.now() }))
  await test.call(freezeRun, { report, filter: { from: closed, to: closed } }, { as: 'ketoan' })
  const [run] = await runs()
  await test.pay({ amount: '250000', occurredAt: isoLocal(startOfDay(closed)) })
  const again = await test.call(verifyRun, { id: run?.id as string }, { as: 'ketoan' })
  expect(again.data).toMatchObject({ same: true, hash: run?.hash, rowCount: 1 })
  const searchSdi = { from: next, to: next }
  const later = await test.call(qrDailyReport, { searchSdi, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan' })
  expect(later.data?.totals).toMatchObject({ count: 1, amount: '250000.00', late: 1, lateAmount: '250000.00' })
  const asked = qrDailyReport.drill?.fields.late?.({ businessDate: next }, searchSdi)
  const { data } = await test.call(
    listQrTransactions,
    { searchSdi: listQrTransactions.filter.parse(JSON.parse(JSON.stringify(asked))), pageInfo: { currentPage: 1, pageSize: 15 } } as never,
    { as: 'ketoan' },
  )
  expect((data as { totalRecord: number } | undefined)?.totalRecord).toBe(1)
})

it('is not changed by anybody, and not shown with another scope', async () => {
  await expect(sql`update report.run set hash = repeat('0', 64)`.execute(test.runtime.db)).rejects.toThrow()
  const [run] = await runs()
  const other = await test.call(verifyRun, { id: run?.id as string }, { as: 'tinh01' })
  expect(['403', 'REP-005']).toContain(other.code)
})

it('of a closed period names the snapshot that it rests on, until the period is reopened', async () => {
  const { owner } = test.runtime.database
  await owner.query(
    `with p as (
       insert into cutoff.period (code, service, unit_id, granularity, starts_on, head_unit_id, status, blockers, submitted_by, submitted_at, closed_by, closed_at, closings)
       select 'KY-1', 'QR', id, 'DAY', $1, id, 'CLOSED', 0, 'a', now(), 'b', now(), 1 from organisation.unit where level = 'HEAD_OFFICE' limit 1 returning id)
     insert into cutoff.snapshot (period_id, number, code, closed_at, closed_by, journals, entries, debit, credit, hash)
     select id, 1, 'KY-1-S1', now(), 'b', 0, 0, 0, 0, repeat('0', 64) from p`,
    [today],
  )
  expect((await runs()).every(({ state }) => state === 'OPEN')).toBe(true)
  await test.call(freezeRun, { report, filter }, { as: 'ketoan' })
  const last = async () => (await runs())[0]
  expect(await last()).toMatchObject({ state: 'VALID', snapshots: ['KY-1-S1'] })
  await owner.query(`update cutoff.period set status = 'REOPENED' where code = 'KY-1'`)
  expect(await last()).toMatchObject({ state: 'SUPERSEDED' })
  await test.call(freezeRun, { report, filter }, { as: 'ketoan' })
  expect(await last()).toMatchObject({ state: 'OPEN', snapshots: [] })
})
