import { defineErrors, error } from '#kernel/errors.ts'

/** Refusals of the administration of access. */
export const accessErrors = defineErrors({
  notHeld: error('IAM-101', 403, {
    vi: 'Bạn không thể trao hoặc thu hồi quyền mà chính bạn không có: {names}',
    en: 'You cannot grant or revoke permissions you do not have yourself: {names}',
  }),
  scopeBeyond: error('IAM-102', 403, { vi: 'Phạm vi dữ liệu này rộng hơn phạm vi của chính bạn', en: 'This data scope is wider than your own' }),
  above: error('IAM-103', 403, {
    vi: 'Tài khoản {account} có quyền hoặc phạm vi dữ liệu mà bạn không có, bạn không thể thay đổi tài khoản này',
    en: 'The account {account} has permissions or a data scope that you do not have, so you cannot change it',
  }),
  oneself: error('IAM-104', 409, { vi: 'Không thể thực hiện thao tác này với chính tài khoản của bạn', en: 'You cannot do this to your own account' }),
  lastAdministrator: error('IAM-105', 409, {
    vi: 'Thao tác này sẽ khiến hệ thống không còn quản trị viên nào',
    en: 'This would leave the system with no administrator',
  }),
  accountTaken: error('IAM-106', 409, { vi: 'Tài khoản {account} đã tồn tại', en: 'The account {account} already exists' }),
  userGone: error('IAM-109', 409, { vi: 'Tài khoản {account} đã bị xoá', en: 'The account {account} has been deleted' }),
  rolesChanged: error('IAM-110', 409, {
    vi: 'Vai trò {names} vừa được người khác thay đổi; chưa có thay đổi nào được lưu',
    en: 'Someone else has just changed the roles {names}; nothing has been saved',
  }),
  place: error('IAM-114', 422, {
    vi: 'Phạm vi này cần tài khoản thuộc một đơn vị, hoặc một đối tác',
    en: 'This scope requires an account that belongs to a unit or a partner',
  }),
  scopeUnits: error('IAM-125', 422, { vi: 'Vui lòng chọn ít nhất một đơn vị', en: 'Please select at least one unit' }),
  partnerScope: error('IAM-115', 422, {
    vi: 'Nhân viên đối tác chỉ có phạm vi đối tác của mình hoặc dữ liệu của chính mình',
    en: 'Partner staff can only have the scope of their own partner or their own records',
  }),
  noMailAddress: error('IAM-117', 422, {
    vi: 'Tài khoản chưa có địa chỉ email để nhận mật khẩu tạm',
    en: 'The account has no email address to receive the temporary password',
  }),
  menuUnknown: error('IAM-116', 422, { vi: 'Màn hình này không có quy tắc hiển thị', en: 'This screen has no visibility rules' }),
  importUnknown: error('IAM-118', 422, { vi: 'Không tìm thấy mã: {codes}', en: 'Unknown codes: {codes}' }),
  importTwice: error('IAM-119', 422, { vi: 'Trùng với dòng {row}', en: 'Same as row {row}' }),
  importNeedsScope: error('IAM-121', 422, { vi: 'Chỉ dùng cho phạm vi “Các đơn vị được chọn”', en: 'Only for the scope “Selected units”' }),
  mailTaken: error('IAM-122', 409, {
    vi: 'Email {email} đã thuộc về một tài khoản hoặc một yêu cầu cấp tài khoản',
    en: 'The email address {email} already belongs to an account or an account request',
  }),
})
