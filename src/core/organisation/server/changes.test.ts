import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changeStaffStatus,
  createStaffMember,
  grantPositions,
  removeStaffMember,
  revokePositions,
  searchStaff,
  staffTree,
  updateStaffMember,
} from '#core/organisation/contract/staff.ts'
import { changeUnitStatus, createUnit, listUnits, removeUnit, updateUnit } from '#core/organisation/contract/unit-changes.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'

let app: TestApp
const admin = { as: 'admin', clientId: 'PP_SYS' } as const
const local = { as: 'tinh01', clientId: 'PP_SYS' } as const

beforeAll(async () => {
  app = await testApp()
  // The manager of a province administers units and staff there.
  await app.runtime.pool.query(
    `insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'`,
  )
  await app.runtime.pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01'")
})
afterAll(() => app.close())

const idOf = async (code: string, table: 'unit' | 'partner' | 'staff' = 'unit') =>
  (await app.runtime.pool.query<{ id: string }>(`select id from organisation.${table} where code = $1`, [code])).rows[0]?.id ?? '0'
const unit = async (code: string) => (await app.list(listUnits, { filter: { text: code } }, admin)).data?.result.find((one) => one.code === code)
const member = async (code: string) => (await app.list(searchStaff, { filter: { text: code } }, admin)).data?.result.find((one) => one.code === code)
const history = async (type: string, id: string) =>
  (
    await app.runtime.pool.query<{ actor: string; action: string; before: unknown; after: unknown }>(
      'select actor, action, before, after from platform.audit_entry where subject_type = $1 and subject_id = $2 order by id',
      [type, id],
    )
  ).rows

let made = 0
async function newOffice(parent = '010100') {
  const code = `MOI${++made}`
  const reply = await app.call(createUnit, { code, name: `Bưu cục mới ${made}`, level: 'POST_OFFICE', parentId: await idOf(parent) }, admin)
  if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
  return { code, ...reply.data }
}
async function newMember(input: Record<string, unknown> = {}) {
  const code = `NVM${++made}`
  const reply = await app.call(createStaffMember, { code, fullName: `Người ${made}`, unitId: await idOf('010101'), ...input } as never, admin)
  if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
  return { code, ...reply.data }
}

