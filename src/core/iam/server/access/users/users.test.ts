import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyUserAccess, grantUserRoles } from '#core/iam/contract/access/user-rights.ts'
import {
  changeUserStatus,
  createQrAuthentication,
  createUser,
  deleteUser,
  editUser,
  findUser,
  listUsers,
  resetUserPassword,
  userHistory,
} from '#core/iam/contract/access/users.ts'
import { type AccessWorld, accessWorld, admin } from '../../../../../../test/access.ts'
import { browser } from '../../../../../../test/browser.ts'

let world: AccessWorld
let app: AccessWorld['app']
beforeAll(async () => {
  world = await accessWorld()
  app = world.app
})
afterAll(() => app.close())

const SYS = 'PP_SYS' as const
describe('users', () => {
  it('are created with a temporary password that is shown once and good for the first sign-in', async () => {
    const { account, id, password } = await world.newUser(['ACCOUNTANT'])
    const own = browser(app.app, app.runtime)
    expect(await own.signIn({ account, password, otp: '000000' })).toMatchObject({ status: 403, code: 'IAM-003' })
    expect(await world.detail(id)).toMatchObject({
      account,
      mustChangePassword: true,
      authenticator: false,
      updatedBy: 'admin',
      roles: [{ code: 'ACCOUNTANT' }],
      untouchable: null,
    })
    const { rows } = await app.runtime.pool.query<{ after: object }>(
      "select after from platform.audit_entry where subject_type = 'iam.user_account' and subject_id = $1",
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('have accounts of their own, whatever the case, and send wrong input back to its field', async () => {
    const { account } = await world.newUser()
    const input = {
      account: account.toUpperCase(),
      fullName: 'x',
      unitId: await world.headOffice(),
      scopeKind: 'ALL' as const,
      applications: ['PP_QR' as const],
    }
    expect(await app.call(createUser, input, admin)).toMatchObject({ code: 'IAM-106', errors: [{ field: 'account' }] })
    const { unitId: _unit, ...nowhere } = input
    expect(await app.call(createUser, { ...nowhere, account: 'nowhere', scopeKind: 'UNIT' }, admin)).toMatchObject({
      code: 'IAM-114',
      errors: [{ field: 'scopeKind' }],
    })
    expect(await app.call(createUser, { ...input, account: 'no-units', scopeKind: 'UNITS', scopeUnitIds: [] }, admin)).toMatchObject({
      code: 'IAM-125',
      errors: [{ field: 'scopeUnitIds', message: 'Vui lòng chọn ít nhất một đơn vị' }],
    })
    const { rows } = await app.runtime.pool.query<{ id: string }>(
      "update organisation.unit set status = 'CLOSED' where id = (select max(id) from organisation.unit where level = 'POST_OFFICE') returning id::text",
    )
    expect(await app.call(createUser, { ...input, account: 'too-late', unitId: rows[0]?.id }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'unitId', code: 'IAM-013' }],
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
        unitId: await world.headOffice(),
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
    const { account } = await world.newUser(['TELLER'])
    const found = await app.list(listUsers, { filter: { text: 'NGUYEN thi thu' }, pageSize: 100 }, admin)
    expect(found.data?.result.map((row) => row.account)).toContain(account)
    const tellers = await app.list(listUsers, { filter: { roleId: await world.roleId('TELLER') }, pageSize: 100 }, admin)
    expect(tellers.data?.result.every((row) => row.roles.includes('Giao dịch viên'))).toBe(true)
    const code = await world.localAdministrator(['user-permission/user-management/users/'])
    await world.become('tinh01', [code], ['PP_SYS', 'O2O_CRM'])
    const all = await app.list(listUsers, { pageSize: 100 }, admin)
    const seen = await app.list(listUsers, { pageSize: 100 }, { as: 'tinh01', clientId: SYS })
    expect(seen.data?.totalRecord).toBeGreaterThan(0)
    expect(seen.data?.totalRecord).toBeLessThan(all.data?.totalRecord ?? 0)
    expect(seen.data?.result.map((row) => row.account)).not.toContain('admin')
    expect(await app.call(findUser, { id: await world.userId('admin') }, { as: 'tinh01', clientId: SYS })).toMatchObject({ status: 404 })
  })

  it('change by one administrator at a time: a stale version is refused', async () => {
    const { id } = await world.newUser()
    const edit = { id, version: 0, fullName: 'Tên mới', unitId: await world.headOffice() }
    expect((await app.call(editUser, edit, admin)).data).toEqual({ id, version: 1 })
    expect(await app.call(editUser, edit, admin)).toMatchObject({
      code: 'SYS-409',
      // For each of the forms that change a user.
      data: { version: 1, changedBy: 'admin', current: { fullName: 'Tên mới', applications: ['PP_QR'], scopeUnitIds: [] } },
    })
  })

  it('that are locked lose their sessions at once; unlocked they sign in again', async () => {
    const own = await app.headersOf('kiemsoat')
    const id = await world.userId('kiemsoat')
    const info = () => app.app.inject({ method: 'GET', url: '/api/sys/user/v1/info', headers: own })
    expect((await info()).statusCode).toBe(200)
    const { version } = await world.detail(id)
    expect((await app.call(changeUserStatus, { id, version, status: 'LOCKED', reason: 'Nghỉ phép' }, admin)).status).toBe(200)
    expect((await info()).json()).toMatchObject({ code: 'JWT-001' })
    expect((await app.call(changeUserStatus, { id, version: version + 1, status: 'ACTIVE' }, admin)).status).toBe(200)
  })

  it('that are deleted keep their name and history, and are changed no more', async () => {
    const { id, account } = await world.newUser(['TELLER'])
    expect((await app.call(deleteUser, { id, version: 0 }, admin)).status).toBe(200)
    expect(await world.detail(id)).toMatchObject({ account, status: 'DISABLED', roles: [], applications: [], untouchable: 'GONE' })
    expect(await app.call(editUser, { id, version: 1, fullName: 'x' }, admin)).toMatchObject({ code: 'IAM-109' })
    const { data } = await app.call(userHistory, { id }, admin)
    expect(data?.[0]).toMatchObject({ actor: 'user:admin', actorName: expect.any(String), action: deleteUser.summary.vi })
    expect(data?.[0]?.changes).toContainEqual({ field: 'status', name: 'Trạng thái', before: 'Hoạt động', after: 'Đã xoá' })
    expect(data?.[0]?.changes).toContainEqual({ field: 'roles', name: 'Vai trò', before: 'TELLER', after: null })
  })

  it('have a history in words: kinds, times and flags, and nothing that was not spoken of', async () => {
    const { id } = await world.newUser(['TELLER'])
    const write = (before: object | null, after: object) =>
      app.runtime.db.transaction().execute((tx) =>
        app.runtime.audit.write(tx, {
          ...{ actor: 'system', action: 'iam.mail-password-link', subjectType: 'iam.user_account', subjectId: id, traceId: '', ip: '' },
          ...{ before, after },
        }),
      )
    await write(null, { kind: 'FORGOT', expiresAt: '2026-01-02T03:04:05+07:00', enrolmentCode: true })
    await write({ fullName: 'A', status: 'ACTIVE' }, { status: 'LOCKED' })
    const { data } = await app.call(userHistory, { id }, admin)
    expect(data?.[1]).toMatchObject({ action: 'Gửi liên kết đặt mật khẩu', actorName: null })
    expect(data?.[1]?.changes.map(({ name, after }) => [name, after])).toEqual([
      ['Loại liên kết', 'Đặt lại mật khẩu đã quên'],
      ['Hết hạn lúc', '02/01/2026 03:04:05'],
      ['Đã cấp mã đăng ký OTP', 'Có'],
    ])
    expect(data?.[0]?.changes).toEqual([{ field: 'status', name: 'Trạng thái', before: 'Hoạt động', after: 'Tạm khoá' }])
  })

  it('get a new password and a new authenticator, and their sessions end', async () => {
    const { id, account } = await world.newUser(['TELLER'])
    const reset = await app.call(resetUserPassword, { id, version: 0 }, admin)
    expect(reset.data?.password).toHaveLength(16)
    const own = browser(app.app, app.runtime)
    expect(await own.signIn({ account, password: reset.data?.password ?? '', otp: '000000' })).toMatchObject({ code: 'IAM-003' })
    await app.runtime.pool.query("insert into iam.totp (user_id, secret_sealed) values ($1, 'x')", [id])
    expect((await app.call(createQrAuthentication, { id, version: 1 }, admin)).status).toBe(200)
    expect(await world.detail(id)).toMatchObject({ authenticator: false, version: 2 })
  })

  it('are given what another has, added or instead', async () => {
    const model = await world.newUser(['ACCOUNTANT', 'TELLER'], ['PP_QR', 'O2O_CRM'])
    const { id } = await world.newUser(['CHECKER'], ['PP_SYS'])
    expect((await app.call(copyUserAccess, { id, version: 0, fromId: model.id }, admin)).status).toBe(200)
    expect((await world.detail(id)).roles.map(({ code }) => code)).toEqual(['ACCOUNTANT', 'CHECKER', 'TELLER'])
    expect((await app.call(copyUserAccess, { id, version: 1, fromId: model.id, replace: true }, admin)).status).toBe(200)
    const now = await world.detail(id)
    expect(now.roles.map(({ code }) => code)).toEqual(['ACCOUNTANT', 'TELLER'])
    expect(now.applications.map(({ code }) => code)).toEqual(['O2O_CRM', 'PP_QR'])
  })
})

it('the lock of an application does not lock its people out of administration', async () => {
  const { id } = await world.newUser(['TELLER'])
  await app.runtime.pool.query("update iam.application set status = 'LOCKED' where code = 'PP_QR'")
  expect((await app.call(resetUserPassword, { id, version: 0 }, admin)).status).toBe(200)
  expect((await app.call(grantUserRoles, { id, version: 1, roleIds: [await world.roleId('ACCOUNTANT')] }, admin)).status).toBe(200)
  await app.runtime.pool.query("update iam.application set status = 'ACTIVE' where code = 'PP_QR'")
})
