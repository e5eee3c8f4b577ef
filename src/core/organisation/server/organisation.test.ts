import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { partnerOptions } from '#core/organisation/contract/partner.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import type { Browser } from '../../../../test/browser.ts'
import { testConfig } from '../../../../test/config.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { type IamApp, iamApp } from '../../../../test/iam.ts'
import { DEMO_PARTNERS, demoStaff, demoUnits } from './demo/plan.ts'
import { createPartner, createPartnerCredential, createStaff, createUnits, partnerByClientId, seedDemoOrganisation } from './public.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

const config = testConfig()
type Tx = Parameters<typeof createUnits>[0]
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work)

describe('units', () => {
  it('carry the path of all four levels, whatever the order they come in', async () => {
    const places = await inTx((tx) =>
      createUnits(tx, [
        { code: 'X-O', name: 'Bưu cục', level: 'POST_OFFICE', parentCode: 'X-D' },
        { code: 'X-D', name: 'Khu vực', level: 'DISTRICT', parentCode: 'X-P' },
        { code: 'X-P', name: 'Tỉnh', level: 'PROVINCE', parentCode: 'TCT' },
      ]),
    )
    const [province, district, office] = ['X-P', 'X-D', 'X-O'].map((code) => places.find((place) => place.code === code))
    expect(office).toMatchObject({ provinceUnitId: province?.id, districtUnitId: district?.id, officeUnitId: office?.id })
    expect(district).toMatchObject({ provinceUnitId: province?.id, districtUnitId: district?.id, officeUnitId: null })
    expect(province?.headUnitId).toBe(office?.headUnitId)
  })

  it('of a wrong level, or without the parent, are refused by the database', async () => {
    await expect(inTx((tx) => createUnits(tx, [{ code: 'X', name: 'X', level: 'POST_OFFICE', parentCode: '010000' }]))).rejects.toThrow(
      'the parent of a POST_OFFICE must be a DISTRICT',
    )
    await expect(inTx((tx) => createUnits(tx, [{ code: 'X', name: 'X', level: 'DISTRICT', parentCode: 'none' }]))).rejects.toThrow('no parent none')
    await expect(inTx((tx) => createUnits(tx, [{ code: 'X', name: 'X', level: 'PROVINCE' }]))).rejects.toThrow()
  })

  it('never move, and their path cannot be written by hand', async () => {
    const { db } = database
    const other = await db.selectFrom('organisation.unit').select('id').where('code', '=', '790000').executeTakeFirstOrThrow()
    const move = db.updateTable('organisation.unit').set({ parent_id: other.id }).where('code', '=', '010100').execute()
    await expect(move).rejects.toThrow('unit 010100 cannot move')
    await db.updateTable('organisation.unit').set({ province_unit_id: other.id, name: 'Tên mới' }).where('code', '=', '010100').execute()
    const unit = await db
      .selectFrom('organisation.unit')
      .select(['name', 'province_unit_id', 'parent_id'])
      .where('code', '=', '010100')
      .executeTakeFirstOrThrow()
    expect(unit.name).toBe('Tên mới')
    expect(unit.province_unit_id).toBe(unit.parent_id)
  })
})

it('staff carry the place of their unit, and belong to a unit or a partner', async () => {
  const unit = await database.db.selectFrom('organisation.unit').selectAll().where('code', '=', '010101').executeTakeFirstOrThrow()
  const partner = await database.db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
  const [first, second] = await inTx((tx) =>
    createStaff(tx, [
      { code: 'X1', fullName: 'Một', unitId: unit.id },
      { code: 'X2', fullName: 'Hai', partnerId: partner.id },
    ]),
  )
  const rows = await database.db
    .selectFrom('organisation.staff')
    .select(['id', 'district_unit_id', 'office_unit_id'])
    .where('code', 'in', ['X1', 'X2'])
    .orderBy('code')
    .execute()
  expect(rows).toEqual([
    { id: first, district_unit_id: unit.district_unit_id, office_unit_id: unit.id },
    { id: second, district_unit_id: null, office_unit_id: null },
  ])
  await expect(inTx((tx) => createStaff(tx, [{ code: 'X3', fullName: 'Ba', unitId: unit.id, partnerId: partner.id }]))).rejects.toThrow()
  await expect(inTx((tx) => createStaff(tx, [{ code: 'X3', fullName: 'Ba' }]))).rejects.toThrow()
})