describe('units', () => {
  it('are made, found, changed, locked, opened and closed, each change with its version and its entry', async () => {
    const { code, id } = await newOffice()
    expect(await unit(code)).toMatchObject({ level: 'POST_OFFICE', parentName: expect.any(String), status: 'ACTIVE', version: 0, validTo: null })
    expect((await app.call(updateUnit, { id, version: 0, name: 'Bưu cục Hồ Tây', address: '1 Thuỵ Khuê', phone: '02438471234' }, admin)).data).toEqual({
      id,
      version: 1,
    })
    expect(await app.call(updateUnit, { id, version: 0, name: 'x' }, admin)).toMatchObject({
      status: 409,
      code: 'SYS-409',
      data: { version: 1, changedBy: 'admin', current: { name: 'Bưu cục Hồ Tây' } },
    })
    expect(await app.call(changeUnitStatus, { id, version: 1, status: 'ACTIVE' }, admin)).toMatchObject({ code: 'SYS-410' })
    for (const [at, status] of (['LOCKED', 'ACTIVE', 'CLOSED'] as const).entries())
      expect((await app.call(changeUnitStatus, { id, version: 1 + at, status, reason: 'Sắp xếp lại' }, admin)).status).toBe(200)
    expect(await unit(code)).toMatchObject({ name: 'Bưu cục Hồ Tây', status: 'CLOSED', validTo: expect.any(String), version: 4 })
    expect(await app.call(changeUnitStatus, { id, version: 4, status: 'ACTIVE' }, admin)).toMatchObject({ code: 'SYS-410' })
    const entries = await history('organisation.unit', id)
    expect(entries).toHaveLength(5)
    expect(entries[1]).toMatchObject({ actor: 'user:admin', before: { address: '' }, after: { address: '1 Thuỵ Khuê' } })
  })

  it('stand below one of the level right above, never below themselves, and never move', async () => {
    const { id, code } = await newOffice()
    const below = { code: 'LOI1', name: 'Lỗi', parentId: id }
    for (const [level, parentId] of [
      ['POST_OFFICE', id],
      ['DISTRICT', await idOf('010100')],
      ['PROVINCE', await idOf('010000')],
      ['POST_OFFICE', '999999999'],
    ] as const)
      expect(await app.call(createUnit, { ...below, level, parentId }, admin)).toMatchObject({ status: 422, code: 'ORG-002', errors: [{ field: 'parentId' }] })
    expect((await app.call(createUnit, { ...below, level: 'HEAD_OFFICE' as never }, admin)).status).toBe(422)
    expect((await app.call(updateUnit, { id, version: 0, name: 'x', parentId: id } as never, admin)).status).toBe(422)
    expect(await app.call(createUnit, { ...below, code, level: 'POST_OFFICE', parentId: await idOf('010100') }, admin)).toMatchObject({
      code: 'ORG-001',
      errors: [{ field: 'code' }],
    })
    await app.call(changeUnitStatus, { id: (await newOffice()).id, version: 0, status: 'LOCKED' }, admin)
  })

  it('in use are neither closed nor removed, and the refusal says by whom', async () => {
    const { data } = await app.list(listUnits, { filter: { text: '0101' }, pageSize: 100 }, admin)
    const find = (code: string) => data?.result.find((one) => one.code === code)
    const district = find('010100')
    expect(await app.call(changeUnitStatus, { id: district?.id ?? '', version: 0, status: 'CLOSED' }, admin)).toMatchObject({
      code: 'ORG-003',
      message: expect.stringContaining('010101'),
    })
    expect(await app.call(removeUnit, { id: district?.id ?? '', version: 0 }, { ...admin, language: 'en' })).toMatchObject({
      code: 'ORG-003',
      message: expect.stringContaining('still has subunits: 010101'),
    })
    const { id } = await newOffice()
    const person = await newMember({ unitId: id })
    expect(await app.call(changeUnitStatus, { id, version: 0, status: 'CLOSED' }, admin)).toMatchObject({
      code: 'ORG-004',
      message: expect.stringContaining(person.code),
    })
    await app.call(changeStaffStatus, { id: person.id, version: 0, status: 'CLOSED' }, admin)
    await app.runtime.pool.query("update iam.user_account set unit_id = $1 where account = 'kiemsoat'", [id])
    expect(await app.call(changeUnitStatus, { id, version: 0, status: 'CLOSED' }, admin)).toMatchObject({
      code: 'ORG-005',
      message: expect.stringContaining('kiemsoat'),
    })
    await app.runtime.pool.query("update iam.user_account set unit_id = $1 where account = 'kiemsoat'", [await idOf('TCT')])
    // Closed staff is history: the unit may be closed, not removed.
    expect(await app.call(removeUnit, { id, version: 0 }, admin)).toMatchObject({ code: 'ORG-006' })
    expect((await app.call(changeUnitStatus, { id, version: 0, status: 'CLOSED' }, admin)).status).toBe(200)
  })

  it('that were never used are removed; whatever names one by its path alone stands in the way', async () => {
    const { id, code } = await newOffice()
    expect((await app.call(removeUnit, { id, version: 0 }, admin)).status).toBe(200)
    expect(await unit(code)).toBeUndefined()
    expect((await history('organisation.unit', id)).at(-1)).toMatchObject({ before: { code, status: 'ACTIVE' } })
    const { rows } = await app.runtime.pool.query<{ uses: string }>('select organisation.unit_uses($1) as uses', [await idOf('TCT')])
    const uses = rows.map((row) => row.uses)
    for (const table of ['organisation.unit', 'organisation.staff', 'iam.user_account']) expect(uses).toContain(table)
  })

  it.each(['010101', '010100', '010000'])('are looked for in payments by an index: %s', async (code) => {
    const client = await app.runtime.pool.connect()
    try {
      // What this connection did before is not counted below.
      await client.query('select pg_stat_force_next_flush()')
      await client.query('begin; set local enable_seqscan = off')
      await client.query('select organisation.unit_uses($1)', [await idOf(code)])
      const { rows } = await client.query("select relname from pg_stat_xact_user_tables where schemaname = 'payment' and seq_scan > 0")
      expect(rows).toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('staff', () => {
  it('are made, changed, moved, given and denied positions, each with its version and its entry', async () => {
    const { id, code } = await newMember({ mobile: '0912345678', positions: ['Giao dịch viên'] })
    const place = await idOf('010102')
    expect((await app.call(updateStaffMember, { id, version: 0, fullName: 'Tên mới', unitId: place }, admin)).data).toEqual({ id, version: 1 })
    expect(await app.call(updateStaffMember, { id, version: 0, fullName: 'x', unitId: place }, admin)).toMatchObject({ code: 'SYS-409', data: { version: 1 } })
    expect((await app.call(grantPositions, { id, version: 1, positions: ['Trưởng bưu cục', 'Giao dịch viên'] }, admin)).status).toBe(200)
    expect((await app.call(revokePositions, { id, version: 2, positions: ['Giao dịch viên'] }, admin)).status).toBe(200)
    expect(await app.call(revokePositions, { id, version: 2, positions: ['x'] }, admin)).toMatchObject({ code: 'SYS-409' })
    expect(await member(code)).toMatchObject({ fullName: 'Tên mới', unitId: place, positions: 'Trưởng bưu cục', mobile: '', version: 3 })
    expect((await app.call(changeStaffStatus, { id, version: 3, status: 'LOCKED', reason: 'Nghỉ phép' }, admin)).status).toBe(200)
    expect((await history('organisation.staff', id)).at(-1)).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'LOCKED', reason: 'Nghỉ phép' } })
    expect(await app.call(createStaffMember, { code, fullName: 'x', unitId: place }, admin)).toMatchObject({ code: 'ORG-007', errors: [{ field: 'code' }] })
  })

  it('belong to exactly one active unit or partner', async () => {
    const partnerId = await idOf('VCB', 'partner')
    const unitId = await idOf('010101')
    const closed = (await newOffice()).id
    await app.call(changeUnitStatus, { id: closed, version: 0, status: 'CLOSED' }, admin)
    const wrong = { code: 'SAI', fullName: 'Sai' }
    for (const place of [{}, { unitId, partnerId }, { unitId: closed }, { unitId: '999999999' }, { partnerId: '999999999' }])
      expect(await app.call(createStaffMember, { ...wrong, ...place }, admin)).toMatchObject({ status: 422, code: 'ORG-008' })
    expect(await member((await newMember({ unitId: undefined, partnerId })).code)).toMatchObject({ unitId: null })
  })

  it('with an account are neither closed nor removed; whom nothing names is removed', async () => {
    const { rows } = await app.runtime.pool.query<{ id: string; version: number }>(
      "select s.id, s.version from organisation.staff s join iam.user_account u on u.staff_id = s.id where u.account = 'giaodichvien'",
    )
    const { id = '', version = 0 } = rows[0] ?? {}
    expect(await app.call(changeStaffStatus, { id, version, status: 'CLOSED' }, admin)).toMatchObject({
      code: 'ORG-009',
      message: expect.stringContaining('giaodichvien'),
    })
    expect(await app.call(removeStaffMember, { id, version }, admin)).toMatchObject({ code: 'ORG-009' })
    await app.runtime.pool.query("update iam.user_account set status = 'DISABLED' where account = 'giaodichvien'")
    expect(await app.call(removeStaffMember, { id, version }, admin)).toMatchObject({ code: 'ORG-010' })
    const fresh = await newMember()
    expect((await app.call(removeStaffMember, { id: fresh.id, version: 0 }, admin)).status).toBe(200)
    expect(await member(fresh.code)).toBeUndefined()
  })

  it('are counted in the tree, here and below', async () => {
    const [province] = (await app.call(staffTree, {}, local)).data ?? []
    const { rows } = await app.runtime.pool.query<{ here: number; below: number }>(
      `select count(*) filter (where unit_id = $1)::int as here, count(*)::int as below from organisation.staff where province_unit_id = $1 and status <> 'CLOSED'`,
      [await idOf('010000')],
    )
    expect(province).toMatchObject({ code: '010000', staffHere: rows[0]?.here, staffBelow: rows[0]?.below })
    const offices = (await app.call(staffTree, { parentId: await idOf('010100') }, local)).data
    expect(offices?.find(({ code }) => code === '010101')?.staffHere).toBeGreaterThan(0)
  })
})

describe('somebody who administers a part', () => {
  it('changes units and staff of it alone', async () => {
    const elsewhere = await unit('480100')
    const foreign = { id: elsewhere?.id ?? '', version: elsewhere?.version ?? 0 }
    expect(await app.call(updateUnit, { ...foreign, name: 'x' }, local)).toMatchObject({ status: 404 })
    expect(await app.call(changeUnitStatus, { ...foreign, status: 'LOCKED' }, local)).toMatchObject({ status: 404 })
    expect(await app.call(removeUnit, foreign, local)).toMatchObject({ status: 404 })
    const below = { code: 'NGOAI', name: 'Ngoài', level: 'POST_OFFICE' as const }
    expect(await app.call(createUnit, { ...below, parentId: foreign.id }, local)).toMatchObject({ code: 'ORG-002' })
    expect((await app.call(createUnit, { ...below, code: 'TRONG', parentId: await idOf('010200') }, local)).status).toBe(200)
    expect(
      (await app.list(listUnits, { pageSize: 100 }, local)).data?.result.every(
        ({ code }) => code.startsWith('01') || ['TRONG', 'MOI'].some((own) => code.startsWith(own)),
      ),
    ).toBe(true)

    const person = await newMember({ unitId: foreign.id })
    const there = { id: person.id, version: 0 }
    expect(await app.call(updateStaffMember, { ...there, fullName: 'x', unitId: await idOf('010101') }, local)).toMatchObject({ status: 404 })
    expect(await app.call(grantPositions, { ...there, positions: ['Giám đốc'] }, local)).toMatchObject({ status: 404 })
    expect(await app.call(changeStaffStatus, { ...there, status: 'CLOSED' }, local)).toMatchObject({ status: 404 })
    expect(await app.call(removeStaffMember, there, local)).toMatchObject({ status: 404 })
    expect(await app.call(createStaffMember, { code: 'NGOAI', fullName: 'x', unitId: foreign.id }, local)).toMatchObject({ code: 'ORG-008' })
    expect(await app.call(createStaffMember, { code: 'NGOAI', fullName: 'x', partnerId: await idOf('VCB', 'partner') }, local)).toMatchObject({
      code: 'ORG-008',
    })
    const own = await newMember()
    expect(await app.call(updateStaffMember, { id: own.id, version: 0, fullName: 'x', unitId: foreign.id }, local)).toMatchObject({ code: 'ORG-008' })
    expect(await member(own.code)).toMatchObject({ version: 0 })
  })

  it('of one unit without what lies below it makes no unit below it', async () => {
    const { pool } = app.runtime
    await pool.query("update iam.user_account set scope_kind = 'UNIT', unit_id = $1 where account = 'kiemsoat'", [await idOf('010000')])
    await pool.query(`insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'kiemsoat' and r.code = 'SYSTEM_ADMIN'`)
    await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'kiemsoat' on conflict do nothing")
    const one = { as: 'kiemsoat', clientId: 'PP_SYS' } as const
    const reply = await app.call(createUnit, { code: 'DUOI', name: 'Dưới', level: 'DISTRICT', parentId: await idOf('010000') }, one)
    expect((await app.list(listUnits, {}, one)).data?.result.map(({ code }) => code)).toEqual(['010000'])
    expect(reply).toMatchObject({ code: 'ORG-002' })
  })

  it('and whoever has no such right is refused', async () => {
    for (const reply of [
      await app.call(removeUnit, { id: '1', version: 0 }, { as: 'ketoan' }),
      await app.call(removeStaffMember, { id: '1', version: 0 }, { as: 'ketoan' }),
    ])
      expect(reply.status).toBe(403)
  })
})
