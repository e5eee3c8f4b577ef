import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { validationTexts } from '#kernel/validation-texts.ts'
import { cancelJob } from '#platform/server/jobs/manage.ts'
import { requestOf, type TestApp, testApp } from '../../../../../test/app.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { type Aoa, sendUpload, sheetRows, workbook } from '../../../../../test/workbooks.ts'
import { seedAdministrativeAreas } from './seed.ts'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  await app.runtime.db.transaction().execute((tx) => seedAdministrativeAreas(tx))
  headers = { ...(await app.headersOf('admin', 'PP_SYS')), 'accept-language': 'vi' }
})
afterAll(() => app.close())

const admin = { as: 'admin', clientId: 'PP_SYS' } as const
const HEADER = ['STT', 'Mã đơn vị *', 'Loại đơn vị *', 'Tên đơn vị *', 'Mã đơn vị cấp trên', 'Hiệu lực từ *', 'Hiệu lực đến', 'Mã đơn vị cũ']

async function upload(rows: Aoa, name = 'đơn vị.xlsx', format: 'xlsx' | 'xls' = 'xlsx') {
  const reply = await sendUpload(app.app, importAreas.upload.path, { name, content: workbook(rows, format) }, headers)
  expect(reply).toMatchObject({ status: 200, code: 'API000' })
  await runJobs(app)
  return reply.data?.id ?? ''
}
const state = async (id: string) => {
  const { data } = await app.call(importAreas.state, { id }, admin)
  if (!data) throw new Error('no state')
  return data
}
async function reasons(id: string, language: 'vi' | 'en' = 'vi') {
  const { data } = await app.call(importAreas.rows, { id, bad: true, page: 1 }, { ...admin, language })
  return Object.fromEntries((data?.result ?? []).map(({ number, problems }) => [number, problems.map((one) => `${one.field}: ${one.message}`).join('; ')]))
}
async function start(id: string, mode: 'ALL' | 'GOOD') {
  const reply = await app.call(importAreas.start, { id, version: (await state(id)).version, mode }, admin)
  await runJobs(app)
  return reply
}
const count = async () =>
  (await app.runtime.pool.query('select count(*)::int as areas, count(valid_to)::int as ended from masterdata.administrative_area')).rows[0] as {
    areas: number
    ended: number
  }

let before: Awaited<ReturnType<typeof count>>
beforeEach(async () => {
  before = await count()
})