describe('gateway credentials', () => {
  it('are found by client id, sealed at rest', async () => {
    const id = await inTx((tx) => createPartner(tx, { code: 'MOI', name: 'Đối tác mới', kind: 'OWN' }))
    const { secret } = await inTx((tx) => createPartnerCredential(tx, config, { partnerId: id, clientId: 'gw-moi' }))
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(await partnerByClientId(database.db, config, 'gw-moi')).toEqual({ partnerId: id, code: 'MOI', secret, status: 'ACTIVE' })
    expect(await partnerByClientId(database.db, config, 'gw-khong-co')).toBeUndefined()
    const row = await database.db
      .selectFrom('organisation.partner_credential')
      .select('secret_sealed')
      .where('client_id', '=', 'gw-moi')
      .executeTakeFirstOrThrow()
    expect(row.secret_sealed.includes(secret)).toBe(false)
  })

  it.each([
    ['LOCKED', () => database.db.updateTable('organisation.partner').set({ status: 'LOCKED' }).where('code', '=', 'SAOVIET').execute()],
    [
      'REVOKED',
      () =>
        database.db
          .updateTable('organisation.partner_credential')
          .set({ status: 'REVOKED', revoked_at: new Date() })
          .where('client_id', '=', 'gw-saoviet')
          .execute(),
    ],
  ])('tell that they are %s', async (status, change) => {
    await change()
    expect((await partnerByClientId(database.db, config, 'gw-saoviet'))?.status).toBe(status)
  })

  it('do not open under another row', async () => {
    const rows = await database.db
      .selectFrom('organisation.partner_credential')
      .select(['client_id', 'secret_sealed'])
      .where('client_id', 'in', ['gw-vcb', 'gw-mb'])
      .orderBy('client_id')
      .execute()
    await database.db.updateTable('organisation.partner_credential').set({ secret_sealed: rows[0]?.secret_sealed }).where('client_id', '=', 'gw-vcb').execute()
    await expect(partnerByClientId(database.db, config, 'gw-vcb')).rejects.toThrow()
  })
})

describe('the demo organisation', () => {
  it('is the same at every run', () => {
    expect(demoUnits('full')).toEqual(demoUnits('full'))
    expect(demoStaff('full')).toEqual(demoStaff('full'))
  })

  it('has 34 provinces, more than 700 units, 60 staff and 6 partners, with codes and accounts used once', async () => {
    for (const table of ['iam.user_account', 'organisation.staff', 'organisation.partner_credential', 'organisation.unit'] as const)
      await database.db.deleteFrom(table).execute()
    // The portal's own channel has accounts.
    await database.db.deleteFrom('organisation.partner').where('code', '<>', 'PORTAL').execute()
    const made = await inTx((tx) => seedDemoOrganisation(tx, { config }, 'full'))
    const count = (level: string) => made.units.filter((unit) => unit.level === level).length
    expect([count('HEAD_OFFICE'), count('PROVINCE'), count('DISTRICT'), count('POST_OFFICE'), count('PAYOUT_POINT')]).toEqual([1, 34, 170, 510, 90])
    expect(made.staff).toBeGreaterThanOrEqual(60)
    expect(made.partners.filter((partner) => partner.kind === 'BANK').map((partner) => partner.bin)).toEqual([
      '970436',
      '970418',
      '970415',
      '970405',
      '970449',
      '970422',
    ])
    expect(made.partners).toHaveLength(DEMO_PARTNERS.length)
    const emails = demoStaff('full').map((person) => person.email)
    expect(new Set(emails).size).toBe(emails.length)
    for (const unit of demoUnits('full')) expect(unit.phone, unit.name).toMatch(/^0\d{9,10}$/)
  })

  it('small is a part of it with the same personas', () => {
    expect(demoUnits('small').filter((unit) => unit.level === 'PROVINCE')).toHaveLength(34)
    expect(demoUnits('small').length).toBeLessThan(70)
    expect(
      demoStaff('small')
        .slice(0, 6)
        .map((person) => person.email.split('@')[0]),
    ).toEqual(['admin', 'ketoan', 'kiemsoat', 'giaodichvien', 'tinh01', 'doitac'])
  })
})

