import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isoLocal, localDate, showDate, startOfDay } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { retryJob } from '#platform/server/jobs/manage.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { testClock } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { type TestSmtp, testSmtp } from '../../../../test/smtp.ts'
import { createSchedule, listSchedules, pauseSchedule, removeSchedule, searchRecipients, updateSchedule } from '../contract/schedule.ts'
import { nextDue, periodOn } from './period.ts'
import { sendDueReports } from './send.ts'

const clock = testClock(new Date())
const today = localDate(clock.now())
const report = qrDailyReport.path
const daily = { report, filter: {}, frequency: 'DAILY', period: 'YESTERDAY', hour: 6, format: 'xlsx' } as const

let test: RefundWorld
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await testSmtp()
  test = await refundWorld({ clock, config: { smtpUrl: smtp.url, mailFrom: 'no-reply@buutram.test' } })
  // The first instant of the day is past at any hour.
  const occurredAt = isoLocal(startOfDay(today))
  await test.pay({ amount: '1000000', occurredAt })
  await test.pay({ amount: '300000', occurredAt, merchantCode: 'M-HCM' })
  // The gateway wants the real time; from now on it is noon, so that six o'clock is tomorrow's.
  clock.set(new Date(startOfDay(today).getTime() + 12 * 3_600_000))
})
afterAll(async () => {
  await smtp?.close()
  await test?.close()
})

const recipient = async (account: string) => {
  const { data } = await test.call(searchRecipients, { report, text: account }, { as: 'ketoan' })
  return data?.find((one) => one.account === account)?.id ?? ''
}
const mine = async (as = 'ketoan') => (await test.call(listSchedules, { report }, { as })).data ?? []
const schedule = async (input: Partial<typeof daily> | Record<string, unknown> = {}, as = 'ketoan') =>
  test.call(createSchedule, { ...daily, recipients: [await recipient('kiemsoat')], ...input }, { as })

const runDue = async () => {
  await test.runtime.db.transaction().execute((tx) => enqueue(tx, sendDueReports, {}))
  await runJobs(test)
}
let morning = clock.now()
/** Six o'clock of the next day, as far as jobs and mails know; people's sessions go on where they were. */
async function nextMorning(): Promise<void> {
  const now = clock.now()
  morning = nextDue(morning, 'DAILY', 6)
  clock.set(morning)
  await runDue()
  clock.set(now)
}
beforeEach(async () => {
  smtp.mails.length = 0
  morning = clock.now()
  await test.runtime.pool.query('delete from report.schedule')
})

it('sends what is due to everybody, with the figures that its owner may see', async () => {
  expect((await schedule()).status).toBe(200)
  expect((await schedule({ format: 'pdf' }, 'tinh79')).status).toBe(200)
  await nextMorning()
  expect(smtp.mails.map(({ envelope }) => envelope.to)).toHaveLength(2)
  const withFile = (type: string) => smtp.mails.find(({ attachments }) => attachments[0]?.filename?.endsWith(type))
  const [all, province] = [withFile('.xlsx'), withFile('.pdf')]
  expect(all?.subject).toBe(`Báo cáo chi tiết ngày: ${showDate(today)} – ${showDate(today)}`)
  expect(all?.text).toContain('Hệ thống gửi kèm Báo cáo chi tiết ngày')
  const [sheet] = all?.attachments ?? []
  expect(sheet?.filename).toMatch(/^Báo cáo chi tiết ngày .*\.xlsx$/)
  const book = read(Buffer.from(sheet?.content as ArrayBuffer))
  const rows = utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1 })
  expect(rows.find(([first]) => first === 'Tổng cộng')?.slice(5, 10)).toEqual([2, 2, 0, 0, 1_300_000])
  expect(province?.attachments[0]).toMatchObject({ mimeType: 'application/pdf' })
  expect(await mine()).toMatchObject([{ lastResult: 'SENT', lastReason: null, active: true, recipients: [{ account: 'kiemsoat' }] }])
  // The same delivery again, and the same minute again, send nothing.
  await runDue()
  expect(smtp.mails).toHaveLength(2)
})

