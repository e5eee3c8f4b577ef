import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, deleteClient, listClients, lockClient, unlockClient } from '#core/iam/contract/access/clients.ts'
import { insertMenuRule, listMenuRules, previewMenu, removeMenuRule, updateMenuRule } from '#core/iam/contract/access/menu-rules.ts'
import {
  findResource,
  grantResource,
  permissionMatrix,
  resourceTree,
  revokeResource,
  savePermissionMatrix,
  updateResource,
} from '#core/iam/contract/access/permissions.ts'
import { grantRoleUsers, listRoleMembers, revokeRoleUsers } from '#core/iam/contract/access/role-members.ts'
import { cloneRole, createRole, deleteRole, findRole, listRoles } from '#core/iam/contract/access/roles.ts'
import { changeUserApplications } from '#core/iam/contract/access/user-rights.ts'
import { type AccessWorld, accessWorld, admin } from '../../../../../../test/access.ts'
import { syncMenus } from '../menu-rules/menus.ts'

let world: AccessWorld
let app: AccessWorld['app']
beforeAll(async () => {
  world = await accessWorld()
  app = world.app
})
afterAll(() => app.close())

describe('roles', () => {
  it('are cloned with their permissions, get and lose members in bulk, and go when nobody uses them', async () => {
    const fromId = await world.roleId('TELLER')
    const clone = await app.call(cloneRole, { fromId, code: 'TELLER_2', name: 'Giao dịch viên 2' }, admin)
    const id = clone.data?.id ?? ''
    expect((await app.call(findRole, { id }, admin)).data?.permissionIds.toSorted()).toEqual(
      (await app.call(findRole, { id: fromId }, admin)).data?.permissionIds.toSorted(),
    )
    const people = [await world.newUser(), await world.newUser(), await world.newUser()]
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

describe('a code', () => {
  it('takes what its message says, kept in capitals', async () => {
    const made = await app.call(createRole, { code: 'thu_quy_2', name: 'Thủ quỹ' }, admin)
    expect((await app.list(listRoles, { filter: { text: 'thu_quy_2' } }, admin)).data?.result).toMatchObject([{ id: made.data?.id, code: 'THU_QUY_2' }])
    expect(await app.call(createRole, { code: 'Thu_Quy_2', name: 'x' }, admin)).toMatchObject({ code: 'IAM-107' })
    for (const code of ['THU QUY', 'thủ_quỹ', 'A-B'])
      expect(await app.call(createRole, { code, name: 'x' }, admin), code).toMatchObject({ errors: [{ field: 'code', code: 'codeStrict' }] })
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

  it('are deleted while nothing refers to them', async () => {
    const made = await app.call(createClient, { code: 'pp_new', nameVi: 'Mới', nameEn: 'New' }, admin)
    expect(made.data).toEqual({ code: 'PP_NEW', version: 0 })
    const client = { code: 'PP_NEW', version: 0 }
    const rule = await app.call(insertMenuRule, { application: 'PP_NEW', name: 'Trước', path: '/pp-new/man-hinh' }, admin)
    expect(await app.call(deleteClient, client, admin)).toMatchObject({ code: 'IAM-123', message: 'Ứng dụng Mới còn được dùng: 1 quy tắc menu' })
    expect(await app.call(deleteClient, client, { ...admin, language: 'en' })).toMatchObject({ message: 'The application New is still in use: 1 menu rule' })
    await app.call(removeMenuRule, { id: rule.data?.id ?? '', version: 0 }, admin)
    expect((await app.call(deleteClient, client, admin)).status).toBe(200)
    expect(await app.call(deleteClient, client, admin)).toMatchObject({ code: 'SYS-404' })
    const [gl] = (await app.list(listClients, { filter: { text: 'PP_GL' } }, admin)).data?.result ?? []
    expect(await app.call(deleteClient, { code: 'PP_GL', version: gl?.version ?? 0 }, admin)).toMatchObject({ code: 'IAM-124' })
  })

  it('take rules for screens that a later version brings', async () => {
    const path = '/pp-par/sau-nay'
    const rule = { application: 'PP_PAR', path, name: 'Chỉ tỉnh', levels: ['PROVINCE' as const] }
    expect((await app.call(insertMenuRule, rule, admin)).status).toBe(200)
    const screen = {
      key: path,
      parentKey: null,
      application: 'PP_PAR' as const,
      level: 1,
      titleVi: 'Sau',
      titleEn: 'Later',
      path,
      permission: 'signed-in',
      gated: true,
    }
    await app.runtime.db.transaction().execute((tx) => syncMenus(tx, [screen]))
    // The rule that shows a new screen to everybody would undo it.
    const rules = (await app.call(listMenuRules, { application: 'PP_PAR' }, admin)).data?.rules.filter((one) => one.path === path)
    expect(rules?.map(({ name }) => name)).toEqual(['Chỉ tỉnh'])
  })

  it('show gated screens by level, unit and role, with a preview that says why', async () => {
    const uri = 'pp-qr/quanlygiaodich/danhsachgiaodich/view'
    const screen = {
      key: '/pp-egp/thu',
      parentKey: 'thu/nhom',
      application: 'PP_EGP' as const,
      level: 2,
      titleVi: 'Thử',
      titleEn: 'Try',
      path: '/pp-egp/thu',
      permission: uri,
      gated: true,
    }
    const group = { ...screen, key: 'thu/nhom', parentKey: null, level: 1, titleVi: 'Nhóm', titleEn: 'Group', path: null, permission: null, gated: false }
    // The permission stands for one of this application, which has no screens of its own here.
    await app.runtime.pool.query("update iam.permission set application = 'PP_EGP' where uri = $1", [uri])
    await app.runtime.db.transaction().execute((tx) => syncMenus(tx, [group, screen]))
    const { id } = await world.newUser(['ACCOUNTANT'], ['PP_QR'])
    await app.call(changeUserApplications, { id, version: 0, applications: ['PP_EGP' as never, 'PP_QR'] }, admin)
    const seen = async () =>
      (await app.call(previewMenu, { userId: id, application: 'PP_EGP' }, admin)).data?.nodes.map(({ visible, reason, rule }) => ({ visible, reason, rule }))
    expect(await seen()).toEqual([
      { visible: true, reason: 'SHOWN', rule: null },
      { visible: true, reason: 'SHOWN_BY_RULE', rule: 'Mặc định: tất cả' },
    ])
    const { data } = await app.call(listMenuRules, { application: 'PP_EGP' }, admin)
    const [rule] = data?.rules ?? []
    const narrow = { id: rule?.id ?? '', version: 0, name: 'Chỉ bưu cục', path: '/pp-egp/thu', levels: ['POST_OFFICE' as const] }
    expect((await app.call(updateMenuRule, narrow, admin)).status).toBe(200)
    expect(await seen()).toEqual([
      { visible: false, reason: 'EMPTY_GROUP', rule: null },
      { visible: false, reason: 'NO_RULE', rule: null },
    ])
    const forRole = { application: 'PP_EGP', name: 'Kế toán', unitIds: [await world.headOffice()], roleIds: [await world.roleId('ACCOUNTANT')] }
    expect((await app.call(insertMenuRule, forRole, admin)).status).toBe(200)
    expect((await seen())?.[1]).toEqual({ visible: true, reason: 'SHOWN_BY_RULE', rule: 'Kế toán' })
    expect(await app.call(insertMenuRule, { ...forRole, application: 'PP_QR', path: '/pp-egp/thu' }, admin)).toMatchObject({ code: 'IAM-116' })
    expect(await app.call(insertMenuRule, { ...forRole, path: 'no path' }, admin)).toMatchObject({ errors: [{ field: 'path', code: 'path' }] })
    expect(await app.call(updateMenuRule, narrow, admin)).toMatchObject({ code: 'SYS-409' })
  })
})
