import { defineErrors } from '#kernel/errors.ts'

/** Refusals of the administration of access. */
export const accessErrors = defineErrors({
  notHeld: {
    code: 'IAM-101',
    status: 403,
    vi: 'Bạn không thể trao hoặc thu hồi quyền mà chính bạn không có: {names}',
    en: 'You cannot give or take away what you do not hold yourself: {names}',
  },
  scopeBeyond: {
    code: 'IAM-102',
    status: 403,
    vi: 'Phạm vi dữ liệu này rộng hơn phạm vi của chính bạn',
    en: 'This data scope reaches beyond your own',
  },
  above: {
    code: 'IAM-103',
    status: 403,
    vi: 'Tài khoản {account} có quyền hoặc phạm vi dữ liệu mà bạn không có, bạn không thể thay đổi tài khoản này',
    en: 'The account {account} has rights or a data scope that you do not have; you cannot change it',
  },
  oneself: {
    code: 'IAM-104',
    status: 409,
    vi: 'Không thể thực hiện thao tác này với chính tài khoản của bạn',
    en: 'This cannot be done to your own account',
  },
  lastAdministrator: {
    code: 'IAM-105',
    status: 409,
    vi: 'Thao tác này sẽ khiến hệ thống không còn quản trị viên nào',
    en: 'This would leave the system without an administrator',
  },
  accountTaken: { code: 'IAM-106', status: 409, vi: 'Tài khoản {account} đã tồn tại', en: 'The account {account} exists already' },
  roleTaken: { code: 'IAM-107', status: 409, vi: 'Vai trò {code} đã tồn tại', en: 'The role {code} exists already' },
  roleUsed: {
    code: 'IAM-108',
    status: 409,
    vi: 'Vai trò đang được dùng bởi: {names}',
    en: 'The role is used by: {names}',
  },
  userGone: { code: 'IAM-109', status: 409, vi: 'Tài khoản {account} đã bị xoá', en: 'The account {account} has been deleted' },
  rolesChanged: {
    code: 'IAM-110',
    status: 409,
    vi: 'Vai trò {names} vừa được người khác thay đổi; chưa có thay đổi nào được lưu',
    en: 'Somebody else has just changed the roles {names}; nothing has been saved',
  },
  clientTaken: { code: 'IAM-111', status: 409, vi: 'Ứng dụng {code} đã tồn tại', en: 'The application {code} exists already' },
  clientNeeded: {
    code: 'IAM-112',
    status: 409,
    vi: 'Không thể khoá ứng dụng {name}: hệ thống cần ứng dụng này để quản trị',
    en: 'The application {name} cannot be locked: the system is run from it',
  },
  clientNotInstalled: {
    code: 'IAM-113',
    status: 409,
    vi: 'Phiên bản đang chạy chưa có màn hình của ứng dụng {code}',
    en: 'The installed version has no screens of the application {code}',
  },
  place: {
    code: 'IAM-114',
    status: 422,
    vi: 'Phạm vi này cần tài khoản thuộc một đơn vị, hoặc một đối tác',
    en: 'This scope needs an account that belongs to a unit, or to a partner',
  },
  partnerScope: {
    code: 'IAM-115',
    status: 422,
    vi: 'Nhân viên đối tác chỉ có phạm vi đối tác của mình hoặc dữ liệu của chính mình',
    en: 'Staff of a partner have the scope of their partner or of themselves only',
  },
  noMailAddress: {
    code: 'IAM-117',
    status: 422,
    vi: 'Tài khoản chưa có địa chỉ email để nhận mật khẩu tạm',
    en: 'The account has no e-mail address to send the temporary password to',
  },
  menuUnknown: { code: 'IAM-116', status: 422, vi: 'Màn hình này không có quy tắc hiển thị', en: 'This screen is not shown by rules' },
  importUnknown: { code: 'IAM-118', status: 422, vi: 'Không có mã nào như vậy: {codes}', en: 'There is no such code: {codes}' },
  importTwice: { code: 'IAM-119', status: 422, vi: 'Trùng với dòng {row}', en: 'The same as row {row}' },
  importNeedsScope: {
    code: 'IAM-121',
    status: 422,
    vi: 'Chỉ dùng cho phạm vi “Các đơn vị được chọn”',
    en: 'Only for the scope “Chosen units”',
  },
  mailTaken: {
    code: 'IAM-122',
    status: 409,
    vi: 'Email {email} đã thuộc về một tài khoản hoặc một yêu cầu cấp tài khoản',
    en: 'The e-mail address {email} belongs to an account or to a request for one already',
  },
})
