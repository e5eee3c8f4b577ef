import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cancelJob, getJob, listJobs, listSchedules, retryJob, runSchedule } from '#core/jobs/contract/jobs.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { recordSchedules, schedulesOf } from '#platform/server/jobs/schedules.ts'
import { defineModule } from '#platform/server/module.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'

const fragile = defineJob({
  name: 'test.fragile',
  title: { vi: 'Việc thử', en: 'Test job' },
  input: z.object({ password: z.string(), note: z.string() }),
  retries: 0,
})
let broken = true
const module = defineModule({
  name: 'test',
  register: () => undefined,
  jobs: () => [
    handleJob(fragile, async () => {
      if (broken) throw new Error('the printer is out of paper')
    }),
  ],
  schedules: [{ job: fragile, cron: '0 8 * * *', input: { password: 'p', note: 'by the clock' } }],
})

let app: TestApp
beforeAll(async () => {
  app = await testApp({ additions: { modules: [module] } })
  await app.runtime.db.transaction().execute((tx) => recordSchedules(tx, schedulesOf([module])))
})
afterAll(() => app?.close())

const as = 'admin'
const ask = () => app.runtime.db.transaction().execute((tx) => enqueue(tx, fragile, { password: 'Secret-1', note: 'hello' }))
const run = () => runJobs(app, { modules: [module], failures: 'allowed' })

test('a failed job is found, shown without its secrets, and run again', async () => {
  const id = await ask()
  await run()
  const { data } = await app.list(listJobs, { filter: { state: ['FAILED'], text: 'out of paper' } }, { as })
  expect(data?.result).toMatchObject([
    { id, code: 'test.fragile', name: 'Việc thử', state: 'FAILED', tries: 1, maxTries: 1, lastError: 'Error: the printer is out of paper' },
  ])
  const detail = await app.call(getJob, { id }, { as })
  expect(JSON.parse(detail.data?.input ?? '')).toEqual({ password: '***', note: 'hello' })
  expect(JSON.stringify(detail)).not.toContain('Secret-1')
  broken = false
  expect((await app.call(retryJob, { id }, { as })).data).toEqual({ id, state: 'WAITING' })
  expect(await app.call(retryJob, { id }, { as })).toMatchObject({ status: 409 })
  await run()
  expect((await app.call(getJob, { id }, { as })).data).toMatchObject({ state: 'DONE', lastError: null })
})

test('a waiting job is cancelled, once; an unknown one is not there', async () => {
  const id = await ask()
  expect((await app.call(cancelJob, { id }, { as })).data).toEqual({ id, state: 'CANCELLED' })
  expect(await app.call(cancelJob, { id }, { as })).toMatchObject({ status: 409 })
  expect(await run()).toEqual([])
  for (const contract of [getJob, cancelJob, retryJob]) expect(await app.call(contract, { id: randomUUID() }, { as })).toMatchObject({ status: 404 })
  expect(await app.call(getJob, { id: 'no-id' }, { as })).toMatchObject({ status: 422 })
})

test('what runs by the clock is told with its next time, and runs now when asked', async () => {
  const [schedule] = (await app.call(listSchedules, {}, { as })).data ?? []
  expect(schedule).toMatchObject({ code: 'test.fragile', cron: '0 8 * * *', lastRunAt: null })
  expect(schedule?.nextRunAt).toMatch(/T08:00:00(\.000)?\+07:00$/)
  const { data } = await app.call(runSchedule, { name: 'test.fragile' }, { as })
  expect(await run()).toMatchObject([{ id: data?.id, outcome: 'DONE' }])
  expect((await app.call(listSchedules, {}, { as })).data).toMatchObject([{ lastState: 'DONE' }])
  expect(await app.call(runSchedule, { name: 'test.unknown' }, { as })).toMatchObject({ status: 404 })
})

test('is for administrators', async () => {
  for (const account of ['ketoan', 'giaodichvien']) {
    expect((await app.list(listJobs, {}, { as: account })).status).toBe(403)
    expect((await app.call(listSchedules, {}, { as: account })).status).toBe(403)
    expect((await app.call(runSchedule, { name: 'test.fragile' }, { as: account })).status).toBe(403)
  }
})

test('is for those who administer the whole, not for an administrator of a part with every right', async () => {
  const { pool } = app.runtime
  await pool.query(`insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'`)
  await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
  const id = await ask()
  const part = { as: 'tinh01', clientId: 'PP_SYS' } as const
  for (const reply of [
    await app.list(listJobs, {}, part),
    await app.call(getJob, { id }, part),
    await app.call(retryJob, { id }, part),
    await app.call(cancelJob, { id }, part),
    await app.call(listSchedules, {}, part),
    await app.call(runSchedule, { name: 'test.fragile' }, part),
  ])
    expect(reply).toMatchObject({ status: 403, data: null })
  expect((await app.call(getJob, { id }, { as })).data?.state).toBe('WAITING')
})