describe('a file of areas', () => {
  it('brings new ones, ends the old ones on the eve and records what became of what', async () => {
    const id = await upload([
      HEADER,
      [1, '35', 'Tỉnh', 'Tỉnh Thử Nghiệm', null, '01/01/2028', null, null],
      [2, '99001', 'Phường', 'Phường Một', '35', '01/01/2028', null, '00004, 00008'],
      [3, '99002', 'xã', 'Hai', '35', '01/01/2028', null, '00025'],
      [4, '99003', 'COMMUNE', 'Ba', '35', '2028-01-01', '31/12/2030', '00025'],
    ])
    expect(await state(id)).toMatchObject({ status: 'READY', total: 4, good: 4, bad: 0, problem: null })
    expect(await count()).toEqual(before)
    await start(id, 'ALL')
    expect(await state(id)).toMatchObject({ status: 'DONE', summary: { areas: 4, closed: 3, successors: 4 } })
    expect(await count()).toEqual({ areas: before.areas + 4, ended: before.ended + 4 })
    const { rows } = await app.runtime.pool.query(`
      select o.code as old, n.code as new, s.kind, o.valid_to, n.full_name from masterdata.area_successor s
      join masterdata.administrative_area o on o.id = s.old_id join masterdata.administrative_area n on n.id = s.new_id where n.valid_from = '2028-01-01' order by 1, 2`)
    expect(rows).toEqual([
      { old: '00004', new: '99001', kind: 'WHOLE', valid_to: '2027-12-31', full_name: 'Phường Một' },
      { old: '00008', new: '99001', kind: 'WHOLE', valid_to: '2027-12-31', full_name: 'Phường Một' },
      { old: '00025', new: '99002', kind: 'PART', valid_to: '2027-12-31', full_name: 'Xã Hai' },
      { old: '00025', new: '99003', kind: 'PART', valid_to: '2027-12-31', full_name: 'Xã Ba' },
    ])
    const audit = await app.runtime.pool.query(`select after from platform.audit_entry where action = $1`, [`IMPORT ${importAreas.path}`])
    expect(audit.rows).toHaveLength(1)
  })

  it('tells every bad row why, in both languages, and imports nothing unless asked for the good rows', async () => {
    const found = await app.runtime.pool.query(
      `select code from masterdata.administrative_area where level = 'COMMUNE' and valid_to is null order by code desc limit 1`,
    )
    const taken = (found.rows[0] as { code: string }).code
    const id = await upload([
      HEADER,
      [1, '36', 'Tỉnh', 'Bốn', null, '01/01/2028', null, null],
      [2, taken, 'Phường', 'Trùng mã', '01', '01/01/2028', null, null],
      [3, '99011', 'Phường', 'Không cha', '77', '01/01/2028', null, null],
      [4, '99012', 'Phường', 'Cũ sai', '01', '01/01/2028', null, '98765'],
      [5, '9901', 'Phường', 'Sai số chữ số', '01', '01/01/2028', null, null],
      [6, '990', 'Phường', '', '1?', '31/02/2028', null, '0004'],
      [7, '99014', 'Làng', 'Sai loại', '01', '01/01/2028', null, null],
      [8, '99015', 'Phường', 'Đúng', '36', '01/01/2028', null, null],
      [99, '99015', 'Phường', 'Đúng', '36', '01/01/2028', null, null],
      [10, '99015', 'Phường', 'Khác tên', '36', '01/01/2028', null, null],
      [11, '39', 'Tỉnh', 'Có cha', '01', '01/01/2028', null, null],
      [12, '99016', 'Phường', 'Cha sai dòng', '39', '01/01/2028', null, null],
      [13, '99017', 'Phường', 'Ngược ngày', '01', '01/01/2028', '31/12/2027', null],
      [14, '34', 'Thành phố trung ương', 'Mất con', null, '01/01/2028', null, '01'],
    ])
    expect(await state(id)).toMatchObject({ status: 'READY', total: 14, good: 2, bad: 12 })
    // A row with faults of form is looked at for its meaning in the same round, as far as it can be read: 'parentCode' is not.
    const ROW_7 = [
      `name: ${validationTexts.required.vi}`,
      `parentCode: ${validationTexts.areaParentCode.vi}`,
      'validFrom: Ngày không hợp lệ',
      `code: ${fill(masterdataErrors.areaCodeDigits.vi, { digits: 5 })}`,
      `oldCodes: ${fill(masterdataErrors.areaOldLevel.vi, { code: '0004', digits: 5 })}`,
    ].join('; ')
    expect(await reasons(id)).toEqual({
      3: expect.stringContaining(`code: Mã ${taken} đang được dùng cho`),
      4: 'parentCode: Đơn vị cấp trên 77 không có hiệu lực trong toàn bộ khoảng thời gian này',
      5: 'oldCodes: Đơn vị cũ mã 98765 không có hiệu lực trong ngày 31/12/2027',
      6: 'code: Mã gồm 2 chữ số (tỉnh), 3 chữ số (huyện) hoặc 5 chữ số (xã)',
      7: ROW_7,
      8: 'kind: Giá trị không nằm trong danh mục cho phép',
      10: 'null: Trùng với dòng 9',
      11: 'code: Trùng với dòng 9',
      12: 'parentCode: Cấp tỉnh không có đơn vị cấp trên',
      13: 'parentCode: Đơn vị cấp trên 39 không có hiệu lực trong toàn bộ khoảng thời gian này',
      14: 'validTo: Từ ngày phải trước hoặc bằng đến ngày',
      15: expect.stringMatching(/oldCodes: Còn \d+ đơn vị cấp dưới/),
    })
    expect((await reasons(id, 'en'))[11]).toBe('code: Same as row 9')
    expect(await start(id, 'ALL')).toMatchObject({ status: 409, code: 'IMP-015', message: 'Còn 12 dòng lỗi. Hãy sửa file, hoặc chọn nhập các dòng hợp lệ' })
    expect(await count()).toEqual(before)
    await start(id, 'GOOD')
    expect(await state(id)).toMatchObject({ status: 'DONE', summary: { areas: 2, closed: 0, successors: 0 } })
    expect(await count()).toEqual({ ...before, areas: before.areas + 2 })
    const result = await app.app.inject({ ...requestOf(importAreas.result, { id }), headers })
    const rows = sheetRows(result.rawPayload)
    expect(rows[0]?.slice(-2)).toEqual(['Trạng thái', 'Lý do'])
    expect(rows[1]?.slice(-2)).toEqual(['Đã nhập', ''])
    expect(rows[6]?.slice(-2)).toEqual(['Không nhập', expect.stringContaining(`Tên đơn vị: ${validationTexts.required.vi}; `)])
    expect(rows[6]?.[0]).toBe('7')
  })

  it('with everything wrong in every row imports nothing, whatever is asked for', async () => {
    const id = await upload([HEADER, ...Array.from({ length: 1_200 }, (_none, at) => [at, 'x', 'Làng', '', 'y', 'hôm qua', '1', '??'])])
    expect(await state(id)).toMatchObject({ status: 'READY', total: 1_200, good: 0, bad: 1_200 })
    const { data } = await app.call(importAreas.rows, { id, bad: true, page: 24 }, admin)
    expect(data?.result).toHaveLength(50)
    expect(data?.result.at(-1)).toMatchObject({ number: 1_201, problems: expect.arrayContaining([expect.objectContaining({ field: 'oldCodes' })]) })
    expect((await start(id, 'GOOD')).code).toBe('IMP-014')
    expect((await start(id, 'ALL')).code).toBe('IMP-015')
    expect(await count()).toEqual(before)
  })

  it('an old .xls with numbers for codes and real dates is read the same', async () => {
    const day = { t: 'n', v: 46753, z: 'dd/mm/yyyy' } as const
    const id = await upload([HEADER, [1, { t: 'n', v: 99_021, z: '00000' }, 'Xã', 'Từ xls', { t: 'n', v: 1, z: '00' }, day, null, null]], 'cũ.xls', 'xls')
    expect(await state(id)).toMatchObject({ status: 'READY', good: 1 })
    await start(id, 'ALL')
    const { rows } = await app.runtime.pool.query(`select code, parent_code, valid_from from masterdata.administrative_area where code = '99021'`)
    expect(rows).toEqual([{ code: '99021', parent_code: '01', valid_from: '2028-01-01' }])
  })

  it('that became wrong after the preview imports nothing and says so', async () => {
    const row = (code: string) => [1, code, 'Xã', `Xã ${code}`, '01', '01/01/2028', null, null]
    const id = await upload([HEADER, row('99031'), row('99032')])
    const other = await upload([HEADER, row('99032')])
    await start(other, 'ALL')
    const now = await count()
    await start(id, 'ALL')
    expect(await state(id)).toMatchObject({ status: 'READY', bad: 1, good: 1, problem: { code: 'IMP-016' } })
    expect(await reasons(id)).toEqual({ 3: expect.stringContaining('99032 đang được dùng') })
    expect(await count()).toEqual(now)
  })

  it('with titles of its own is mapped by hand', async () => {
    const id = await upload([
      ['code', 'Area type', 'Ten goi', 'Cấp trên', 'Effective from *', 'ghi chú'],
      ['99041', 'Ward', 'Map', '01', '2028-01-01', 'x'],
    ])
    const seen = await state(id)
    expect(seen).toMatchObject({ status: 'MAPPING', mapping: { code: 0, kind: 1, name: null, parentCode: null, validFrom: 4, validTo: null } })
    const map = (mapping: Record<string, number | null>) =>
      app.call(importAreas.map, { id, version: seen.version, mapping: { ...seen.mapping, ...mapping } }, admin)
    expect(await map({})).toMatchObject({ code: 'IMP-013', message: 'Chưa chọn cột cho các trường bắt buộc: Tên đơn vị' })
    expect((await map({ name: 0 })).status).toBe(422)
    expect((await map({ name: 17 })).status).toBe(422)
    expect((await map({ name: 2, parentCode: 3 })).status).toBe(200)
    expect((await map({ name: 2, parentCode: 3 })).code).toBe('SYS-409')
    await runJobs(app)
    expect(await state(id)).toMatchObject({ status: 'READY', good: 1 })
  })

  it('is seen and decided by its owner only, and can be given up', async () => {
    const id = await upload([HEADER, [1, '99051', 'Xã', 'X', '01', '01/01/2028', null, null]])
    expect((await app.call(importAreas.state, { id }, { as: 'ketoan' })).status).toBe(403)
    expect((await app.call(importAreas.recent, {}, admin)).data?.[0]).toMatchObject({ id, status: 'READY', total: 1 })
    // Nor by somebody else with every right.
    const { pool } = app.runtime
    await pool.query("insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'")
    await pool.query("update iam.user_account set scope_kind = 'ALL' where account = 'tinh01'")
    await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
    const other = { as: 'tinh01', clientId: 'PP_SYS' } as const
    expect((await app.call(importAreas.recent, {}, other)).data).toEqual([])
    for (const reply of [
      await app.call(importAreas.state, { id }, other),
      await app.call(importAreas.rows, { id, bad: false, page: 1 }, other),
      await app.call(importAreas.start, { id, version: (await state(id)).version, mode: 'ALL' }, other),
      await app.call(importAreas.cancel, { id, version: (await state(id)).version }, other),
    ])
      expect(reply.status).toBe(404)
    const { version } = await state(id)
    expect((await app.call(importAreas.cancel, { id, version }, admin)).status).toBe(200)
    expect((await app.call(importAreas.start, { id, version, mode: 'ALL' }, admin)).code).toBe('SYS-409')
    expect(await state(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('starts from a template whose titles are recognised in both languages', async () => {
    for (const language of ['vi', 'en'] as const) {
      const file = await app.app.inject({ ...requestOf(importAreas.template, {}), headers: { ...headers, 'accept-language': language } })
      expect(file.headers['content-disposition']).toContain(language === 'vi' ? 'M%E1%BA%ABu' : 'Import%20template')
      const [titles = []] = sheetRows(file.rawPayload)
      expect(titles).toHaveLength(8)
      const id = await upload([titles, [1, '99061', 'Xã', `M ${language}`, '01', '01/01/2028', '', '']])
      expect(await state(id)).toMatchObject({
        status: 'READY',
        good: 1,
        mapping: { code: 1, kind: 2, name: 3, parentCode: 4, validFrom: 5, validTo: 6, oldCodes: 7 },
      })
    }
  })

  it('whose job fails for good or is stopped goes back to where a person can go on, and says why', async () => {
    const id = await upload([HEADER, [1, '97', 'Tỉnh', 'Tỉnh Dừng', null, '01/01/2029', null, null]])
    const { pool, db } = app.runtime
    const jobOf = async () =>
      (await pool.query<{ id: string }>("select id from platform.job where input->>'id' = $1 and state = 'WAITING'", [id])).rows[0]?.id ?? ''
    const begin = async () => app.call(importAreas.start, { id, version: (await state(id)).version, mode: 'ALL' }, admin)
    await begin()
    const stopped = await jobOf()
    await db.transaction().execute((tx) => cancelJob(tx, stopped))
    await runJobs(app)
    expect(await state(id)).toMatchObject({ status: 'READY', problem: { code: 'IMP-017', message: expect.stringContaining('Quản trị viên') } })
    await begin()
    await pool.query("update platform.job set state = 'FAILED', last_error = 'x' where id = $1", [await jobOf()])
    await runJobs(app)
    expect(await state(id)).toMatchObject({ status: 'READY', problem: { code: 'IMP-012' } })

    const { version, mapping } = await state(id)
    await app.call(importAreas.map, { id, version, mapping }, admin)
    await pool.query("update platform.job set state = 'FAILED', last_error = 'x' where id = $1", [await jobOf()])
    await runJobs(app)
    expect(await state(id)).toMatchObject({ status: 'MAPPING', problem: { code: 'IMP-012' } })
    await app.call(importAreas.map, { id, version: (await state(id)).version, mapping }, admin)
    await runJobs(app)
    expect(await state(id)).toMatchObject({ status: 'READY', problem: null })
    expect((await start(id, 'ALL')).status).toBe(200)
    expect(await state(id)).toMatchObject({ status: 'DONE' })
  })
})