it('sends nothing to somebody who has changed to a partner, or away from one', async () => {
  const { pool } = test.runtime
  const partner = "(select partner_id from iam.user_account where account = 'doitac')"
  const before = (await pool.query<{ unit_id: string; scope_kind: string }>("select unit_id, scope_kind from iam.user_account where account = 'kiemsoat'"))
    .rows[0]
  await schedule({ recipients: [await recipient('kiemsoat'), await recipient('ketoan')] })
  await pool.query(`update iam.user_account set unit_id = null, partner_id = ${partner}, scope_kind = 'PARTNER' where account = 'kiemsoat'`)
  try {
    await nextMorning()
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.envelope.to.join()).not.toContain('kiemsoat')
    await pool.query('delete from report.schedule')
    smtp.mails.length = 0
    await schedule({ recipients: [await recipient('ketoan')] })
    await pool.query(`update report.schedule set recipients = array[(select id from iam.user_account where account = 'kiemsoat')]`)
    await nextMorning()
    expect(smtp.mails).toEqual([])
    expect(await mine()).toMatchObject([{ lastResult: 'SKIPPED', lastReason: 'NO_RECIPIENT' }])
  } finally {
    await pool.query("update iam.user_account set partner_id = null, unit_id = $1, scope_kind = $2 where account = 'kiemsoat'", [
      before?.unit_id,
      before?.scope_kind,
    ])
  }
})

describe('recipients', () => {
  const found = async (text: string, as: string) => ((await test.call(searchRecipients, { report, text }, { as })).data ?? []).map(({ account }) => account)
  const idOf = async (account: string) =>
    (await test.runtime.pool.query<{ id: string }>('select id from iam.user_account where account = $1', [account])).rows[0]?.id ?? ''

  it('are oneself and who may look at the report with a scope that holds one’s own', async () => {
    expect(await found('kiemsoat', 'tinh79')).toEqual(['kiemsoat'])
    expect(await found('tinh79', 'tinh79')).toEqual(['tinh79'])
    // Another province, and an office below.
    expect(await found('tinh01', 'tinh79')).toEqual([])
    expect(await found('giaodichvien', 'tinh79')).toEqual([])
    expect(await found('tinh79', 'ketoan')).toEqual([])
    expect(await found('ketoan', 'giaodichvien')).toEqual(['ketoan'])
    expect(await schedule({ recipients: [await idOf('tinh79')] })).toMatchObject({ status: 422, code: 'REP-004' })
    expect(await schedule({ recipients: [await idOf('tinh01')] }, 'tinh79')).toMatchObject({ status: 422, code: 'REP-004' })
    expect(await schedule({ recipients: [await idOf('tinh79')] }, 'tinh79')).toMatchObject({ status: 200 })
  })

  it('of somebody whose scope has no unit left are they themselves and who sees everything', async () => {
    const { pool } = test.runtime
    await pool.query("update iam.user_account set scope_kind = 'UNITS' where account = 'tinh79'")
    try {
      clock.advance(1000)
      expect(await found('tinh01', 'tinh79')).toEqual([])
      expect(await found('kiemsoat', 'tinh79')).toEqual(['kiemsoat'])
      expect(await found('tinh79', 'tinh79')).toEqual(['tinh79'])
    } finally {
      await pool.query("update iam.user_account set scope_kind = 'UNIT_AND_BELOW' where account = 'tinh79'")
      clock.advance(1000)
    }
  })

  it('who see less by the time it is sent get nothing; what is sent is what its maker sees then', async () => {
    const { pool } = test.runtime
    const change = (account: string, kind: string) => pool.query('update iam.user_account set scope_kind = $2 where account = $1', [account, kind])
    await schedule({ recipients: [await recipient('kiemsoat'), await recipient('ketoan')] })
    try {
      await change('kiemsoat', 'UNIT')
      await nextMorning()
      expect(smtp.mails.map(({ envelope }) => envelope.to.join())).toEqual([expect.stringContaining('ketoan')])
      smtp.mails.length = 0
      // The maker sees the head office alone now, where nothing was paid; whoever sees that too may have it again.
      await change('ketoan', 'UNIT')
      await nextMorning()
      expect(smtp.mails).toHaveLength(2)
      for (const { attachments } of smtp.mails) {
        const book = read(Buffer.from(attachments[0]?.content as ArrayBuffer))
        const rows = utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1 })
        expect(rows.find(([first]) => first === 'Tổng cộng')?.[9] ?? 0).toBe(0)
      }
    } finally {
      await change('kiemsoat', 'ALL')
      await change('ketoan', 'ALL')
    }
  })
})

