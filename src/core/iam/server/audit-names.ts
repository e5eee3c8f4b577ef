import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  events: {
    'iam.login': { vi: 'Đăng nhập', en: 'Sign in' },
    'iam.login-refused': { vi: 'Đăng nhập bị từ chối', en: 'Sign-in refused' },
    'iam.logout': { vi: 'Đăng xuất', en: 'Sign out' },
    'iam.switch-application': { vi: 'Chuyển ứng dụng', en: 'Switch of application' },
    'iam.refresh-replay': { vi: 'Mã làm mới bị dùng lại', en: 'Refresh token used twice' },
    'iam.change-password': { vi: 'Đổi mật khẩu', en: 'Change of password' },
    'iam.enrol-totp': { vi: 'Kích hoạt xác thực OTP', en: 'Enrolment of the authenticator' },
    'iam.mail-password-link': { vi: 'Gửi liên kết đặt mật khẩu', en: 'Link for a password mailed' },
    'iam.set-password-by-link': { vi: 'Đặt mật khẩu qua liên kết', en: 'Password set by a link' },
    'iam.request-account': { vi: 'Yêu cầu cấp tài khoản', en: 'Request for an account' },
    'iam.role-granted': { vi: 'Được cấp vai trò', en: 'Granted a role' },
    'iam.role-revoked': { vi: 'Bị thu vai trò', en: 'Role revoked' },
    'iam.role-permissions': { vi: 'Đổi quyền của vai trò', en: 'Permissions of a role changed' },
  },
  subjects: {
    'iam.user_account': { vi: 'Người dùng', en: 'User' },
    'iam.session': { vi: 'Phiên đăng nhập', en: 'Session' },
    'iam.role': { vi: 'Vai trò', en: 'Role' },
    'iam.permission': { vi: 'Quyền', en: 'Permission' },
    'iam.application': { vi: 'Ứng dụng', en: 'Application' },
    'iam.menu_rule': { vi: 'Quy tắc menu', en: 'Menu rule' },
    'iam.registration': { vi: 'Yêu cầu cấp tài khoản', en: 'Request for an account' },
    'iam.user': { vi: 'Danh sách người dùng', en: 'List of users' },
    'iam.roleMember': { vi: 'Danh sách người dùng của vai trò', en: 'List of the users of a role' },
    'iam.client': { vi: 'Danh sách ứng dụng', en: 'List of applications' },
    'iam.userImport': { vi: 'Lần nhập người dùng', en: 'Import of users' },
  },
}
