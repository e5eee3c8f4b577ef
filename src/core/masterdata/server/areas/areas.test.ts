import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  areaChildren,
  closeArea,
  createArea,
  findArea,
  linkSuccessor,
  listAreas,
  listSuccessions,
  reviseArea,
  traceArea,
  unlinkSuccessor,
  updateArea,
} from '#core/masterdata/contract/areas/area.ts'
import { locationCommunes, locationDistricts, locationProvinces } from '#core/masterdata/contract/areas/location.ts'
import type { FilterOf, RowOf } from '#kernel/contract.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { seedAdministrativeAreas } from './seed.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await app.runtime.db.transaction().execute((tx) => seedAdministrativeAreas(tx))
})
afterAll(() => app.close())

const page = { currentPage: 1, pageSize: 50 } as const
const admin = { as: 'admin' }

async function search(searchSdi: FilterOf<typeof listAreas>, as = 'admin') {
  const { status, data } = await app.call(listAreas, { searchSdi, pageInfo: page }, { as })
  expect(status).toBe(200)
  return { total: data?.totalRecord ?? 0, rows: (data?.result ?? []) as RowOf<typeof listAreas>[] }
}

/** The area of a code on a day. */
async function one(text: string, asOf: string, level: 'PROVINCE' | 'DISTRICT' | 'COMMUNE' = 'COMMUNE') {
  const { rows } = await search({ text, asOf, level })
  const found = rows.find((row) => row.code === text)
  if (!found) throw new Error(`no ${level} ${text} on ${asOf}`)
  return found
}

describe('location calls', () => {
  it('offer provinces and their communes of today, sorted by name', async () => {
    const provinces = await app.call(locationProvinces, {}, { as: 'giaodichvien' })
    expect(provinces.data).toHaveLength(34)
    expect(provinces.data?.[0]).toEqual({ code: '91', name: 'Tỉnh An Giang', nameEn: 'An Giang Province', kind: 'PROVINCE', parentCode: null })
    expect((await app.call(locationDistricts, { provinceCode: '01' }, admin)).data).toEqual([])
    const communes = await app.call(locationCommunes, { provinceCode: '01' }, admin)
    expect(communes.data).toHaveLength(126)
    expect(communes.data).toContainEqual({ code: '00004', name: 'Phường Ba Đình', nameEn: 'Ba Dinh Ward', kind: 'WARD', parentCode: '01' })
  })

  it('offer the three levels of before as of a day', async () => {
    const asOf = '2025-06-30'
    expect((await app.call(locationProvinces, { asOf }, admin)).data).toHaveLength(63)
    const districts = await app.call(locationDistricts, { provinceCode: '79', asOf }, admin)
    expect(districts.data).toHaveLength(22)
    expect(districts.data?.map(({ name }) => name)).toContain('Thành phố Thủ Đức')
    expect((await app.call(locationCommunes, { districtCode: '769', asOf }, admin)).data).toHaveLength(34)
    // A whole province through its districts.
    expect((await app.call(locationCommunes, { provinceCode: '79', asOf }, admin)).data).toHaveLength(273)
    expect((await app.call(locationCommunes, { provinceCode: '79', districtCode: '769', asOf }, admin)).data).toHaveLength(34)
    expect((await app.call(locationCommunes, { provinceCode: '01', districtCode: '769', asOf }, admin)).data).toEqual([])
  })

  it('need a session, one of the two codes, and days that exist', async () => {
    expect((await app.call(locationProvinces, {})).status).toBe(401)
    expect(await app.call(locationCommunes, {}, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'provinceCode', code: 'required', message: 'Vui lòng nhập thông tin này' }],
    })
    expect(await app.call(locationProvinces, { asOf: '2026-02-30' }, { ...admin, language: 'en' })).toMatchObject({
      status: 422,
      errors: [{ field: 'asOf', message: 'The date is not valid' }],
    })
    expect((await app.call(locationDistricts, { provinceCode: '1' }, admin)).status).toBe(422)
  })
})

