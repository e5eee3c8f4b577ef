import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { getStaffOrgUnit } from '#core/iam/contract/sign-in/auth.ts'
import { searchStaff } from '#core/organisation/contract/staff.ts'
import { communeByStaff, districtByStaff, provinceByStaff } from '#core/organisation/contract/unit.ts'
import { type TestApp, testApp } from '../../test/app.ts'

let app: TestApp
let ids: Map<string, string>
beforeAll(async () => {
  app = await testApp()
  const { rows } = await app.runtime.pool.query<{ id: string; code: string }>('select id, code from organisation.unit')
  ids = new Map(rows.map(({ id, code }) => [code, id]))
})
afterAll(() => app.close())

const idOf = (code: string) => ids.get(code) ?? '0'
const codes = (units: readonly { code: string; inScope: boolean }[] | null | undefined) => units?.map(({ code, inScope }) => (inScope ? code : `(${code})`))

/** Gives an account that has not signed in yet the roles of the administrator, with its own scope as it is. */
async function administers(account: string): Promise<void> {
  await app.runtime.pool.query(
    `insert into iam.user_role select u.id, ar.role_id from iam.user_account u, iam.user_account a join iam.user_role ar on ar.user_id = a.id
     where u.account = $1 and a.account = 'admin' on conflict do nothing`,
    [account],
  )
  await app.runtime.pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = $1 on conflict do nothing", [
    account,
  ])
}

describe('units from the province down, by staff', () => {
  it('gives everything to somebody who sees everything', async () => {
    const provinces = (await app.call(provinceByStaff, {}, { as: 'admin' })).data
    expect(provinces).toHaveLength(34)
    expect(provinces?.every(({ level, inScope, parentId }) => level === 'PROVINCE' && inScope && parentId === idOf('TCT'))).toBe(true)
    expect(codes((await app.call(districtByStaff, { parentId: idOf('010000') }, { as: 'admin' })).data)).toEqual(['010100', '010200'])
    expect(codes((await app.call(communeByStaff, { parentId: idOf('010100') }, { as: 'admin' })).data)).toEqual(['010101', '010102', '010191'])
  })

  it('leads a teller down to the own post office, and nowhere else', async () => {
    const teller = { as: 'giaodichvien' }
    expect(codes((await app.call(provinceByStaff, {}, teller)).data)).toEqual(['(010000)'])
    expect(codes((await app.call(districtByStaff, { parentId: idOf('010000') }, teller)).data)).toEqual(['(010100)'])
    expect(codes((await app.call(communeByStaff, { parentId: idOf('010100') }, teller)).data)).toEqual(['010101'])
    expect((await app.call(districtByStaff, { parentId: idOf('480000') }, teller)).data).toEqual([])
    expect((await app.call(communeByStaff, { parentId: idOf('480100') }, teller)).data).toEqual([])
  })

  it('keeps a province to itself, and shows staff of a partner nothing', async () => {
    expect(codes((await app.call(provinceByStaff, {}, { as: 'tinh01' })).data)).toEqual(['010000'])
    expect((await app.call(districtByStaff, { parentId: idOf('480000') }, { as: 'tinh01' })).data).toEqual([])
    expect((await app.call(provinceByStaff, {}, { as: 'doitac' })).data).toEqual([])
  })

  it('refuses nobody, nonsense and what does not belong, in the language of the caller', async () => {
    expect((await app.call(provinceByStaff, {})).status).toBe(401)
    const refused = await app.call(districtByStaff, { parentId: 'x' }, { as: 'admin', language: 'en' })
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'parentId' }] })
    const same = await app.call(districtByStaff, { parentId: 'x' }, { as: 'admin', language: 'vi' })
    expect(same.errors?.[0]?.message).not.toBe(refused.errors?.[0]?.message)
    expect((await app.call(communeByStaff, {} as { parentId: string }, { as: 'admin' })).status).toBe(422)
    expect((await app.call(provinceByStaff, { parentId: '1' } as unknown as Record<string, never>, { as: 'admin' })).status).toBe(422)
  })
})

