import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changeGlobalListStatus,
  findGlobalList,
  insertGlobalList,
  listGlobalLists,
  removeGlobalList,
  searchCode,
  searchCodes,
  updateGlobalList,
} from '#core/masterdata/contract/lists/global-list.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { seedDemoLists } from '../demo-entries.ts'

let app: TestApp
const admin = { as: 'admin' }
const page = { currentPage: 1, pageSize: 15 } as const

beforeAll(async () => {
  app = await testApp()
  await app.runtime.db.transaction().execute((tx) => seedDemoLists(tx, app.runtime))
})
afterAll(() => app.close())

const colours = {
  code: 'COLOUR',
  name: 'Màu xe',
  entries: [
    { key: 'R', value: 'Đỏ', valueEn: 'Crimson' },
    { key: 'Y', value: 'Vàng' },
    { key: 'G', value: 'Xanh', status: 'LOCKED' as const },
  ],
}

describe('choices of forms', () => {
  it('are the active entries in order, in the caller’s language, for anybody signed in', async () => {
    const { data } = await app.call(searchCode, { code: 'ID_DOCUMENT_TYPE' }, { as: 'giaodichvien' })
    expect(data?.map(({ key }) => key)).toEqual(['CCCD', 'CC', 'HC', 'CMSQ'])
    expect(data?.[2]).toEqual({ code: 'ID_DOCUMENT_TYPE', description: '', key: 'HC', value: 'Hộ chiếu' })
    const english = await app.call(searchCode, { code: 'ID_DOCUMENT_TYPE' }, { as: 'giaodichvien', language: 'en' })
    expect(english.data?.[2]?.value).toBe('Passport')
    expect((await app.call(searchCode, { code: 'ID_DOCUMENT_TYPE' })).status).toBe(401)
  })

  it('of several lists come in one call; unknown lists have none', async () => {
    const { data } = await app.call(searchCodes, { codes: 'REFUND_REASON, NO_SUCH_LIST,INCIDENT_CATEGORY,REFUND_REASON' }, admin)
    expect([...new Set(data?.map(({ code }) => code))]).toEqual(['REFUND_REASON', 'INCIDENT_CATEGORY'])
    expect(data).toHaveLength(10)
    expect((await app.call(searchCode, { code: 'NO_SUCH_LIST' }, admin)).data).toEqual([])
    expect((await app.call(searchCodes, { codes: 'A,,B' }, admin)).status).toBe(422)
    expect((await app.call(searchCode, { code: "x' or 1=1" }, admin)).status).toBe(422)
  })
})