describe('the list', () => {
  it('finds names without diacritics, in any order of words, and codes from their beginning', async () => {
    const { rows } = await search({ text: 'dinh  BA', asOf: '2026-11-21', level: 'COMMUNE', provinceCode: '01' })
    expect(rows.map(({ fullName }) => fullName)).toEqual(['Phường Ba Đình'])
    expect((await search({ text: '0000', asOf: '2026-11-21' })).rows.map(({ code }) => code)).toEqual(['00004', '00008'])
    expect((await search({ text: '100%' })).total).toBe(0)
    expect((await search({ text: '\u0301' })).total).toBe(0)
  })

  it('shows areas with the places they stood in on the day asked about', async () => {
    expect(await one('26794', '2025-06-30')).toMatchObject({
      fullName: 'Phường Linh Xuân',
      districtName: 'Thành phố Thủ Đức',
      provinceName: 'Thành phố Hồ Chí Minh',
    })
    expect(await one('26794', '2019-10-06')).toMatchObject({ districtName: 'Quận Thủ Đức' })
    expect(await one('26248', '2026-04-29')).toMatchObject({ fullName: 'Xã Trảng Bom', districtName: null, provinceName: 'Tỉnh Đồng Nai' })
    expect(await one('26248', '2026-04-30')).toMatchObject({ fullName: 'Phường Trảng Bom', provinceName: 'Thành phố Đồng Nai' })
    // Without a day: what ended, as it was at its end.
    const { rows } = await search({ text: '26248' })
    expect(rows.map(({ fullName, provinceName, validTo }) => [fullName, provinceName, validTo])).toEqual([
      ['Thị trấn Trảng Bom', 'Tỉnh Đồng Nai', '2025-06-30'],
      ['Xã Trảng Bom', 'Tỉnh Đồng Nai', '2026-04-29'],
      ['Phường Trảng Bom', 'Thành phố Đồng Nai', null],
    ])
  })

  it('filters by level, kind, province, district and what is known of successors', async () => {
    expect((await search({ asOf: '2025-06-30', level: 'DISTRICT', provinceCode: '79' })).total).toBe(22)
    expect((await search({ asOf: '2026-11-21', kind: ['SPECIAL_ZONE'] })).total).toBe(13)
    expect((await search({ asOf: '2025-06-30', districtCode: '769' })).total).toBe(34)
    expect((await search({ succession: 'UNKNOWN' })).total).toBe(568)
    expect((await search({ succession: 'UNKNOWN', asOf: '2025-06-30' })).total).toBe(0)
  })

  it('gives the tree level by level', async () => {
    const asOf = '2025-06-30'
    const top = await app.call(areaChildren, { asOf }, admin)
    expect(top.data).toHaveLength(63)
    expect(top.data?.find(({ code }) => code === '79')).toMatchObject({ fullName: 'Thành phố Hồ Chí Minh', children: 22 })
    const below = await app.call(areaChildren, { asOf, parentCode: '79' }, admin)
    expect(below.data?.find(({ code }) => code === '769')).toMatchObject({ level: 'DISTRICT', children: 34 })
    expect((await app.call(areaChildren, { asOf, parentCode: '769' }, admin)).data?.[0]).toMatchObject({ level: 'COMMUNE', children: 0 })
  })
})

describe('old and new', () => {
  it('are looked up both ways', async () => {
    const old = await one('26794', '2019-10-06')
    const now = await app.call(traceArea, { id: old.id, asOf: '2026-11-21' }, admin)
    expect(now.data).toMatchObject([{ fullName: 'Phường Linh Xuân', provinceName: 'Thành phố Hồ Chí Minh', districtName: null, succession: 'MAIN' }])
    const before = await app.call(traceArea, { id: now.data?.[0]?.id ?? '', asOf: '2025-06-30' }, admin)
    expect(before.data?.map(({ fullName }) => fullName)).toEqual(['Phường Linh Xuân', 'Phường Linh Trung', 'Phường Linh Tây'])
  })

  it('follow a district by its communes', async () => {
    const district = await one('001', '2025-06-30', 'DISTRICT')
    const { data } = await app.call(traceArea, { id: district.id, asOf: '2026-11-21' }, admin)
    expect(data?.map(({ fullName }) => fullName)).toEqual(['Phường Ba Đình', 'Phường Ngọc Hà', 'Phường Giảng Võ', 'Phường Hồng Hà'])
  })

  it('stand in a list that finds either side', async () => {
    const { data } = await app.call(listSuccessions, { searchSdi: { text: 'truc bach', oldAsOf: '2025-06-30' }, pageInfo: page }, admin)
    expect(data?.result).toMatchObject([
      { oldCode: '00004', oldName: 'Phường Trúc Bạch', oldDistrictName: 'Quận Ba Đình', newName: 'Phường Ba Đình', newProvinceName: 'Thành phố Hà Nội' },
    ])
    const all = await app.call(listSuccessions, { searchSdi: { oldAsOf: '2025-06-30', level: 'PROVINCE' }, pageInfo: page }, admin)
    // 52 provinces were merged; of the 11 that went on, Quảng Ninh became a city in 2026.
    expect(all.data?.totalRecord).toBe(53)
  })

  it('say what is not known, and why', async () => {
    const { rows } = await search({ succession: 'UNKNOWN' })
    const { data } = await app.call(findArea, { id: rows[0]?.id ?? '' }, admin)
    expect(data).toMatchObject({ gap: { reason: 'DISSOLVED_BEFORE_2025' }, successors: [], validTo: '2025-02-28' })
  })
})

