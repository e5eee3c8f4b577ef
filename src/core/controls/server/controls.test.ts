import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { type TestApp, type TestClock, testApp, testClock } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { composeModules } from '../../../app/modules.ts'
import { acknowledgeAlert, getAlert, listAlerts, listControlRules, runControlRule } from '../contract/alerts.ts'
import { type ControlRow, defineControlRule } from './public.ts'
import { runRule } from './run.ts'

let wrong: (Pick<ControlRow, 'subject' | 'unitId'> & Partial<ControlRow>)[] | Error = []
const rule = defineControlRule({
  code: 'TEST_RULE',
  name: { vi: 'Quy tắc thử', en: 'Test rule' },
  meaning: { vi: 'Có gì đó sai', en: 'Something is wrong' },
  severity: 'HIGH',
  every: 10,
  async query() {
    if (wrong instanceof Error) throw wrong
    return wrong.map((row) => ({ label: 'x', amount: '1000.00', since: null, ...row }))
  },
})

let app: TestApp
let clock: TestClock
let office: string
let other: string
beforeAll(async () => {
  clock = testClock()
  app = await testApp({ clock, additions: { controlRules: [rule] } })
  const unit = async (code: string) => (await app.runtime.db.selectFrom('organisation.unit').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  office = await unit('010101')
  other = await unit('480101')
})
afterAll(() => app?.close())
beforeEach(() => clock.advance(10_000))

const run = () => runRule(app.runtime, rule, clock.now(), '/crm/controls')
const as = 'admin'
const alertsOf = async (account = as) => (await app.list(listAlerts, { filter: { rule: 'TEST_RULE' } }, { as: account })).data?.result ?? []
const only = async () => (await alertsOf())[0] as Awaited<ReturnType<typeof alertsOf>>[number]

test('an alert opens once, counts what it finds again, and heals by itself', async () => {
  wrong = [
    { subject: 'A', unitId: office },
    { subject: 'B', unitId: office },
  ]
  await run()
  expect(await alertsOf()).toMatchObject([{ status: 'OPEN', rows: 2, amount: '2000.00', openings: 1, ruleName: 'Quy tắc thử', severity: 'HIGH' }])
  const { id, openedAt } = await only()
  clock.advance(1000)
  await run()
  await run()
  expect(await alertsOf()).toMatchObject([{ id, status: 'OPEN', openedAt, openings: 1 }])
  const { data } = await app.call(getAlert, { id }, { as })
  expect(data).toMatchObject({ seen: 3, foundCount: 2, found: [{ subject: 'A' }, { subject: 'B' }], history: [{ event: 'OPENED', by: 'system' }] })
  wrong = []
  await run()
  expect(await alertsOf()).toMatchObject([{ id, status: 'HEALED', rows: 0, amount: null }])
  wrong = [{ subject: 'A', unitId: office }]
  await run()
  expect(await alertsOf()).toMatchObject([{ id, status: 'OPEN', openings: 2, rows: 1, healedAt: null }])
})

test('is acknowledged with a word, stays so while nothing is added, and opens again when something is', async () => {
  const { id, version } = await only()
  expect(await app.call(acknowledgeAlert, { id, version, note: ' ' }, { as })).toMatchObject({ status: 422, errors: [{ field: 'note' }] })
  expect(await app.call(acknowledgeAlert, { id, version, note: 'Đang kiểm tra' }, { as: 'giaodichvien' })).toMatchObject({ status: 403 })
  await app.call(acknowledgeAlert, { id, version, note: 'Đang kiểm tra' }, { as: 'ketoan' })
  expect(await app.call(acknowledgeAlert, { id, version, note: 'Lần nữa' }, { as })).toMatchObject({ status: 409 })
  await run()
  expect(await only()).toMatchObject({ status: 'ACKNOWLEDGED', acknowledgedBy: 'ketoan', note: 'Đang kiểm tra' })
  wrong = [
    { subject: 'A', unitId: office },
    { subject: 'C', unitId: office },
  ]
  await run()
  expect(await only()).toMatchObject({ status: 'OPEN', rows: 2, openings: 2 })
  const history = (await app.call(getAlert, { id }, { as })).data?.history.map(({ event }) => event)
  expect(history).toEqual(['GREW', 'ACKNOWLEDGED', 'REOPENED', 'HEALED', 'OPENED'])
})

test('a rule that fails says so, and its alerts stay as they are', async () => {
  wrong = new Error('the table is gone')
  await run()
  expect(await only()).toMatchObject({ status: 'OPEN', rows: 2 })
  const { data } = await app.call(listControlRules, {}, { as })
  expect(data?.find(({ code }) => code === 'TEST_RULE')).toMatchObject({ alerts: 1, error: expect.stringContaining('the table is gone') })
})

test('one alert a unit, each seen and heard by those whose unit it is', async () => {
  wrong = [
    { subject: 'A', unitId: office },
    { subject: 'D', unitId: other },
    { subject: 'VND', unitId: null },
  ]
  await run()
  expect(await alertsOf()).toHaveLength(3)
  const ofProvince = await alertsOf('tinh01')
  expect(ofProvince).toHaveLength(1)
  const elsewhere = (await alertsOf()).filter(({ id }) => id !== ofProvince[0]?.id)
  for (const { id } of elsewhere) expect(await app.call(getAlert, { id }, { as: 'tinh01' })).toMatchObject({ status: 404 })
  const notices = (await app.call(listNotifications, {}, { as })).data?.items.map(({ text, link }) => ({ text, link }))
  expect(notices?.[0]).toEqual({ text: 'Cảnh báo kiểm soát: Quy tắc thử (2 đơn vị)', link: '/crm/controls?rule=TEST_RULE' })
})

test('of 16 runs at the same moment the alert opens once', async () => {
  wrong = []
  await run()
  clock.advance(1000)
  wrong = [{ subject: 'A', unitId: office }]
  await Promise.all(Array.from({ length: 16 }, run))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from controls.alert_event where event = 'REOPENED' and at = ${clock.now()}`.execute(app.runtime.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('runs by the clock when it is due, and at once when it is asked for', async () => {
  wrong = []
  expect(await app.call(runControlRule, { code: 'NO_RULE' }, { as })).toMatchObject({ status: 404, code: 'CTL-001' })
  expect(await app.call(runControlRule, { code: 'TEST_RULE' }, { as: 'ketoan' })).toMatchObject({ status: 403 })
  expect(await app.call(runControlRule, { code: 'TEST_RULE' }, { as })).toMatchObject({ status: 200, data: { code: 'TEST_RULE' } })
  await runJobs(app, { modules: composeModules({ controlRules: [rule] }) })
  expect((await alertsOf()).map(({ status }) => status)).toEqual(['HEALED', 'HEALED', 'HEALED'])
})

test('the history and the alerts are kept in the database', async () => {
  const { owner } = app.runtime.database
  await expect(owner.query('delete from controls.alert')).rejects.toThrow(/never deleted/)
  await expect(owner.query("update controls.alert_event set by = 'x'")).rejects.toThrow(/append-only/)
})
