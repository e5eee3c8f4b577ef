import type { AuditNames } from '#platform/server/module.ts'

type Find = NonNullable<AuditNames['references']>[string]

const people: Find = async (db, ids) => {
  const rows = await db.selectFrom('iam.person').select(['id', 'account', 'full_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, account, full_name }) => [String(id), `${full_name} (${account})`]))
}

const roles: Find = async (db, ids) => {
  const rows = await db.selectFrom('iam.role').select(['id', 'code', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, code, name }) => [id, `${name} (${code})`]))
}

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  references: { userId: people, principalId: people, delegateId: people, roleId: roles, roleIds: roles },
  events: {
    'iam.login': { vi: 'Đăng nhập', en: 'Sign in' },
    'iam.login-refused': { vi: 'Đăng nhập bị từ chối', en: 'Sign-in refused' },
    'iam.logout': { vi: 'Đăng xuất', en: 'Sign out' },
    'iam.switch-application': { vi: 'Chuyển ứng dụng', en: 'Switch application' },
    'iam.refresh-replay': { vi: 'Mã làm mới bị dùng lại', en: 'Refresh token reused' },
    'iam.change-password': { vi: 'Đổi mật khẩu', en: 'Change password' },
    'iam.enrol-totp': { vi: 'Kích hoạt xác thực OTP', en: 'Set up authenticator' },
    'iam.mail-password-link': { vi: 'Gửi liên kết đặt mật khẩu', en: 'Password link emailed' },
    'iam.set-password-by-link': { vi: 'Đặt mật khẩu qua liên kết', en: 'Password set by link' },
    'iam.request-account': { vi: 'Yêu cầu cấp tài khoản', en: 'Account request' },
    'iam.moved-with-staff': { vi: 'Chuyển đơn vị theo nhân viên', en: 'Moved with the staff member' },
    'iam.role-granted': { vi: 'Được cấp vai trò', en: 'Granted a role' },
    'iam.role-revoked': { vi: 'Bị thu vai trò', en: 'Role revoked' },
    'iam.role-permissions': { vi: 'Đổi quyền của vai trò', en: 'Role permissions changed' },
  },
  subjects: {
    'iam.user_account': {
      vi: 'Người dùng',
      en: 'User',
      entity: 'iam.user',
      fields: {
        role: { vi: 'Vai trò', en: 'Role' },
        unitCode: { vi: 'Mã đơn vị', en: 'Unit code' },
        partnerCode: { vi: 'Mã đối tác', en: 'Partner code' },
        scopeUnitCodes: { vi: 'Đơn vị được xem', en: 'Units in scope' },
        temporarySignIn: { vi: 'Mật khẩu tạm', en: 'Temporary password' },
        sessionsEnded: { vi: 'Số phiên đã kết thúc', en: 'Sessions ended' },
        enrolmentCode: { vi: 'Đã cấp mã đăng ký OTP', en: 'Setup code issued' },
        kind: { vi: 'Loại liên kết', en: 'Link type' },
        expiresAt: { vi: 'Hết hạn lúc', en: 'Expires at' },
      },
    },
    'iam.session': {
      vi: 'Phiên đăng nhập',
      en: 'Session',
      fields: {
        clientId: { vi: 'Ứng dụng', en: 'Application' },
        userAgent: { vi: 'Trình duyệt', en: 'Browser' },
        revoked: { vi: 'Đã kết thúc', en: 'Ended' },
        from: { vi: 'Từ ứng dụng', en: 'From application' },
        to: { vi: 'Sang ứng dụng', en: 'To application' },
      },
    },
    'iam.role': {
      vi: 'Vai trò',
      en: 'Role',
      fields: {
        permissions: { vi: 'Các quyền', en: 'Permissions' },
        clonedFrom: { vi: 'Nhân bản từ vai trò', en: 'Duplicated from role' },
        roles: { vi: 'Số vai trò', en: 'Roles' },
        added: { vi: 'Quyền thêm', en: 'Permissions added' },
        removed: { vi: 'Quyền bớt', en: 'Permissions removed' },
        granted: { vi: 'Thành viên thêm', en: 'Members added' },
        revoked: { vi: 'Thành viên bớt', en: 'Members removed' },
      },
    },
    'iam.permission': { vi: 'Quyền', en: 'Permission' },
    'iam.application': { vi: 'Ứng dụng', en: 'Application', entity: 'iam.client' },
    'iam.menu_rule': { vi: 'Quy tắc menu', en: 'Menu rule', entity: 'iam.menuRule', fields: { application: { vi: 'Ứng dụng', en: 'Application' } } },
    'iam.registration': { vi: 'Yêu cầu cấp tài khoản', en: 'Account request', entity: 'iam.sign-in.registration' },
    'iam.userImport': { vi: 'Lần nhập người dùng', en: 'User import' },
    // An entry keeps the name it was written under: the chain of the log leaves no way to rename it.
    'import.userImport': { vi: 'Lần nhập người dùng', en: 'User import' },
  },
}