describe('a person', () => {
  const validFrom = '2027-01-01'
  const ward = { level: 'COMMUNE', kind: 'WARD', parentCode: '01', validFrom } as const

  it('creates an area; its code and place are checked', async () => {
    const created = await app.call(createArea, { ...ward, code: '90001', name: ' Thử  Nghiệm ' }, admin)
    expect(created).toMatchObject({ status: 200, data: { version: 0 } })
    const { data } = await app.call(findArea, { id: created.data?.id ?? '' }, admin)
    expect(data).toMatchObject({ fullName: 'Phường Thử Nghiệm', provinceName: 'Thành phố Hà Nội', validTo: null })

    expect(await app.call(createArea, { ...ward, code: '90001', name: 'Khác', validFrom: '2028-01-01' }, admin)).toMatchObject({
      status: 409,
      code: 'MD-001',
      message: 'Mã 90001 đang được dùng cho Phường Thử Nghiệm trong khoảng thời gian này',
    })
    expect(await app.call(createArea, { ...ward, code: '90002', name: 'Khác', parentCode: '03' }, admin)).toMatchObject({ status: 422, code: 'MD-002' })
    expect(await app.call(createArea, { ...ward, code: '900', name: 'Khác' }, admin)).toMatchObject({ status: 422, errors: [{ field: 'code' }] })
    expect(await app.call(createArea, { ...ward, code: '90002', name: 'Khác', kind: 'CITY' }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'kind' }],
    })
    expect(await app.call(createArea, { level: 'COMMUNE', kind: 'WARD', validFrom, code: '90002', name: 'Khác' }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'parentCode', code: 'required' }],
    })
    expect(await app.call(createArea, { ...ward, code: '90002', name: 'Khác', validTo: '2026-12-31' }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'validTo' }],
    })
    expect((await app.call(createArea, { ...ward, code: '90002', name: 'Khác' }, { as: 'ketoan' })).status).toBe(403)
  })

  it('corrects a name under the version seen, and no other', async () => {
    const { id, version } = await one('90001', '2027-06-01')
    const changed = await app.call(updateArea, { id, version, kind: 'COMMUNE', name: 'Thử Nghiệm', status: 'LOCKED' }, admin)
    expect(changed.data).toEqual({ id, version: version + 1 })
    expect(await one('90001', '2027-06-01')).toMatchObject({ fullName: 'Xã Thử Nghiệm', fullNameEn: 'Thu Nghiem Commune', status: 'LOCKED' })
    expect(await app.call(updateArea, { id, version, kind: 'WARD', name: 'Cũ', status: 'ACTIVE' }, admin)).toMatchObject({
      status: 409,
      code: 'SYS-409',
      data: { version: version + 1 },
    })
    // Locked areas are not offered.
    expect((await app.call(locationCommunes, { provinceCode: '01', asOf: '2027-06-01' }, admin)).data).toHaveLength(126)
  })

  it('revises an area from a day on: the old one stays as it was', async () => {
    const { id, version } = await one('90001', '2027-06-01')
    const revised = await app.call(reviseArea, { id, version, from: '2027-07-01', kind: 'WARD', name: 'Thử Nghiệm Mới', note: 'NQ 1' }, admin)
    expect(revised.status).toBe(200)
    expect(await one('90001', '2027-06-30')).toMatchObject({ fullName: 'Xã Thử Nghiệm', validTo: '2027-06-30' })
    expect(await one('90001', '2027-07-01')).toMatchObject({ fullName: 'Phường Thử Nghiệm Mới', validTo: null })
    const { data } = await app.call(findArea, { id: revised.data?.id ?? '' }, admin)
    expect(data).toMatchObject({ uses: [{ validFrom }, { validFrom: '2027-07-01' }], predecessors: [{ area: { id }, kind: 'WHOLE', note: 'NQ 1' }] })
    expect((await app.call(reviseArea, { id, version: version + 1, from: '2027-08-01', kind: 'WARD', name: 'Sau', note: '' }, admin)).code).toBe('MD-004')
  })

  it('renames a province without touching its communes', async () => {
    const { id, version } = await one('96', '2026-11-21', 'PROVINCE')
    expect((await app.call(reviseArea, { id, version, from: '2027-03-01', kind: 'MUNICIPALITY', name: 'Cà Mau' }, admin)).status).toBe(200)
    const { rows } = await search({ asOf: '2027-03-01', level: 'COMMUNE', provinceCode: '96' })
    expect(rows).toHaveLength(50)
    expect(rows[0]).toMatchObject({ provinceName: 'Thành phố Cà Mau', version: 0 })
    expect((await search({ asOf: '2027-02-28', level: 'COMMUNE', provinceCode: '96' })).rows[0]).toMatchObject({ provinceName: 'Tỉnh Cà Mau' })
  })

  it('ends an area and says what it becomes', async () => {
    const gone = await one('90001', '2027-07-01')
    const heir = await one('00004', '2027-07-01')
    expect(await app.call(closeArea, { id: gone.id, version: gone.version, lastDay: '2027-06-30' }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'lastDay' }],
    })
    const closed = await app.call(closeArea, { id: gone.id, version: gone.version, lastDay: '2027-12-31', successors: [{ id: heir.id, kind: 'WHOLE' }] }, admin)
    expect(closed.status).toBe(200)
    expect((await app.call(traceArea, { id: gone.id, asOf: '2028-06-01' }, admin)).data).toMatchObject([{ code: '00004', succession: 'WHOLE' }])
    expect((await app.call(traceArea, { id: heir.id, asOf: '2027-12-01' }, admin)).data?.map(({ code }) => code)).toEqual(['00004', '90001'])
    expect((await app.call(traceArea, { id: heir.id, asOf: '2028-06-01' }, admin)).data?.map(({ code }) => code)).toEqual(['00004'])
  })

  it('takes a successor back and records another; an end without one is noted', async () => {
    const gone = await one('90001', '2027-12-31')
    const [first, second] = [await one('00004', '2028-01-01'), await one('00008', '2028-01-01')]
    expect((await app.call(unlinkSuccessor, { oldId: gone.id, newId: first.id }, admin)).status).toBe(200)
    expect((await app.call(findArea, { id: gone.id }, admin)).data).toMatchObject({ gap: { reason: 'NOT_RECORDED' }, successors: [] })
    expect((await app.call(linkSuccessor, { oldId: gone.id, newId: second.id, kind: 'PART' }, admin)).status).toBe(200)
    expect((await app.call(findArea, { id: gone.id }, admin)).data).toMatchObject({ gap: null, successors: [{ area: { code: '00008' }, kind: 'PART' }] })
    expect((await app.call(linkSuccessor, { oldId: gone.id, newId: second.id, kind: 'PART' }, admin)).status).toBe(409)
    expect((await app.call(unlinkSuccessor, { oldId: gone.id, newId: first.id }, admin)).status).toBe(404)
    expect((await app.call(linkSuccessor, { oldId: second.id, newId: first.id, kind: 'PART' }, admin)).code).toBe('MD-006')
    const ended = await one('00004', '2025-06-30')
    expect((await app.call(linkSuccessor, { oldId: gone.id, newId: ended.id, kind: 'PART' }, admin)).code).toBe('MD-005')
  })

  it('ends a province only with everything below it', async () => {
    const province = await one('04', '2027-01-01', 'PROVINCE')
    expect(await app.call(closeArea, { id: province.id, version: province.version, lastDay: '2029-12-31' }, { ...admin, language: 'en' })).toMatchObject({
      status: 409,
      code: 'MD-003',
      message: '56 areas below it are still in effect after this date',
    })
    expect((await app.call(closeArea, { id: province.id, version: province.version, lastDay: '2029-12-31', withChildren: true }, admin)).status).toBe(200)
    expect((await search({ asOf: '2030-01-01', level: 'COMMUNE', provinceCode: '04' })).total).toBe(0)
    expect((await search({ asOf: '2029-12-31', level: 'COMMUNE', provinceCode: '04' })).total).toBe(56)
    expect((await search({ asOf: '2029-12-31', provinceCode: '04', succession: 'UNKNOWN' })).total).toBe(56)
  })

  it('loses against another who was faster: one of many revisions stands', async () => {
    const { id, version } = await one('00008', '2027-01-01')
    const names = Array.from({ length: 8 }, (_, at) => `Ngọc Hà ${at}`)
    const replies = await Promise.all(names.map((name) => app.call(reviseArea, { id, version, from: '2028-01-01', kind: 'WARD', name }, admin)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'SYS-409')).toHaveLength(7)
    expect((await search({ text: '00008', asOf: '2028-06-01' })).total).toBe(1)
  })
})
