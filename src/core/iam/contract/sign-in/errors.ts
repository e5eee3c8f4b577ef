import { defineErrors } from '#kernel/errors.ts'

export const iamErrors = defineErrors({
  /** The one refusal for an unknown account, a wrong password, a wrong or used OTP, a locked or disabled user. */
  invalidLogin: { code: 'IAM-001', status: 401, vi: 'Tài khoản truy cập hoặc mật khẩu không hợp lệ', en: 'The account or the password is not valid' },
  tooManyFailures: {
    code: 'IAM-002',
    status: 429,
    vi: 'Đăng nhập sai quá nhiều lần, vui lòng thử lại sau {minutes} phút',
    en: 'Too many failed sign-ins; please try again in {minutes} minutes',
  },
  /** data: Enrolment of contract/auth.ts. */
  enrolmentNeeded: {
    code: 'IAM-003',
    status: 403,
    vi: 'Lần đăng nhập đầu tiên: vui lòng đăng ký ứng dụng xác thực (mã OTP)',
    en: 'First sign-in: please set up your authenticator app (OTP)',
  },
  noAccess: { code: 'IAM-004', status: 403, vi: 'Bạn không có quyền truy cập ứng dụng {name}', en: 'You do not have access to the application {name}' },
  enrolmentEnded: {
    code: 'IAM-005',
    status: 401,
    vi: 'Phiên đăng ký mã OTP đã hết hạn, vui lòng đăng nhập lại',
    en: 'The set-up of the authenticator has ended; please sign in again',
  },
  enrolmentOtp: { code: 'IAM-006', status: 422, vi: 'Mã OTP không đúng', en: 'The OTP is not right' },
  oldPassword: { code: 'IAM-007', status: 422, vi: 'Mật khẩu cũ không đúng', en: 'The old password is not right' },
  commonPassword: {
    code: 'IAM-008',
    status: 422,
    vi: 'Mật khẩu quá phổ biến hoặc dễ đoán, vui lòng chọn mật khẩu khác',
    en: 'This password is too common or easy to guess; please choose another one',
  },
  samePassword: { code: 'IAM-009', status: 422, vi: 'Mật khẩu mới phải khác mật khẩu cũ', en: 'The new password must differ from the old one' },
  insecureOrigin: {
    code: 'IAM-010',
    status: 400,
    vi: 'Chỉ đăng nhập được qua https (hoặc http://localhost trên chính máy này)',
    en: 'Signing in works over https only (or http://localhost on this machine)',
  },
  enrolmentCode: { code: 'IAM-011', status: 422, vi: 'Mã xác nhận không đúng', en: 'The code is not right' },
  linkEnded: {
    code: 'IAM-012',
    status: 410,
    vi: 'Liên kết đã hết hạn hoặc đã được sử dụng, vui lòng yêu cầu liên kết mới',
    en: 'The link has ended or has been used; please ask for a new one',
  },
  unknownUnit: { code: 'IAM-013', status: 422, vi: 'Không có đơn vị đang hoạt động với mã này', en: 'No active unit has this code' },
  hasAuthenticator: {
    code: 'IAM-014',
    status: 409,
    vi: 'Người dùng đã có ứng dụng xác thực; hãy đặt lại ứng dụng xác thực trước khi cấp mã',
    en: 'The user has an authenticator; reset it before giving out a code',
  },
  registrationCap: {
    code: 'IAM-016',
    status: 429,
    vi: 'Đã có quá nhiều yêu cầu cấp tài khoản từ mạng này hoặc với e-mail này; vui lòng thử lại sau 24 giờ hoặc liên hệ quản trị hệ thống',
    en: 'There have been too many requests for an account from this network or with this e-mail; try again in 24 hours or ask the system administrator',
  },
  ownSession: { code: 'IAM-015', status: 422, vi: 'Để kết thúc phiên này, hãy đăng xuất', en: 'To end this session, sign out' },
})