describe('the unit tree', () => {
  let iam: IamApp
  beforeEach(async () => {
    iam = await iamApp()
    browsers.clear()
  })
  afterEach(() => iam.close())

  const browsers = new Map<string, Promise<Browser>>()
  const codes = async (account: string, input: object): Promise<string[] | undefined> => {
    const browser = browsers.get(account) ?? iam.signedIn(account)
    browsers.set(account, browser)
    return (await (await browser).call(searchUnits, input)).data?.map((unit) => unit.code)
  }

  it('opens at the top of what a person may see', async () => {
    expect(await codes('ketoan', {})).toEqual(['TCT'])
    expect(await codes('tinh01', {})).toEqual(['010000'])
    expect(await codes('giaodichvien', {})).toEqual(['010101'])
    expect(await codes('doitac', {})).toEqual([])
  })

  it('gives children, and says which of them open', async () => {
    const browser = await iam.signedIn('tinh01')
    const [province] = (await browser.call(searchUnits, {})).data ?? []
    const districts = (await browser.call(searchUnits, { parentId: province?.id })).data
    expect(districts?.map((unit) => [unit.code, unit.hasChildren])).toEqual([
      ['010100', true],
      ['010200', true],
    ])
    const offices = (await browser.call(searchUnits, { parentId: districts?.[0]?.id })).data
    expect(offices?.map((unit) => [unit.code, unit.hasChildren])).toEqual([
      ['010101', false],
      ['010102', false],
      ['010191', false],
    ])
  })

  it('finds by code and name without accents, inside the scope only', async () => {
    expect(await codes('ketoan', { text: 'buu dien KHU VUC da' })).toContain('010200')
    expect(await codes('ketoan', { text: 'hai chau', levels: ['POST_OFFICE'] })).toEqual(['480101', '480102'])
    expect(await codes('tinh01', { text: 'hai chau' })).toEqual([])
    expect(await codes('kiemsoat', { text: '%' })).toEqual([])
    expect(await codes('kiemsoat', { text: '_1_1' })).toEqual([])
  })

  it('gives named units back, but none outside the scope', async () => {
    const foreign = await iam.runtime.db.selectFrom('organisation.unit').select('id').where('code', '=', '480100').executeTakeFirstOrThrow()
    expect(await codes('ketoan', { ids: [foreign.id] })).toEqual(['480100'])
    expect(await codes('tinh01', { ids: [foreign.id] })).toEqual([])
    expect(await codes('giaodichvien', { parentId: foreign.id })).toEqual([])
  })
})

it('partners are offered to who sees everything, and to their own staff', async () => {
  const iam = await iamApp()
  const partners = async (browser: Browser) => (await browser.call(partnerOptions, {})).data?.map(({ code }) => code) ?? []
  const admin = await iam.signedIn('admin')
  const all = await partners(admin)
  expect(all.length).toBeGreaterThan(1)
  expect(await partners(await iam.signedIn('doitac'))).toHaveLength(1)
  expect(await partners(await iam.signedIn('giaodichvien'))).toEqual([])
  await iam.runtime.pool.query("update organisation.partner set status = 'CLOSED' where code = $1", [all[0]])
  expect(await partners(admin)).toEqual(all.slice(1))
  expect((await iam.browser().call(partnerOptions, {})).status).toBe(401)
  await iam.close()
})