describe('getStaffOrgUnit', () => {
  it('says where somebody works, with the path from the head office', async () => {
    const { data } = await app.call(getStaffOrgUnit, {}, { as: 'giaodichvien' })
    expect(data?.path.map(({ code, level }) => [code, level])).toEqual([
      ['TCT', 'HEAD_OFFICE'],
      ['010000', 'PROVINCE'],
      ['010100', 'DISTRICT'],
      ['010101', 'POST_OFFICE'],
    ])
    expect(data).toMatchObject({ unit: { code: '010101', status: 'ACTIVE' }, partner: null, staff: { status: 'ACTIVE' }, scopeUnits: [] })
    expect(data?.staff?.fullName).not.toBe('')
  })

  it('names the partner of partner staff, and asks for a session', async () => {
    expect((await app.call(getStaffOrgUnit, {}, { as: 'doitac' })).data).toMatchObject({ unit: null, path: [], scopeKind: 'PARTNER' })
    expect((await app.call(getStaffOrgUnit, {}, { as: 'doitac' })).data?.partner?.name).toBeTruthy()
    expect((await app.call(getStaffOrgUnit, {})).status).toBe(401)
  })
})

describe('search of staff', () => {
  const admin = { as: 'admin', clientId: 'PP_SYS' } as const

  it('finds by part of a name without accents, by unit and below, with the place', async () => {
    const all = await app.list(searchStaff, { pageSize: 100 }, admin)
    expect(all.data?.totalRecord).toBeGreaterThan(6)
    const below = await app.list(searchStaff, { filter: { unitId: idOf('010000') }, pageSize: 100 }, admin)
    expect(below.data?.result.every(({ place }) => place !== '')).toBe(true)
    expect(below.data?.totalRecord).toBeLessThan(all.data?.totalRecord ?? 0)
    const teller = all.data?.result.find(({ email }) => email.startsWith('giaodichvien@'))
    const found = await app.list(searchStaff, { filter: { text: teller?.code ?? '?' } }, admin)
    expect(found.data?.result.map(({ id }) => id)).toEqual([teller?.id])
    expect((await app.list(searchStaff, { filter: { text: '%' } }, admin)).data?.totalRecord).toBe(0)
  })

  it('asks for the right to look at users, and shows the own scope alone', async () => {
    expect((await app.list(searchStaff, {}, { as: 'giaodichvien' })).status).toBe(403)
    await administers('tinh01')
    const { data } = await app.list(searchStaff, { pageSize: 100 }, { as: 'tinh01', clientId: 'PP_SYS' })
    expect(data?.totalRecord).toBeGreaterThan(0)
    const { rows } = await app.runtime.pool.query<{ n: number }>('select count(*)::int as n from organisation.staff where province_unit_id = $1', [
      idOf('010000'),
    ])
    expect(data?.totalRecord).toBe(rows[0]?.n)
  })
})

describe('names of what lies outside the own scope', () => {
  it('says where somebody works who sees only themselves', async () => {
    await administers('kiemsoat')
    await app.runtime.pool.query("update iam.user_account set scope_kind = 'SELF' where account = 'kiemsoat'")
    const { data } = await app.list(listUsers, {}, { as: 'kiemsoat', clientId: 'PP_SYS' })
    expect(data?.result.map(({ account, place }) => [account, place !== ''])).toEqual([['kiemsoat', true]])
  })
})

it('stands in the API reference under the names of the specification', async () => {
  const { paths } = (await app.app.inject({ url: '/api/openapi.json' })).json<{ paths: Record<string, unknown> }>()
  const named = ['/core/staff/v1/getStaffOrgUnit', ...['province', 'district', 'commune'].map((level) => `/org-unit-staff/v1/${level}ByStaff`)]
  for (const path of named) expect(Object.keys(paths).filter((one) => one.endsWith(path))).toHaveLength(1)
})