describe('lists', () => {
  it('are created with their entries and found by anything in them', async () => {
    const created = await app.call(insertGlobalList, colours, admin)
    expect(created).toMatchObject({ status: 200, data: { version: 0 } })
    expect((await app.call(insertGlobalList, colours, admin)).code).toBe('MD-020')
    for (const text of ['colour', 'mau XE', 'vang', 'crimson']) {
      const { data } = await app.call(listGlobalLists, { searchSdi: { text }, pageInfo: page }, admin)
      expect(data?.result, text).toMatchObject([{ code: 'COLOUR', entries: 3, updatedBy: 'admin' }])
    }
    const { data } = await app.call(findGlobalList, { code: 'COLOUR' }, admin)
    expect(data).toMatchObject({
      name: 'Màu xe',
      entries: [
        { key: 'R', valueEn: 'Crimson' },
        { key: 'Y', valueEn: '' },
        { key: 'G', status: 'LOCKED' },
      ],
    })
    expect((await app.call(searchCode, { code: 'COLOUR' }, { ...admin, language: 'en' })).data).toMatchObject([{ value: 'Crimson' }, { value: 'Vàng' }])
  })

  it('change as a whole: what is not given is gone, the order is the order given', async () => {
    const { data } = await app.call(findGlobalList, { code: 'COLOUR' }, admin)
    const { id = '', version = 0 } = data ?? {}
    const entries = [
      { key: 'G', value: 'Xanh' },
      { key: 'R', value: 'Đỏ' },
    ]
    expect((await app.call(updateGlobalList, { id, version, name: 'Màu', status: 'ACTIVE', entries }, admin)).data).toEqual({ id, version: 1 })
    expect((await app.call(searchCode, { code: 'COLOUR' }, admin)).data?.map(({ key }) => key)).toEqual(['G', 'R'])
    expect(await app.call(updateGlobalList, { id, version, name: 'Cũ', status: 'ACTIVE', entries: [] }, admin)).toMatchObject({
      status: 409,
      code: 'SYS-409',
      data: { version: 1 },
    })
    const { rows } = await sql<{ before: { entries: unknown[] }; after: { entries: unknown[] } }>`
      select before, after from platform.audit_entry where subject_type = 'masterdata.global_list' and subject_id = ${id} order by id desc limit 1`.execute(
      app.runtime.db,
    )
    expect(rows[0]?.before.entries).toHaveLength(3)
    expect(rows[0]?.after.entries).toHaveLength(2)
  })

  it('that are locked are offered no more', async () => {
    const { data } = await app.call(findGlobalList, { code: 'COLOUR' }, admin)
    const { id = '', version = 0, entries = [] } = data ?? {}
    await app.call(updateGlobalList, { id, version, name: 'Màu', status: 'LOCKED', entries }, admin)
    expect((await app.call(searchCode, { code: 'COLOUR' }, admin)).data).toEqual([])
    const locked = await app.call(listGlobalLists, { searchSdi: { status: 'LOCKED' }, pageInfo: page }, admin)
    expect(locked.data?.result.map(({ code }) => code)).toEqual(['COLOUR'])
  })

  it('refuse keys twice, empty keys and keys with spaces, each at its row', async () => {
    const wrong = (entries: { key: string; value: string }[]) => app.call(insertGlobalList, { code: 'WRONG', name: 'x', entries }, admin)
    expect(
      await wrong([
        { key: 'A', value: 'x' },
        { key: 'A', value: 'y' },
      ]),
    ).toMatchObject({ status: 422, errors: [{ field: 'entries.1.key', code: 'duplicate', message: 'Giá trị đã tồn tại' }] })
    expect(await wrong([{ key: ' ', value: 'x' }])).toMatchObject({ status: 422, errors: [{ field: 'entries.0.key', code: 'required' }] })
    expect(await wrong([{ key: 'A B', value: 'x' }])).toMatchObject({ status: 422, errors: [{ field: 'entries.0.key', code: 'noSpaces' }] })
    expect(await wrong([{ key: 'A', value: '' }])).toMatchObject({ status: 422, errors: [{ field: 'entries.0.value', code: 'required' }] })
  })

  it('say who was faster, with what the form needs to go on from there', async () => {
    const { data: found } = await app.call(findGlobalList, { code: 'ID_DOCUMENT_TYPE' }, admin)
    const { id = '', version = -1, entries = [] } = found ?? {}
    const save = (name: string) => app.call(updateGlobalList, { id, version, name, status: 'ACTIVE', entries }, admin)
    expect((await save('Một')).status).toBe(200)
    const reply = await save('Hai')
    expect(reply.status).toBe(409)
    expect(reply.data).toEqual({
      version: version + 1,
      changedBy: 'admin',
      changedAt: expect.stringMatching(/\+07:00$/),
      current: { name: 'Một', description: '', status: 'ACTIVE', entries },
    })
  })

  it('are locked and unlocked several at a time, each by itself and under the version seen', async () => {
    const rows =
      (await app.list(listGlobalLists, { filter: { status: 'ACTIVE' } }, admin)).data?.result.slice(0, 2).map(({ id, version }) => ({ id, version })) ?? []
    const [first = { id: '', version: 0 }, second = { id: '', version: 0 }] = rows
    const old = { ...second, version: second.version + 7 }
    const lock = async (wanted: typeof rows, as = 'admin') => app.call(changeGlobalListStatus, { rows: wanted, status: 'LOCKED' }, { as })
    expect((await lock([first, old, { id: '999999', version: 0 }])).data).toMatchObject({
      done: 1,
      refused: 2,
      results: [{ code: null }, { code: 'SYS-409', message: expect.stringContaining('thay đổi') }, { code: 'SYS-404' }],
    })
    // Sent again it does nothing twice, and the rest is done.
    expect((await lock([first, second])).data?.results.map(({ code }) => code)).toEqual(['SYS-409', null])
    const { rows: audited } = await app.runtime.pool.query(`select subject_id, after from platform.audit_entry where action like '%/change-status' order by id`)
    expect(audited).toEqual(rows.map(({ id }) => ({ subject_id: id, after: { status: 'LOCKED' } })))
    expect((await lock(rows, 'ketoan')).status).toBe(403)
    expect((await lock([])).status).toBe(422)
  })

  it('are removed under the version seen', async () => {
    const { data } = await app.call(findGlobalList, { code: 'COLOUR' }, admin)
    const { id = '', version = 0 } = data ?? {}
    expect((await app.call(removeGlobalList, { id, version: version - 1 }, admin)).code).toBe('SYS-409')
    expect((await app.call(removeGlobalList, { id, version }, { as: 'ketoan' })).status).toBe(403)
    expect((await app.call(removeGlobalList, { id, version }, admin)).status).toBe(200)
    expect((await app.call(removeGlobalList, { id, version }, admin)).status).toBe(404)
    expect((await app.call(findGlobalList, { code: 'COLOUR' }, admin)).status).toBe(404)
  })
})
