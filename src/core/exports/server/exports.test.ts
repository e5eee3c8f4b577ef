import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { AskedExport, cancelExport, MAX_OPEN, myExports, removeExport } from '#kernel/exports.ts'
import { streamFile } from '#kernel/files.ts'
import { cancelJob, retryJob } from '#platform/server/jobs/manage.ts'
import { requestOf, type TestApp, testApp } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'

const ROWS = 2_345
let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { exportJobRows: 100 } })
  await world.runtime.pool.query(
    `insert into masterdata.parameter (key, type, value, description, updated_by) select 'row-' || n, 'STRING', '=' || n, 'Dòng ' || n, 'test' from generate_series(1, $1::int) n`,
    [ROWS],
  )
})
afterAll(() => world.close())
beforeEach(() => world.runtime.pool.query('delete from exports.export; delete from platform.job; delete from platform.file'))

async function ask(text: string | undefined, as = 'admin', format: 'xlsx' | 'csv' = 'csv') {
  const { payload, ...request } = requestOf(listParameters.export, { searchSdi: text === undefined ? {} : { text }, format, columns: ['key', 'value'] })
  const response = await world.app.inject({ ...request, payload: payload as object, headers: { ...(await world.headersOf(as)), 'accept-language': 'vi' } })
  return { status: response.statusCode, body: response.body, json: () => response.json() }
}
const askLarge = async () => AskedExport.parse((await ask(undefined)).json().data).exportId
const mine = async (as = 'admin') => (await world.call(myExports, {}, { as })).data ?? []
const fetchFile = async (uuid: string, as = 'admin') => world.app.inject({ ...requestOf(streamFile, { uuid }), headers: await world.headersOf(as) })

