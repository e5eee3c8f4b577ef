import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceTree, savePermissionMatrix } from '#core/iam/contract/access/permissions.ts'
import { revokeRoleUsers } from '#core/iam/contract/access/role-members.ts'
import { saveRoleResources } from '#core/iam/contract/access/role-permissions.ts'
import { changeRoleStatus, cloneRole, createRole, findRole } from '#core/iam/contract/access/roles.ts'
import { changeUserApplications, changeUserScope, grantUserRoles, revokeUserRoles, userPermissions } from '#core/iam/contract/access/user-rights.ts'
import { changeUserStatus, createQrAuthentication, createUser, deleteUser, editUser, findUser, resetUserPassword } from '#core/iam/contract/access/users.ts'
import { userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { issueEnrolmentCode, revokeUserSessions } from '#core/iam/contract/sign-in/sessions.ts'
import { REVISION_HEADER } from '#kernel/envelope.ts'
import { type AccessWorld, accessWorld, admin } from '../../../../../test/access.ts'

let world: AccessWorld
let app: AccessWorld['app']
beforeAll(async () => {
  world = await accessWorld()
  app = world.app
})
afterAll(() => app.close())

const SYS = 'PP_SYS' as const
describe('nobody', () => {
  it('gives roles, permissions, applications or scope beyond their own', async () => {
    const code = await world.localAdministrator(['user-permission/user-management/', 'user-permission/permission-management/'])
    await world.become('tinh01', [code], ['PP_SYS', 'O2O_CRM'])
    const local = { as: 'tinh01', clientId: SYS }
    const teller = await app.call(findUser, { id: await world.userId('giaodichvien') }, admin)
    const { id = '', version = 0 } = teller.data ?? {}
    // The teller of the demo works below the province of this administrator.
    expect(await app.call(grantUserRoles, { id, version, roleIds: [await world.roleId('CHECKER')] }, local)).toMatchObject({ code: 'IAM-101' })
    expect(await app.call(changeUserScope, { id, version, scopeKind: 'ALL' }, local)).toMatchObject({ code: 'IAM-102' })
    expect(await app.call(changeUserApplications, { id, version, applications: ['PP_GL'] }, local)).toMatchObject({ code: 'IAM-101' })
    const { data: tree } = await app.call(resourceTree, {}, admin)
    const beyond = tree?.permissions.find(({ uri }) => uri === 'pp-qr/quanlygiaodich/danhsachgiaodich/export')
    // Roles are everybody's: only who sees the whole system changes them, and then with the own rights.
    expect(await app.call(createRole, { code: `OWN_${world.next()}`, name: 'own' }, local)).toMatchObject({ status: 403, code: 'SYS-413' })
    await world.become('kiemsoat', [code], ['PP_SYS', 'O2O_CRM'])
    const wide = { as: 'kiemsoat', clientId: SYS }
    const own = await app.call(createRole, { code: `OWN_${world.next()}`, name: 'own' }, wide)
    expect(await app.call(saveRoleResources, { id: own.data?.id ?? '', version: 0, permissionIds: [beyond?.id ?? ''] }, wide)).toMatchObject({
      code: 'IAM-101',
    })
    expect(await app.call(cloneRole, { fromId: await world.roleId('SYSTEM_ADMIN'), code: 'SHADOW', name: 'x' }, wide)).toMatchObject({ code: 'IAM-101' })
    expect(
      await app.call(savePermissionMatrix, { changes: [{ roleId: own.data?.id ?? '', version: 0, add: [beyond?.id ?? ''], remove: [] }] }, wide),
    ).toMatchObject({ code: 'IAM-101' })
    const { data: rank } = await app.call(findRole, { id: await world.roleId('CHECKER') }, admin)
    const above = { id: rank?.id ?? '', version: rank?.version ?? 0 }
    expect(await app.call(saveRoleResources, { ...above, permissionIds: [] }, wide)).toMatchObject({ code: 'IAM-101' })
    expect(await app.call(changeRoleStatus, { ...above, status: 'LOCKED' }, wide)).toMatchObject({ code: 'IAM-101' })
    await world.become('kiemsoat', ['CHECKER'], ['PP_QR', 'O2O_CRM'])
    // Getting hold of an account is getting its rights.
    expect(await app.call(resetUserPassword, { id, version }, local)).toMatchObject({ code: 'IAM-103' })
    expect((await world.detail(id)).version).toBe(version)
  })

  it('gets hold of somebody who sees more, even with the same rights', async () => {
    const code = await world.localAdministrator(['user-permission/user-management/users/'])
    await world.become('tinh01', [code], ['PP_SYS', 'O2O_CRM'])
    const local = { as: 'tinh01', clientId: SYS }
    const { pool } = app.runtime
    const { rows } = await pool.query<{ province: string; elsewhere: string }>(
      `select u.unit_id as province, (select g.id from organisation.unit g where g.level = 'PROVINCE' and g.id <> u.unit_id order by g.id limit 1) as elsewhere
       from iam.user_account u where u.account = 'tinh01'`,
    )
    const { province = '', elsewhere = '' } = rows[0] ?? {}
    const person = (scope: { scopeKind: 'ALL' | 'UNITS' | 'UNIT_AND_BELOW'; scopeUnitIds?: string[] }) => {
      const account = `seated.${world.next()}`
      return app.call(
        createUser,
        { account, fullName: 'Ngồi tại tỉnh', email: `${account}@buutram.vn`, unitId: province, ...scope, applications: ['PP_QR'] },
        admin,
      )
    }
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
    const id = await world.userId('admin')
    const { version } = await world.detail(id)
    for (const reply of [
      await app.call(changeUserStatus, { id, version, status: 'LOCKED' }, admin),
      await app.call(deleteUser, { id, version }, admin),
      await app.call(revokeUserRoles, { id, version, roleIds: [await world.roleId('SYSTEM_ADMIN')] }, admin),
      await app.call(revokeRoleUsers, { id: await world.roleId('SYSTEM_ADMIN'), userIds: [id] }, admin),
      await app.call(changeUserScope, { id, version, scopeKind: 'SELF' }, admin),
    ])
      expect(reply).toMatchObject({ status: 409, code: 'IAM-104' })
  })

  it('leaves the system without an administrator, by whatever way', async () => {
    const role = await app.call(findRole, { id: await world.roleId('SYSTEM_ADMIN') }, admin)
    const { id = '', version = 0 } = role.data ?? {}
    expect(await app.call(saveRoleResources, { id, version, permissionIds: [] }, admin)).toMatchObject({ code: 'IAM-105' })
    expect((await app.call(findRole, { id }, admin)).data?.permissions).toBe(role.data?.permissions)
    // A second one may be locked, and then the first is the last again.
    const other = await world.newUser(['SYSTEM_ADMIN'], ['PP_SYS'])
    expect((await app.call(changeUserStatus, { id: other.id, version: 0, status: 'LOCKED' }, admin)).status).toBe(200)
  })
})

describe('effective permissions', () => {
  it('name the roles they come from, and why one does not count', async () => {
    const { id } = await world.newUser(['ACCOUNTANT', 'TELLER'], ['PP_QR'])
    const { data } = await app.call(userPermissions, { id }, admin)
    const of = (uri: string) => data?.items.find((item) => item.uri === uri)
    expect(of('pp-qr/quanlygiaodich/danhsachgiaodich/view')).toMatchObject({ state: 'OK', roles: [{ code: 'ACCOUNTANT' }, { code: 'TELLER' }] })
    expect(of('o2o/dashboard/view')).toMatchObject({ state: 'NO_APPLICATION' })
    expect(data).toMatchObject({ scopeKind: 'ALL' })
  })

  it('take effect within a second: the next answer of an open session says so, and the call is let through', async () => {
    const uri = 'pp-qr/quanlygiaodich/chitietgiaodich/submit'
    await world.become('ketoan', ['TELLER'], ['PP_QR'])
    const { id = '', version = 0 } = (await app.call(findUser, { id: await world.userId('ketoan') }, admin)).data ?? {}
    const before = await app.call(userInfo, {}, { as: 'ketoan' })
    expect((await app.call(grantUserRoles, { id, version, roleIds: [await world.roleId('ACCOUNTANT')] }, admin)).status).toBe(200)
    const after = await app.call(userInfo, {}, { as: 'ketoan' })
    expect(after.data?.authorization.map((entry) => entry.uri)).toContain(uri)
    expect(after.headers[REVISION_HEADER]).not.toBe(before.headers[REVISION_HEADER])
    expect((await app.call(revokeUserRoles, { id, version: version + 1, roleIds: [await world.roleId('ACCOUNTANT')] }, admin)).status).toBe(200)
    expect((await app.call(userInfo, {}, { as: 'ketoan' })).data?.authorization.map((entry) => entry.uri)).not.toContain(uri)
  })
})