it('skips whose owner is locked or has lost the right, and says so; goes on when both are back', async () => {
  await schedule()
  const { pool } = test.runtime
  await pool.query("update iam.user_account set status = 'LOCKED' where account = 'ketoan'")
  await nextMorning()
  await pool.query("update iam.user_account set status = 'ACTIVE' where account = 'ketoan'")
  const results = async () => (await pool.query('select last_result as result, last_reason as reason from report.schedule')).rows
  expect(await results()).toEqual([{ result: 'SKIPPED', reason: 'OWNER_LOCKED' }])
  const taken = await pool.query(
    `delete from iam.role_permission using iam.permission p where p.id = permission_id and p.uri = $1 returning role_id, permission_id`,
    [qrDailyReport.export.permission],
  )
  await nextMorning()
  expect(await results()).toEqual([{ result: 'SKIPPED', reason: 'NO_RIGHT' }])
  for (const { role_id, permission_id } of taken.rows)
    await pool.query('insert into iam.role_permission (role_id, permission_id) values ($1, $2)', [role_id, permission_id])
  expect(smtp.mails).toHaveLength(0)
  await nextMorning()
  expect(await results()).toEqual([{ result: 'SENT', reason: null }])
  expect(smtp.mails).toHaveLength(1)
})

it('says at the schedule that its job failed or was stopped, until it is sent after all', async () => {
  await schedule()
  const [{ id } = { id: '' }] = await mine()
  const { pool } = test.runtime
  const end = async (state: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into platform.job (name, input, state, max_tries, timeout_seconds, last_error)
       values ('reports.send-report', $1, $2, 1, 900, 'no luck') returning id`,
      [JSON.stringify({ scheduleId: id, dueAt: isoLocal(clock.now()) }), state],
    )
    await runJobs(test)
    return rows[0]?.id ?? ''
  }
  await end('CANCELLED')
  expect(await mine()).toMatchObject([{ lastResult: 'FAILED', lastReason: 'CANCELLED', lastRunAt: isoLocal(clock.now()) }])
  const failed = await end('FAILED')
  expect(await mine()).toMatchObject([{ lastResult: 'FAILED', lastReason: 'ERROR' }])
  await test.runtime.db.transaction().execute((tx) => retryJob(tx, failed))
  await runJobs(test)
  expect(await mine()).toMatchObject([{ lastResult: 'SENT', lastReason: null }])
})

it('is paused, goes on, is removed, by its owner alone and in the version that was seen', async () => {
  await schedule()
  const [{ id, version } = { id: '', version: 0 }] = await mine()
  expect((await test.call(pauseSchedule, { id, version, active: false }, { as: 'kiemsoat' })).status).toBe(404)
  expect((await test.call(pauseSchedule, { id, version: version + 1, active: false }, { as: 'ketoan' })).status).toBe(409)
  expect((await test.call(pauseSchedule, { id, version, active: false }, { as: 'ketoan' })).status).toBe(200)
  await nextMorning()
  expect(smtp.mails).toHaveLength(0)
  expect((await test.call(pauseSchedule, { id, version: version + 1, active: true }, { as: 'ketoan' })).status).toBe(200)
  await nextMorning()
  expect(smtp.mails).toHaveLength(1)
  const [later] = await mine()
  expect((await test.call(removeSchedule, { id, version: later?.version ?? 0 }, { as: 'ketoan' })).status).toBe(200)
  expect(await mine()).toEqual([])
})

it('refuses reports, conditions and recipients that do not exist, and who may not export', async () => {
  expect(await schedule({ report: '/qr-report/none/v1/search' })).toMatchObject({ status: 422, code: 'REP-002' })
  expect(await schedule({ filter: { from: '2026-01-01' } })).toMatchObject({ status: 422, code: 'VAL-001' })
  expect(await schedule({ recipients: ['999999'] })).toMatchObject({ status: 422, code: 'REP-004' })
  expect(await schedule({ recipients: [] })).toMatchObject({ status: 422 })
  expect(await schedule({ hour: 24 })).toMatchObject({ status: 422 })
  await test.runtime.pool.query(
    `delete from iam.role_permission rp using iam.permission p, iam.role r where p.id = rp.permission_id and r.id = rp.role_id and p.uri = $1 and r.code = 'TELLER'`,
    [qrDailyReport.export.permission],
  )
  clock.advance(2_000)
  expect(await schedule({}, 'giaodichvien')).toMatchObject({ status: 403 })
  expect(await mine()).toEqual([])
})

it('nobody who may send no report finds people to send one to', async () => {
  // Signed in while they still could.
  await mine('tinh79')
  await test.runtime.pool.query("delete from iam.user_role where user_id = (select id from iam.user_account where account = 'tinh79')")
  clock.advance(2_000)
  expect((await test.call(searchRecipients, { report, text: 'ketoan' }, { as: 'tinh79' })).status).toBe(403)
})

it('staff of a partner find people of their partner only', async () => {
  const { data } = await test.call(searchRecipients, { report, text: 'ketoan' }, { as: 'doitac' })
  expect(data).toEqual([])
})

it.each([
  ['2026-11-23', 'YESTERDAY', '2026-11-22', '2026-11-22'],
  ['2026-11-23', 'LAST_WEEK', '2026-11-16', '2026-11-22'],
  ['2026-11-22', 'LAST_WEEK', '2026-11-09', '2026-11-15'],
  ['2026-03-31', 'LAST_MONTH', '2026-02-01', '2026-02-28'],
  ['2027-01-01', 'LAST_MONTH', '2026-12-01', '2026-12-31'],
] as const)('on %s %s is %s to %s', (date, period, from, to) => {
  expect(periodOn(date, period)).toEqual({ from, to })
})

it.each([
  ['2026-11-21T05:59:00+07:00', 'DAILY', '2026-11-21T06:00:00.000+07:00'],
  ['2026-11-21T06:00:00+07:00', 'DAILY', '2026-11-22T06:00:00.000+07:00'],
  ['2026-11-21T06:00:00+07:00', 'WEEKLY', '2026-11-23T06:00:00.000+07:00'],
  ['2026-12-01T06:00:00+07:00', 'MONTHLY', '2027-01-01T06:00:00.000+07:00'],
] as const)('after %s %s is due at %s', (after, frequency, at) => {
  expect(isoLocal(nextDue(new Date(after), frequency, 6))).toBe(at)
})

it('says its conditions in words, and is changed by its owner alone', async () => {
  const merchant = (await test.runtime.pool.query("select id::text, name from merchants.merchant where code = 'M-HCM'")).rows[0]
  expect(await schedule({ filter: { merchantId: merchant.id } })).toMatchObject({ status: 200 })
  const [one] = await mine()
  expect(one?.conditions).toEqual([expect.stringContaining(merchant.name)])
  const { report: _report, filter: _filter, ...rest } = daily
  const input = { id: one?.id ?? '', version: one?.version ?? 0, ...rest, recipients: [await recipient('ketoan')], frequency: 'WEEKLY' as const, hour: 7 }
  expect((await test.call(updateSchedule, input, { as: 'tinh79' })).status).toBe(404)
  expect((await test.call(updateSchedule, { ...input, recipients: ['999999'] }, { as: 'ketoan' })).code).toBe('REP-004')
  expect((await test.call(updateSchedule, input, { as: 'ketoan' })).status).toBe(200)
  expect((await test.call(updateSchedule, input, { as: 'ketoan' })).code).toBe('SYS-409')
  expect(await mine()).toMatchObject([{ frequency: 'WEEKLY', hour: 7, conditions: one?.conditions, recipients: [{ account: 'ketoan' }] }])
  expect((await mine())[0]?.nextDueAt).not.toBe(one?.nextDueAt)
})