describe('an export', () => {
  it('of few rows is streamed, of none refused with the reason, of many written by a job', async () => {
    const found = (await world.list(listParameters, { filter: { text: 'row-123' } }, { as: 'admin' })).data?.totalRecord ?? 0
    const few = await ask('row-123')
    expect(few.status).toBe(200)
    expect(few.body.trim().split('\r\n')).toHaveLength(1 + found)
    expect((await ask('không có gì')).json()).toMatchObject({ code: 'EXP-001', message: expect.stringContaining('Không có dữ liệu') })
    expect((await ask(undefined)).status).toBe(202)
    expect(await mine()).toMatchObject([{ state: 'WAITING', title: 'Tham số hệ thống', format: 'csv', file: null }])
    expect(await mine('ketoan')).toEqual([])
  })

  it('that a job wrote holds every row, neutralised, and is its owner’s alone', async () => {
    await ask(undefined, 'admin', 'xlsx')
    await runJobs(world)
    const [done] = await mine()
    const total = (await world.list(listParameters, {}, { as: 'admin' })).data?.totalRecord
    expect(done).toMatchObject({ state: 'DONE', done: total, total, file: { name: expect.stringMatching(/^Tham số hệ thống .*\.xlsx$/) } })
    const notified = await world.call(listNotifications, {}, { as: 'admin' })
    expect(notified.data?.items[0]).toMatchObject({ text: `File ${done?.file?.name} đã sẵn sàng để tải xuống` })
    const uuid = done?.file?.uuid ?? ''
    const response = await fetchFile(uuid)
    expect(response.statusCode).toBe(200)
    const sheet = Object.values(read(response.rawPayload).Sheets)[0]
    const rows = utils.sheet_to_json<unknown[]>(sheet as never, { header: 1 })
    expect(rows).toHaveLength((total ?? 0) + 1)
    expect(rows).toContainEqual(['row-77', '=77'])
    expect((await fetchFile(uuid, 'ketoan')).statusCode).toBe(404)
    expect((await world.call(removeExport, { id: done?.id ?? '' }, { as: 'ketoan' })).status).toBe(404)
    expect((await world.call(removeExport, { id: done?.id ?? '' }, { as: 'admin' })).status).toBe(200)
    expect((await fetchFile(uuid)).statusCode).toBe(404)
    expect(await mine()).toEqual([])
  })

  it('that was cancelled is not written, and leaves no file', async () => {
    const id = await askLarge()
    expect((await world.call(removeExport, { id }, { as: 'admin' })).status).toBe(409)
    expect((await world.call(cancelExport, { id }, { as: 'ketoan' })).status).toBe(404)
    expect((await world.call(cancelExport, { id }, { as: 'admin' })).status).toBe(200)
    expect((await world.call(cancelExport, { id }, { as: 'admin' })).status).toBe(409)
    await runJobs(world)
    expect(await mine()).toMatchObject([{ id, state: 'CANCELLED', file: null }])
    expect((await world.runtime.pool.query('select from platform.file')).rowCount).toBe(0)
  })

  it('is neither made nor given out to who has lost the right or sees other rows than when asking', async () => {
    const change = (sql: string) => world.runtime.pool.query(sql)
    const granted = `role_id = (select id from iam.role where code = 'SYSTEM_ADMIN') and permission_id = (select id from iam.permission where uri = '${listParameters.export.permission}')`
    await ask(undefined)
    await runJobs(world)
    const uuid = (await mine())[0]?.file?.uuid ?? ''
    expect((await fetchFile(uuid)).statusCode).toBe(200)

    await askLarge()
    await change(`update iam.user_account set scope_kind = 'SELF' where account = 'admin'`)
    await runJobs(world)
    expect((await mine())[0]).toMatchObject({ state: 'REFUSED', file: null })
    // Nor is the one that was made before.
    await expect.poll(async () => (await fetchFile(uuid)).statusCode, { timeout: 10_000 }).toBe(404)
    await change(`update iam.user_account set scope_kind = 'ALL' where account = 'admin'`)
    await expect.poll(async () => (await fetchFile(uuid)).statusCode, { timeout: 10_000 }).toBe(200)

    await askLarge()
    await change(`delete from iam.role_permission where ${granted}`)
    await runJobs(world)
    expect((await mine())[0]).toMatchObject({ state: 'REFUSED', file: null })
    await expect.poll(async () => (await fetchFile(uuid)).statusCode, { timeout: 10_000 }).toBe(404)
    await change(
      `insert into iam.role_permission (role_id, permission_id) select r.id, p.id from iam.role r, iam.permission p where r.code = 'SYSTEM_ADMIN' and p.uri = '${listParameters.export.permission}'`,
    )
    await expect.poll(async () => (await fetchFile(uuid)).statusCode, { timeout: 10_000 }).toBe(200)
  })

  it('is one of a few at a time', async () => {
    for (let n = 0; n < MAX_OPEN; n++) expect((await ask(undefined)).status).toBe(202)
    expect((await ask(undefined)).json()).toMatchObject({ code: 'EXP-002', message: expect.stringContaining(String(MAX_OPEN)) })
    await runJobs(world)
    expect((await ask(undefined)).status).toBe(202)
  })

  const notified = async () =>
    ((await world.call(listNotifications, {}, { as: 'admin' })).data?.items ?? []).filter(({ text }) => text.startsWith('Không tạo được file')).length
  it('that fails for good, or that an administrator stops, notifies its owner, counts no more and can be removed or tried again', async () => {
    const before = await notified()
    const { pool, db } = world.runtime
    for (let n = 0; n < MAX_OPEN; n++) expect((await ask(undefined)).status).toBe(202)
    const ids = (await pool.query<{ id: string }>('select id from platform.job')).rows.map(({ id }) => id)
    const [first = ''] = ids
    await pool.query(`update platform.job set state = 'FAILED', ended_at = now(), last_error = 'no luck' where id = $1`, [first])
    for (const id of ids.slice(1)) await db.transaction().execute((tx) => cancelJob(tx, id))
    await runJobs(world)
    await runJobs(world)
    expect(await notified()).toBe(before + MAX_OPEN)
    const all = await mine()
    expect(all.map(({ state }) => state).sort()).toEqual([...Array(MAX_OPEN - 1).fill('CANCELLED'), 'FAILED'])
    expect(all.every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect((await ask(undefined)).status).toBe(202)
    for (const { id, state } of all)
      if (state === 'CANCELLED') {
        expect((await world.call(cancelExport, { id }, { as: 'admin' })).status).toBe(409)
        expect((await world.call(removeExport, { id }, { as: 'admin' })).status).toBe(200)
      }
    await db.transaction().execute((tx) => retryJob(tx, first))
    await runJobs(world)
    expect((await mine()).map(({ state }) => state)).toEqual(['DONE', 'DONE'])
  })

  it('that its owner cancels is not news', async () => {
    const before = await notified()
    await world.call(cancelExport, { id: await askLarge() }, { as: 'admin' })
    await runJobs(world)
    expect(await notified()).toBe(before)
  })
})
