import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMenuRule, listClients, listMenuRules, lockClient, previewMenu, unlockClient, updateMenuRule } from '#core/iam/contract/access/clients.ts'
import {
  findResource,
  grantResource,
  permissionMatrix,
  resourceTree,
  revokeResource,
  savePermissionMatrix,
  updateResource,
} from '#core/iam/contract/access/resources.ts'
import {
  changeRoleStatus,
  cloneRole,
  createRole,
  deleteRole,
  findRole,
  grantRoleUsers,
  listRoleMembers,
  listRoles,
  revokeRoleUsers,
  saveRoleResources,
} from '#core/iam/contract/access/roles.ts'
import {
  changeUserApplications,
  changeUserScope,
  changeUserStatus,
  copyUserAccess,
  createQrAuthentication,
  createUser,
  deleteUser,
  editUser,
  findUser,
  grantUserRoles,
  listUsers,
  resetUserPassword,
  revokeUserRoles,
  userHistory,
  userPermissions,
} from '#core/iam/contract/access/users.ts'
import { userInfo } from '#core/iam/contract/auth.ts'
import { issueEnrolmentCode, revokeUserSessions } from '#core/iam/contract/sessions.ts'
import { REVISION_HEADER } from '#kernel/envelope.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { browser } from '../../../../../test/browser.ts'
import { syncMenus } from './menus.ts'

let app: TestApp
const SYS = 'PP_SYS' as const
const admin = { as: 'admin', clientId: SYS }

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const idOf = async (table: 'iam.role' | 'iam.user_account' | 'organisation.unit', column: string, value: string): Promise<string> => {
  const { rows } = await app.runtime.pool.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [value])
  return rows[0]?.id ?? '0'
}
const roleId = (code: string) => idOf('iam.role', 'code', code)
const userId = (account: string) => idOf('iam.user_account', 'account', account)
const detail = async (id: string) => {
  const { data } = await app.call(findUser, { id }, admin)
  if (!data) throw new Error('no such user')
  return data
}
const headOffice = async () =>
  (await app.runtime.pool.query<{ id: string }>("select id from organisation.unit where level = 'HEAD_OFFICE' limit 1")).rows[0]?.id ?? '0'

let made = 0
/** A user of the head office made by the administrator. */
async function newUser(roles: string[] = [], applications: ('PP_QR' | 'PP_SYS' | 'O2O_CRM')[] = ['PP_QR']) {
  const account = `person.${++made}`
  const roleIds = await Promise.all(roles.map(roleId))
  const reply = await app.call(
    createUser,
    {
      account,
      fullName: `Nguyễn Thị Thử ${made}`,
      unitId: await headOffice(),
      scopeKind: 'ALL',
      ...(roleIds.length > 0 ? { roleIds } : {}),
      applications,
    },
    admin,
  )
  if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
  return { account, id: reply.data.id, password: reply.data.password ?? '' }
}

/** A local administrator: may manage users, and holds little else. */
async function localAdministrator(uris: readonly string[]): Promise<string> {
  const code = `LOCAL_${++made}`
  const created = await app.call(createRole, { code, name: code }, admin)
  const { data: tree } = await app.call(resourceTree, {}, admin)
  const permissionIds = (tree?.permissions ?? []).filter(({ uri }) => uris.some((start) => uri.startsWith(start))).map(({ id }) => id)
  await app.call(saveRoleResources, { id: created.data?.id ?? '', version: 0, permissionIds }, admin)
  return code
}

/** Makes a demo account into somebody with exactly these roles and applications; its own session follows within the second. */
async function become(account: string, roles: string[], applications: string[]): Promise<void> {
  const { pool } = app.runtime
  const id = await userId(account)
  await pool.query('delete from iam.user_role where user_id = $1', [id])
  await pool.query('delete from iam.user_application where user_id = $1', [id])
  await pool.query('insert into iam.user_role select $1, id from iam.role where code = any($2)', [id, roles])
  await pool.query('insert into iam.user_application select $1, code from iam.application where code = any($2)', [id, applications])
}

