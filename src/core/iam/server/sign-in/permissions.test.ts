import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts'
import { applicationOf, isShared, WORKPLACES } from '../../../../app/applications.ts'
import { syncPermissions } from './permissions.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await database.db.deleteFrom('iam.permission').execute()
})
afterEach(() => database.drop())

const sync = (...uris: string[]) =>
  database.db.transaction().execute((tx) =>
    syncPermissions(
      tx,
      uris.map((uri) => ({ uri, application: applicationOf(uri) })),
      WORKPLACES,
    ),
  )
const rolesWith = async (uri: string): Promise<string[]> => {
  const rows = await database.db
    .selectFrom('iam.role_permission as rp')
    .innerJoin('iam.role as r', 'r.id', 'rp.role_id')
    .innerJoin('iam.permission as p', 'p.id', 'rp.permission_id')
    .select('r.code')
    .where('p.uri', '=', uri)
    .orderBy('r.code')
    .execute()
  return rows.map((row) => row.code)
}

it.each([
  ['pp-qr/quanlygiaodich/danhsachgiaodich/view', 'PP_QR'],
  ['pp-cfm/qltc/view', 'PP_CFM'],
  ['cfm-v2/home/view', 'PP_CFM_NEW'],
  ['crm/manage-partners/view', 'PP_PARTNER'],
  ['user-permission/user-management/roles/update', 'PP_SYS'],
  ['user-permission/user-management/users/update', null],
  ['ledger/journal/view', null],
])('%s belongs to %s', (uri, application) => {
  expect(applicationOf(uri)).toBe(application)
})

describe('the catalogue', () => {
  it('gives what is new to the roles that come with the system', async () => {
    expect(await sync('pp-qr/a/view', 'pp-qr/a/update', 'pp-qr/a/approve', 'pp-sys/a/view', 'ledger/a/view', 'pp-gl/a/export')).toEqual({
      added: 6,
      retired: 0,
    })
    expect(await rolesWith('pp-qr/a/view')).toEqual(['ACCOUNTANT', 'CHECKER', 'PARTNER_STAFF', 'PROVINCE_MANAGER', 'SYSTEM_ADMIN', 'TELLER'])
    expect(await rolesWith('pp-qr/a/update')).toEqual(['ACCOUNTANT', 'SYSTEM_ADMIN', 'TELLER'])
    expect(await rolesWith('pp-qr/a/approve')).toEqual(['CHECKER', 'SYSTEM_ADMIN'])
    expect(await rolesWith('pp-sys/a/view')).toEqual(['SYSTEM_ADMIN'])
    expect(await rolesWith('ledger/a/view')).toEqual(['SYSTEM_ADMIN'])
    expect(await rolesWith('pp-gl/a/export')).toEqual(['ACCOUNTANT', 'CHECKER', 'PROVINCE_MANAGER', 'SYSTEM_ADMIN'])
  })

  it('gives what several applications show to those who work in its own, and counts it in all', async () => {
    const uri = 'cash/holdings/view'
    expect([applicationOf(uri), isShared(uri), isShared('cash/shifts/view')]).toEqual(['PP_CFM_NEW', true, false])
    await database.db.transaction().execute((tx) => syncPermissions(tx, [{ uri, application: applicationOf(uri), shared: isShared(uri) }], WORKPLACES))
    expect(await rolesWith(uri)).toContain('TELLER')
    expect(await database.db.selectFrom('iam.permission').select('application').where('uri', '=', uri).execute()).toEqual([{ application: null }])
  })

  it('leaves later decisions of an administrator alone, and is safe to repeat', async () => {
    await sync('pp-qr/a/view')
    await database.db.deleteFrom('iam.role_permission').execute()
    expect(await sync('pp-qr/a/view')).toEqual({ added: 0, retired: 0 })
    expect(await rolesWith('pp-qr/a/view')).toEqual([])
  })

  it('retires what nobody asks for any more and revives what returns, grants included', async () => {
    await sync('pp-qr/a/view', 'pp-qr/b/view')
    expect(await sync('pp-qr/b/view')).toEqual({ added: 0, retired: 1 })
    expect(await sync('pp-qr/b/view')).toEqual({ added: 0, retired: 0 })
    await sync('pp-qr/a/view', 'pp-qr/b/view')
    const alive = await database.db.selectFrom('iam.permission').select('uri').where('retired_at', 'is', null).orderBy('uri').execute()
    expect(alive.map((row) => row.uri)).toEqual(['pp-qr/a/view', 'pp-qr/b/view'])
    expect(await rolesWith('pp-qr/a/view')).toContain('TELLER')
  })

  it('takes titles and levels, and their changes', async () => {
    const item = { uri: 'pp-qr/a/view', application: applicationOf('pp-qr/a/view'), titleVi: 'Danh sách', titleEn: 'List', menuLevel: 2 }
    await database.db.transaction().execute((tx) => syncPermissions(tx, [item], WORKPLACES))
    await database.db.transaction().execute((tx) => syncPermissions(tx, [{ ...item, titleEn: 'The list' }], WORKPLACES))
    expect(await database.db.selectFrom('iam.permission').select(['action', 'application', 'title_vi', 'title_en', 'menu_level']).execute()).toEqual([
      { action: 'view', application: 'PP_QR', title_vi: 'Danh sách', title_en: 'The list', menu_level: 2 },
    ])
  })
})
