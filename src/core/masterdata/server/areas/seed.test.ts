import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts'
import { seedAdministrativeAreas } from './seed.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.db.transaction().execute((tx) => seedAdministrativeAreas(tx))
})
afterAll(() => database.drop())

/** Numbers of areas in force on a day: by level and by kind. */
async function counts(at: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: string }>`
    select level as name, count(*) as n from masterdata.administrative_area where ${at}::date between valid_from and coalesce(valid_to, 'infinity') group by 1
    union all
    select level || '/' || kind, count(*) from masterdata.administrative_area where ${at}::date between valid_from and coalesce(valid_to, 'infinity') group by 1`.execute(
    database.db,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]))
}

async function area(level: string, code: string, at: string) {
  return await database.db
    .selectFrom('masterdata.administrative_area')
    .selectAll()
    .where('level', '=', level)
    .where('code', '=', code)
    .where('valid_from', '<=', at)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', at)]))
    .executeTakeFirstOrThrow()
}

async function became(level: string, code: string, from: string, at: string): Promise<string[]> {
  const { id } = await area(level, code, from)
  const { rows } = await sql<{ name: string }>`
    select a.code || ' ' || a.full_name || ' ' || s.kind as name from masterdata.areas_after(${id}, ${at}) s join masterdata.administrative_area a using (id) order by 1`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

describe('the administrative areas of the packages', () => {
  it.each([
    ['2019-10-06', { PROVINCE: 63, 'PROVINCE/MUNICIPALITY': 5, DISTRICT: 713, COMMUNE: 11_160 }],
    ['2025-02-28', { PROVINCE: 63, 'PROVINCE/MUNICIPALITY': 6, DISTRICT: 713, COMMUNE: 11_160 }],
    ['2025-06-30', { PROVINCE: 63, 'PROVINCE/MUNICIPALITY': 6, DISTRICT: 696, COMMUNE: 10_035 }],
    ['2025-07-01', { PROVINCE: 34, 'PROVINCE/MUNICIPALITY': 6, COMMUNE: 3_321, 'COMMUNE/WARD': 687, 'COMMUNE/COMMUNE': 2_621, 'COMMUNE/SPECIAL_ZONE': 13 }],
    ['2026-04-30', { PROVINCE: 34, 'PROVINCE/MUNICIPALITY': 7, COMMUNE: 3_321, 'COMMUNE/WARD': 697, 'COMMUNE/COMMUNE': 2_611, 'COMMUNE/SPECIAL_ZONE': 13 }],
    ['2026-09-20', { PROVINCE: 34, 'PROVINCE/MUNICIPALITY': 9, COMMUNE: 3_321, 'COMMUNE/WARD': 709, 'COMMUNE/COMMUNE': 2_599, 'COMMUNE/SPECIAL_ZONE': 13 }],
  ])('count what the law counts on %s', async (at, expected) => {
    expect(await counts(at)).toMatchObject(expected)
  })

  it('has no district after the reform', async () => {
    expect(await counts('2025-07-01')).not.toHaveProperty('DISTRICT')
  })

  it('gives every ended commune a successor or a known gap, never both', async () => {
    const { rows } = await sql<{ successors: boolean; gap: boolean; n: string }>`
      select exists (select from masterdata.area_successor s where s.old_id = a.id) as successors, exists (select from masterdata.area_gap g where g.area_id = a.id) as gap, count(*) as n
      from masterdata.administrative_area a where level = 'COMMUNE' and valid_to is not null group by 1, 2 order by 1`.execute(database.db)
    expect(rows.map(({ successors, gap }) => ({ successors, gap }))).toEqual([
      { successors: false, gap: true },
      { successors: true, gap: false },
    ])
    // All of them of the older list; not one of the communes that the reform itself ended.
    expect(Number(rows[0]?.n)).toBe(568)
    const { rows: late } = await sql<{ n: string }>`
      select count(*) as n from masterdata.area_gap g join masterdata.administrative_area a on a.id = g.area_id where a.valid_to >= '2025-06-30'`.execute(
      database.db,
    )
    expect(late[0]?.n).toBe('0')
  })

  it('leads every commune of 30 June 2025 to communes of today', async () => {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from masterdata.administrative_area a
      where level = 'COMMUNE' and valid_to = '2025-06-30' and not exists (select from masterdata.areas_after(a.id, '2026-11-21'))`.execute(database.db)
    expect(rows[0]?.n).toBe('0')
  })

  it('reaches every commune of today from one before, and nothing else', async () => {
    const { rows } = await sql<{ code: string }>`
      select a.code from masterdata.administrative_area a
      where valid_to is null and level = 'COMMUNE' and not exists (select from masterdata.areas_before(a.id, '2025-06-30'))`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('follows renames, mergers and codes given to other places', async () => {
    // Thủ Đức became a city of its own code in between; its wards kept theirs.
    expect((await area('DISTRICT', '769', '2025-06-30')).full_name).toBe('Thành phố Thủ Đức')
    expect(await became('COMMUNE', '26794', '2019-10-06', '2025-06-30')).toEqual(['26794 Phường Linh Xuân WHOLE'])
    expect((await area('DISTRICT', '769', '2019-10-06')).full_name).toBe('Quận 2')
    expect(await became('DISTRICT', '763', '2019-10-06', '2025-06-30')).toEqual(['769 Thành phố Thủ Đức WHOLE'])
    // Three provinces in one; the code of Yên Bái is Lào Cai's now.
    expect(await became('PROVINCE', '74', '2025-06-30', '2026-11-21')).toEqual(['79 Thành phố Hồ Chí Minh WHOLE'])
    expect((await area('PROVINCE', '15', '2025-06-30')).full_name).toBe('Tỉnh Yên Bái')
    expect((await area('PROVINCE', '15', '2025-07-01')).full_name).toBe('Tỉnh Lào Cai')
    // A commune of 2019 to a ward of 2026, over three changes.
    expect((await area('PROVINCE', '75', '2026-04-29')).full_name).toBe('Tỉnh Đồng Nai')
    expect((await area('PROVINCE', '75', '2026-04-30')).full_name).toBe('Thành phố Đồng Nai')
    expect(await became('COMMUNE', '26248', '2019-10-06', '2026-11-21')).toEqual(['26248 Phường Trảng Bom MAIN'])
    // Provinces that the reform left alone are the same row.
    expect((await area('PROVINCE', '01', '2019-10-06')).id).toBe((await area('PROVINCE', '01', '2026-11-21')).id)
    expect((await area('PROVINCE', '46', '2025-01-01')).full_name).toBe('Thành phố Huế')
    expect((await area('PROVINCE', '46', '2024-12-31')).full_name).toBe('Tỉnh Thừa Thiên Huế')
    // What the conversion table has crossed, and what it lacks.
    expect(await became('COMMUNE', '30901', '2025-06-30', '2026-11-21')).toEqual(['30886 Xã Thạnh Lộc MAIN'])
    expect(await became('COMMUNE', '30913', '2025-06-30', '2026-11-21')).toEqual(['30910 Xã Thạnh Hưng MAIN'])
    expect(await became('COMMUNE', '23938', '2019-10-06', '2026-11-21')).toEqual(['23938 Xã Ia Mơ WHOLE'])
    expect(await became('DISTRICT', '536', '2019-10-06', '2026-11-21')).toEqual(['21548 Đặc khu Lý Sơn WHOLE'])
  })

  it('writes names in both languages and finds them without diacritics', async () => {
    const badinh = await area('COMMUNE', '00004', '2026-11-21')
    expect(badinh).toMatchObject({ name: 'Ba Đình', full_name: 'Phường Ba Đình', full_name_en: 'Ba Dinh Ward', search: 'phuong ba dinh' })
    const { rows } = await sql<{
      n: string
    }>`select count(*) as n from masterdata.administrative_area where full_name !~ '^[[:upper:]]' or full_name is null or name ~ '^0'`.execute(database.db)
    expect(rows[0]?.n).toBe('0')
  })

  it('loads once', async () => {
    expect(await database.db.transaction().execute((tx) => seedAdministrativeAreas(tx))).toBeUndefined()
    const { rows } = await sql<{ n: string }>`select count(*) as n from masterdata.administrative_area`.execute(database.db)
    expect(rows[0]?.n).toBe('16444')
  })
})

describe('the database refuses', () => {
  const insert = (values: string) =>
    sql
      .raw(`insert into masterdata.administrative_area (level, code, kind, name, parent_level, parent_code, valid_from, valid_to) values (${values})`)
      .execute(database.db)

  it.each([
    ['two areas of one code at a time', "'COMMUNE', '00004', 'WARD', 'Khác', 'PROVINCE', '01', '2026-01-01', null", /administrative_area_one_at_a_time/],
    ['a kind of another level', "'COMMUNE', '99999', 'CITY', 'Khác', 'PROVINCE', '01', '2026-01-01', null", /check constraint/],
    ['a parent that is not in force the whole time', "'COMMUNE', '99999', 'WARD', 'Khác', 'DISTRICT', '001', '2025-06-01', '2025-08-01'", /has no parent/],
    ['a parent that is nowhere', "'COMMUNE', '99999', 'WARD', 'Khác', 'PROVINCE', '03', '2026-01-01', null", /has no parent/],
    ['an end before the beginning', "'COMMUNE', '99999', 'WARD', 'Khác', 'PROVINCE', '01', '2026-01-02', '2026-01-01'", /check constraint/],
  ])('%s', async (_, values, message) => {
    await expect(insert(values)).rejects.toThrow(message)
  })

  it('to end a province under its communes', async () => {
    await expect(
      sql`update masterdata.administrative_area set valid_to = '2026-12-31' where level = 'PROVINCE' and code = '01'`.execute(database.db),
    ).rejects.toThrow(/still has the child/)
  })

  it('a successor that has not outlasted it', async () => {
    const old = await area('COMMUNE', '00004', '2026-11-21')
    const other = await area('COMMUNE', '00008', '2026-11-21')
    await expect(database.db.insertInto('masterdata.area_successor').values({ old_id: old.id, new_id: other.id, kind: 'WHOLE' }).execute()).rejects.toThrow(
      /does not outlast/,
    )
  })
})