describe('users', () => {
  it('are created with a temporary password that is shown once and good for the first sign-in', async () => {
    const { account, id, password } = await newUser(['ACCOUNTANT'])
    const own = browser(app.app, app.runtime)
    expect(await own.signIn({ account, password, otp: '000000' })).toMatchObject({ status: 403, code: 'IAM-003' })
    expect(await detail(id)).toMatchObject({ account, mustChangePassword: true, authenticator: false, roles: [{ code: 'ACCOUNTANT' }], untouchable: null })
    const { rows } = await app.runtime.pool.query<{ after: object }>(
      "select after from platform.audit_entry where subject_type = 'iam.user_account' and subject_id = $1",
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('have accounts of their own, whatever the case, and send wrong input back to its field', async () => {
    const { account } = await newUser()
    const input = { account: account.toUpperCase(), fullName: 'x', unitId: await headOffice(), scopeKind: 'ALL' as const, applications: ['PP_QR' as const] }
    expect(await app.call(createUser, input, admin)).toMatchObject({ code: 'IAM-106', errors: [{ field: 'account' }] })
    const { unitId: _unit, ...nowhere } = input
    expect(await app.call(createUser, { ...nowhere, account: 'nowhere', scopeKind: 'UNIT' }, admin)).toMatchObject({
      code: 'IAM-114',
      errors: [{ field: 'scopeKind' }],
    })
    expect(await app.call(createUser, { ...input, account: 'no spaces' }, admin)).toMatchObject({ status: 422 })
    expect(await app.call(createUser, { ...input, account: 'mailed', deliver: 'MAIL' }, admin)).toMatchObject({ code: 'IAM-117' })
  })

  it('get their temporary password by e-mail when asked for, and nobody else sees it', async () => {
    const reply = await app.call(
      createUser,
      {
        account: 'by.mail',
        fullName: 'Thư',
        email: 'by.mail@buutram.vn',
        unitId: await headOffice(),
        scopeKind: 'SELF',
        applications: ['PP_QR'],
        deliver: 'MAIL',
      },
      admin,
    )
    expect(reply.data).toMatchObject({ password: null })
    const { rows } = await app.runtime.pool.query("select recipient, text_body from platform.mail where recipient = 'by.mail@buutram.vn'")
    expect(rows).toEqual([{ recipient: 'by.mail@buutram.vn', text_body: null }])
  })

  it('are found by name, role, state, application and unit, and seen within the scope only', async () => {
    const { account } = await newUser(['TELLER'])
    const found = await app.list(listUsers, { filter: { text: 'NGUYEN thi thu' }, pageSize: 100 }, admin)
    expect(found.data?.result.map((row) => row.account)).toContain(account)
    const tellers = await app.list(listUsers, { filter: { roleId: await roleId('TELLER') }, pageSize: 100 }, admin)
    expect(tellers.data?.result.every((row) => row.roles.includes('Giao dịch viên'))).toBe(true)
    const code = await localAdministrator(['user-permission/user-management/users/'])
    await become('tinh01', [code], ['PP_SYS', 'O2O_CRM'])
    const all = await app.list(listUsers, { pageSize: 100 }, admin)
    const seen = await app.list(listUsers, { pageSize: 100 }, { as: 'tinh01', clientId: SYS })
    expect(seen.data?.totalRecord).toBeGreaterThan(0)
    expect(seen.data?.totalRecord).toBeLessThan(all.data?.totalRecord ?? 0)
    expect(seen.data?.result.map((row) => row.account)).not.toContain('admin')
    expect(await app.call(findUser, { id: await userId('admin') }, { as: 'tinh01', clientId: SYS })).toMatchObject({ status: 404 })
  })

  it('change by one administrator at a time: a stale version is refused', async () => {
    const { id } = await newUser()
    const edit = { id, version: 0, fullName: 'Tên mới', unitId: await headOffice() }
    expect((await app.call(editUser, edit, admin)).data).toEqual({ id, version: 1 })
    expect(await app.call(editUser, edit, admin)).toMatchObject({ code: 'SYS-409', data: { version: 1, updatedBy: 'admin' } })
  })

  it('that are locked lose their sessions at once; unlocked they sign in again', async () => {
    const own = await app.headersOf('kiemsoat')
    const id = await userId('kiemsoat')
    const info = () => app.app.inject({ method: 'GET', url: '/api/sys/user/v1/info', headers: own })
    expect((await info()).statusCode).toBe(200)
    const { version } = await detail(id)
    expect((await app.call(changeUserStatus, { id, version, status: 'LOCKED', reason: 'Nghỉ phép' }, admin)).status).toBe(200)
    expect((await info()).json()).toMatchObject({ code: 'JWT-001' })
    expect((await app.call(changeUserStatus, { id, version: version + 1, status: 'ACTIVE' }, admin)).status).toBe(200)
  })

  it('that are deleted keep their name and history, and are changed no more', async () => {
    const { id, account } = await newUser(['TELLER'])
    expect((await app.call(deleteUser, { id, version: 0 }, admin)).status).toBe(200)
    expect(await detail(id)).toMatchObject({ account, status: 'DISABLED', roles: [], applications: [], untouchable: 'GONE' })
    expect(await app.call(editUser, { id, version: 1, fullName: 'x' }, admin)).toMatchObject({ code: 'IAM-109' })
    const { data } = await app.call(userHistory, { id }, admin)
    expect(data?.[0]).toMatchObject({ actor: 'user:admin', action: expect.stringContaining('delete') })
    expect(data?.[0]?.changes).toContainEqual({ field: 'roles', before: 'TELLER', after: '' })
  })

  it('get a new password and a new authenticator, and their sessions end', async () => {
    const { id, account } = await newUser(['TELLER'])
    const reset = await app.call(resetUserPassword, { id, version: 0 }, admin)
    expect(reset.data?.password).toHaveLength(16)
    const own = browser(app.app, app.runtime)
    expect(await own.signIn({ account, password: reset.data?.password ?? '', otp: '000000' })).toMatchObject({ code: 'IAM-003' })
    await app.runtime.pool.query("insert into iam.totp (user_id, secret_sealed) values ($1, 'x')", [id])
    expect((await app.call(createQrAuthentication, { id, version: 1 }, admin)).status).toBe(200)
    expect(await detail(id)).toMatchObject({ authenticator: false, version: 2 })
  })

  it('are given what another has, added or instead', async () => {
    const model = await newUser(['ACCOUNTANT', 'TELLER'], ['PP_QR', 'O2O_CRM'])
    const { id } = await newUser(['CHECKER'], ['PP_SYS'])
    expect((await app.call(copyUserAccess, { id, version: 0, fromId: model.id }, admin)).status).toBe(200)
    expect((await detail(id)).roles.map(({ code }) => code)).toEqual(['ACCOUNTANT', 'CHECKER', 'TELLER'])
    expect((await app.call(copyUserAccess, { id, version: 1, fromId: model.id, replace: true }, admin)).status).toBe(200)
    const now = await detail(id)
    expect(now.roles.map(({ code }) => code)).toEqual(['ACCOUNTANT', 'TELLER'])
    expect(now.applications.map(({ code }) => code)).toEqual(['O2O_CRM', 'PP_QR'])
  })
})

it('the lock of an application does not lock its people out of administration', async () => {
  const { id } = await newUser(['TELLER'])
  await app.runtime.pool.query("update iam.application set status = 'LOCKED' where code = 'PP_QR'")
  expect((await app.call(resetUserPassword, { id, version: 0 }, admin)).status).toBe(200)
  expect((await app.call(grantUserRoles, { id, version: 1, roleIds: [await roleId('ACCOUNTANT')] }, admin)).status).toBe(200)
  await app.runtime.pool.query("update iam.application set status = 'ACTIVE' where code = 'PP_QR'")
})

describe('nobody', () => {
  it('gives roles, permissions, applications or scope beyond their own', async () => {
    const code = await localAdministrator(['user-permission/user-management/', 'user-permission/permission-management/'])
    await become('tinh01', [code], ['PP_SYS', 'O2O_CRM'])
    const local = { as: 'tinh01', clientId: SYS }
    const teller = await app.call(findUser, { id: await userId('giaodichvien') }, admin)
    const { id = '', version = 0 } = teller.data ?? {}
    // The teller of the demo works below the province of this administrator.
    expect(await app.call(grantUserRoles, { id, version, roleIds: [await roleId('CHECKER')] }, local)).toMatchObject({ code: 'IAM-101' })
    expect(await app.call(changeUserScope, { id, version, scopeKind: 'ALL' }, local)).toMatchObject({ code: 'IAM-102' })
    expect(await app.call(changeUserApplications, { id, version, applications: ['PP_GL'] }, local)).toMatchObject({ code: 'IAM-101' })
    const { data: tree } = await app.call(resourceTree, {}, admin)
    const beyond = tree?.permissions.find(({ uri }) => uri === 'pp-qr/quanlygiaodich/danhsachgiaodich/export')
    const own = await app.call(createRole, { code: `OWN_${++made}`, name: 'own' }, local)
    expect(await app.call(saveRoleResources, { id: own.data?.id ?? '', version: 0, permissionIds: [beyond?.id ?? ''] }, local)).toMatchObject({
      code: 'IAM-101',
    })
    expect(await app.call(cloneRole, { fromId: await roleId('SYSTEM_ADMIN'), code: 'SHADOW', name: 'x' }, local)).toMatchObject({ code: 'IAM-101' })
    expect(
      await app.call(savePermissionMatrix, { changes: [{ roleId: own.data?.id ?? '', version: 0, add: [beyond?.id ?? ''], remove: [] }] }, local),
    ).toMatchObject({ code: 'IAM-101' })
    const { data: rank } = await app.call(findRole, { id: await roleId('CHECKER') }, admin)
    const above = { id: rank?.id ?? '', version: rank?.version ?? 0 }
    expect(await app.call(saveRoleResources, { ...above, permissionIds: [] }, local)).toMatchObject({ code: 'IAM-101' })
    expect(await app.call(changeRoleStatus, { ...above, status: 'LOCKED' }, local)).toMatchObject({ code: 'IAM-101' })
    // Getting hold of an account is getting its rights.
    expect(await app.call(resetUserPassword, { id, version }, local)).toMatchObject({ code: 'IAM-103' })
    expect((await detail(id)).version).toBe(version)
  })

  it('gets hold of somebody who sees more, even with the same rights', async () => {
    const code = await localAdministrator(['user-permission/user-management/users/'])
    await become('tinh01', [code], ['PP_SYS', 'O2O_CRM'])
    const local = { as: 'tinh01', clientId: SYS }
    const { pool } = app.runtime
    const { rows } = await pool.query<{ province: string; elsewhere: string }>(
      `select u.unit_id as province, (select g.id from organisation.unit g where g.level = 'PROVINCE' and g.id <> u.unit_id order by g.id limit 1) as elsewhere
       from iam.user_account u where u.account = 'tinh01'`,
    )
    const { province = '', elsewhere = '' } = rows[0] ?? {}
    const person = (scope: { scopeKind: 'ALL' | 'UNITS' | 'UNIT_AND_BELOW'; scopeUnitIds?: string[] }) =>
      app.call(
        createUser,
        { account: `seated.${++made}`, fullName: 'Ngồi tại tỉnh', email: `seated.${made}@buutram.vn`, unitId: province, ...scope, applications: ['PP_QR'] },
        admin,
      )
    for (const scope of [{ scopeKind: 'ALL' as const }, { scopeKind: 'UNITS' as const, scopeUnitIds: [province, elsewhere] }]) {
      const id = (await person(scope)).data?.id ?? ''
      const mail = { id, version: 0, fullName: 'Ngồi tại tỉnh', email: 'mine@buutram.vn', unitId: province }
      for (const reply of [
        await app.call(resetUserPassword, { id, version: 0 }, local),
        await app.call(createQrAuthentication, { id, version: 0 }, local),
        await app.call(editUser, mail, local),
        await app.call(changeUserStatus, { id, version: 0, status: 'LOCKED' }, local),
        await app.call(issueEnrolmentCode, { userId: id }, local),
        await app.call(revokeUserSessions, { userId: id }, local),
      ])
        expect(reply).toMatchObject({ status: 403, code: 'IAM-103' })
      expect((await app.call(findUser, { id }, local)).data).toMatchObject({ version: 0, untouchable: 'ABOVE' })
    }
    const id = (await person({ scopeKind: 'UNIT_AND_BELOW' })).data?.id ?? ''
    expect((await app.call(resetUserPassword, { id, version: 0 }, local)).status).toBe(200)
  })

  it('locks, deletes or strips themselves', async () => {
    const id = await userId('admin')
    const { version } = await detail(id)
    for (const reply of [
      await app.call(changeUserStatus, { id, version, status: 'LOCKED' }, admin),
      await app.call(deleteUser, { id, version }, admin),
      await app.call(revokeUserRoles, { id, version, roleIds: [await roleId('SYSTEM_ADMIN')] }, admin),
      await app.call(revokeRoleUsers, { id: await roleId('SYSTEM_ADMIN'), userIds: [id] }, admin),
      await app.call(changeUserScope, { id, version, scopeKind: 'SELF' }, admin),
    ])
      expect(reply).toMatchObject({ status: 409, code: 'IAM-104' })
  })

  it('leaves the system without an administrator, by whatever way', async () => {
    const role = await app.call(findRole, { id: await roleId('SYSTEM_ADMIN') }, admin)
    const { id = '', version = 0 } = role.data ?? {}
    expect(await app.call(saveRoleResources, { id, version, permissionIds: [] }, admin)).toMatchObject({ code: 'IAM-105' })
    expect((await app.call(findRole, { id }, admin)).data?.permissions).toBe(role.data?.permissions)
    // A second one may be locked, and then the first is the last again.
    const other = await newUser(['SYSTEM_ADMIN'], ['PP_SYS'])
    expect((await app.call(changeUserStatus, { id: other.id, version: 0, status: 'LOCKED' }, admin)).status).toBe(200)
  })
})

describe('effective permissions', () => {
  it('name the roles they come from, and why one does not count', async () => {
    const { id } = await newUser(['ACCOUNTANT', 'TELLER'], ['PP_QR'])
    const { data } = await app.call(userPermissions, { id }, admin)
    const of = (uri: string) => data?.items.find((item) => item.uri === uri)
    expect(of('pp-qr/quanlygiaodich/danhsachgiaodich/view')).toMatchObject({ state: 'OK', roles: [{ code: 'ACCOUNTANT' }, { code: 'TELLER' }] })
    expect(of('o2o/dashboard/view')).toMatchObject({ state: 'NO_APPLICATION' })
    expect(data).toMatchObject({ scopeKind: 'ALL' })
  })

  it('bite within a second: the next answer of an open session says so, and the call is let through', async () => {
    const uri = 'pp-qr/quanlygiaodich/chitietgiaodich/submit'
    await become('ketoan', ['TELLER'], ['PP_QR'])
    const { id = '', version = 0 } = (await app.call(findUser, { id: await userId('ketoan') }, admin)).data ?? {}
    const before = await app.call(userInfo, {}, { as: 'ketoan' })
    expect((await app.call(grantUserRoles, { id, version, roleIds: [await roleId('ACCOUNTANT')] }, admin)).status).toBe(200)
    const after = await app.call(userInfo, {}, { as: 'ketoan' })
    expect(after.data?.authorization.map((entry) => entry.uri)).toContain(uri)
    expect(after.headers[REVISION_HEADER]).not.toBe(before.headers[REVISION_HEADER])
    expect((await app.call(revokeUserRoles, { id, version: version + 1, roleIds: [await roleId('ACCOUNTANT')] }, admin)).status).toBe(200)
    expect((await app.call(userInfo, {}, { as: 'ketoan' })).data?.authorization.map((entry) => entry.uri)).not.toContain(uri)
  })
})

describe('roles', () => {
  it('are cloned with their permissions, get and lose members in bulk, and go when nobody uses them', async () => {
    const fromId = await roleId('TELLER')
    const clone = await app.call(cloneRole, { fromId, code: 'TELLER_2', name: 'Giao dịch viên 2' }, admin)
    const id = clone.data?.id ?? ''
    expect((await app.call(findRole, { id }, admin)).data?.permissionIds.toSorted()).toEqual(
      (await app.call(findRole, { id: fromId }, admin)).data?.permissionIds.toSorted(),
    )
    const people = [await newUser(), await newUser(), await newUser()]
    const userIds = people.map((one) => one.id)
    expect((await app.call(grantRoleUsers, { id, userIds }, admin)).data).toEqual({ id, changed: 3 })
    expect((await app.list(listRoleMembers, { filter: { roleId: id } }, admin)).data?.totalRecord).toBe(3)
    expect(await app.call(deleteRole, { id, version: 0 }, admin)).toMatchObject({ code: 'IAM-108', message: expect.stringContaining(people[0]?.account ?? '') })
    expect((await app.call(revokeRoleUsers, { id, userIds }, admin)).data).toEqual({ id, changed: 3 })
    expect((await app.call(deleteRole, { id, version: 0 }, admin)).status).toBe(200)
    expect((await app.list(listRoles, { filter: { text: 'teller_2' } }, admin)).data?.totalRecord).toBe(0)
  })
})

describe('the matrix', () => {
  it('is saved as one: a role that somebody changed meanwhile refuses all of it, and is named', async () => {
    const { data: matrix } = await app.call(permissionMatrix, {}, admin)
    const find = (code: string) => matrix?.roles.find((role) => role.code === code)
    const [teller, checker] = [find('TELLER'), find('CHECKER')]
    const place = matrix?.permissions.findIndex(({ uri }) => uri === 'o2o/dashboard/view') ?? -1
    const permission = matrix?.permissions[place]?.id ?? ''
    expect(matrix?.grants[matrix.roles.findIndex((role) => role.code === 'CHECKER')]).toContain(place)
    const change = (role: typeof teller, version: number) => ({ roleId: role?.id ?? '', version, add: [permission], remove: [] })
    const [tellerVersion, checkerVersion] = [teller?.version ?? 0, checker?.version ?? 0]
    expect((await app.call(savePermissionMatrix, { changes: [change(checker, checkerVersion)] }, admin)).status).toBe(200)
    expect(await app.call(savePermissionMatrix, { changes: [change(teller, tellerVersion), change(checker, checkerVersion)] }, admin)).toMatchObject({
      status: 409,
      code: 'IAM-110',
      message: expect.stringContaining('Kiểm soát'),
      data: [{ code: 'CHECKER', version: checkerVersion + 1, updatedBy: 'admin' }],
    })
    const { data: found } = await app.call(findResource, { id: permission }, admin)
    expect(found?.roles.map(({ code }) => code)).not.toContain('TELLER')
    expect((await app.call(savePermissionMatrix, { changes: [change(teller, tellerVersion), change(checker, checkerVersion + 1)] }, admin)).status).toBe(200)
  })

  it('and single permissions are named, given and taken where they are looked at', async () => {
    const { data: tree } = await app.call(resourceTree, {}, admin)
    const item = tree?.permissions.find(({ uri }) => uri === 'pp-qr/quanlygiaodich/danhsachgiaodich/export')
    expect(item?.menuKey).toBe('/pp-qr/quanlygiaodich/danhsachgiaodich')
    const id = item?.id ?? ''
    expect((await app.call(updateResource, { id, version: 0, nameVi: 'Tải sổ giao dịch' }, admin)).data).toEqual({ id, version: 1 })
    expect((await app.call(resourceTree, {}, admin)).data?.permissions.find((one) => one.id === id)?.title).toBe('Tải sổ giao dịch')
    const { data: role } = await app.call(createRole, { code: 'READER', name: 'Người đọc' }, admin)
    expect((await app.call(grantResource, { id, roleId: role?.id ?? '' }, admin)).data).toMatchObject({ version: 1 })
    expect(await app.call(revokeResource, { id, roleId: role?.id ?? '', roleVersion: 0 }, admin)).toMatchObject({ code: 'IAM-110' })
    expect((await app.call(revokeResource, { id, roleId: role?.id ?? '', roleVersion: 1 }, admin)).status).toBe(200)
  })
})

describe('applications', () => {
  it('are locked and unlocked, but not those that the system is run from', async () => {
    const versionOf = async (code: string) =>
      (await app.list(listClients, { filter: { text: code }, pageSize: 100 }, admin)).data?.result.find((one) => one.code === code)?.version ?? 0
    expect(await app.call(lockClient, { code: 'PP_SYS', version: await versionOf('PP_SYS') }, admin)).toMatchObject({ code: 'IAM-112' })
    expect((await app.call(lockClient, { code: 'PP_GL', version: await versionOf('PP_GL') }, admin)).status).toBe(200)
    expect((await app.call(unlockClient, { code: 'PP_GL', version: await versionOf('PP_GL') }, admin)).status).toBe(200)
  })

  it('show gated screens by level, unit and role, with a preview that says why', async () => {
    const uri = 'pp-qr/quanlygiaodich/danhsachgiaodich/view'
    const screen = {
      key: '/pp-gl/thu',
      parentKey: 'thu/nhom',
      application: 'PP_GL' as const,
      level: 2,
      titleVi: 'Thử',
      titleEn: 'Try',
      path: '/pp-gl/thu',
      permission: uri,
      gated: true,
    }
    const group = { ...screen, key: 'thu/nhom', parentKey: null, level: 1, titleVi: 'Nhóm', titleEn: 'Group', path: null, permission: null, gated: false }
    // The permission stands for one of this application, which has no screens of its own here.
    await app.runtime.pool.query("update iam.permission set application = 'PP_GL' where uri = $1", [uri])
    await app.runtime.db.transaction().execute((tx) => syncMenus(tx, [group, screen]))
    const { id } = await newUser(['ACCOUNTANT'], ['PP_QR'])
    await app.call(changeUserApplications, { id, version: 0, applications: ['PP_GL' as never, 'PP_QR'] }, admin)
    const seen = async () =>
      (await app.call(previewMenu, { userId: id, application: 'PP_GL' }, admin)).data?.nodes.map(({ visible, reason, rule }) => ({ visible, reason, rule }))
    expect(await seen()).toEqual([
      { visible: true, reason: 'SHOWN', rule: null },
      { visible: true, reason: 'SHOWN_BY_RULE', rule: 'Mặc định: tất cả' },
    ])
    const { data } = await app.call(listMenuRules, { application: 'PP_GL' }, admin)
    const [rule] = data?.rules ?? []
    const narrow = { id: rule?.id ?? '', version: 0, name: 'Chỉ bưu cục', path: '/pp-gl/thu', levels: ['POST_OFFICE' as const] }
    expect((await app.call(updateMenuRule, narrow, admin)).status).toBe(200)
    expect(await seen()).toEqual([
      { visible: false, reason: 'EMPTY_GROUP', rule: null },
      { visible: false, reason: 'NO_RULE', rule: null },
    ])
    const forRole = { application: 'PP_GL', name: 'Kế toán', unitIds: [await headOffice()], roleIds: [await roleId('ACCOUNTANT')] }
    expect((await app.call(insertMenuRule, forRole, admin)).status).toBe(200)
    expect((await seen())?.[1]).toEqual({ visible: true, reason: 'SHOWN_BY_RULE', rule: 'Kế toán' })
    expect(await app.call(insertMenuRule, { ...forRole, path: '/nowhere' }, admin)).toMatchObject({ code: 'IAM-116' })
    expect(await app.call(updateMenuRule, narrow, admin)).toMatchObject({ code: 'SYS-409' })
  })
})
