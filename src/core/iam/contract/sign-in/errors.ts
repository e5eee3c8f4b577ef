import { defineErrors, error } from '#kernel/errors.ts'

export const iamErrors = defineErrors({
  /** The one refusal for an unknown account, a wrong password, a wrong or used OTP, a locked or disabled user. */
  invalidLogin: error('IAM-001', 401, { vi: 'Tài khoản truy cập hoặc mật khẩu không hợp lệ', en: 'The account or the password is not valid' }),
  tooManyFailures: error('IAM-002', 429, {
    vi: 'Đăng nhập sai quá nhiều lần, vui lòng thử lại sau {minutes} phút',
    en: 'Too many failed sign-ins; please try again in {minutes} minutes',
  }),
  /** data: Enrolment of contract/auth.ts. */
  enrolmentNeeded: error('IAM-003', 403, {
    vi: 'Lần đăng nhập đầu tiên: vui lòng đăng ký ứng dụng xác thực (mã OTP)',
    en: 'First sign-in: please set up your authenticator app (OTP)',
  }),
  noAccess: error('IAM-004', 403, { vi: 'Bạn không có quyền truy cập ứng dụng {name}', en: 'You do not have access to the application {name}' }),
  enrolmentEnded: error('IAM-005', 401, {
    vi: 'Phiên đăng ký mã OTP đã hết hạn, vui lòng đăng nhập lại',
    en: 'The set-up of the authenticator has ended; please sign in again',
  }),
  enrolmentOtp: error('IAM-006', 422, {
    vi: 'Mã OTP không đúng. Nhập mã mới nhất trong ứng dụng xác thực; nếu vẫn sai, kiểm tra giờ của điện thoại',
    en: 'The OTP is not right. Enter the newest one from the authenticator app; if it is still refused, check the clock of the phone',
  }),
  oldPassword: error('IAM-007', 422, { vi: 'Mật khẩu cũ không đúng', en: 'The old password is not right' }),
  commonPassword: error('IAM-008', 422, {
    vi: 'Mật khẩu quá phổ biến hoặc dễ đoán (một từ quen thuộc, tên của bạn hoặc ít ký tự khác nhau), vui lòng chọn mật khẩu khác',
    en: 'This password is too common or easy to guess (a familiar word, your name, or too few different characters); please choose another one',
  }),
  samePassword: error('IAM-009', 422, { vi: 'Mật khẩu mới phải khác mật khẩu cũ', en: 'The new password must differ from the old one' }),
  insecureOrigin: error('IAM-010', 400, {
    vi: 'Chỉ đăng nhập được qua https (hoặc http://localhost trên chính máy này)',
    en: 'Signing in works over https only (or http://localhost on this machine)',
  }),
  enrolmentCode: error('IAM-011', 422, { vi: 'Mã xác nhận không đúng', en: 'The code is not right' }),
  linkEnded: error('IAM-012', 410, {
    vi: 'Liên kết đã hết hạn hoặc đã được sử dụng, vui lòng yêu cầu liên kết mới',
    en: 'The link has ended or has been used; please ask for a new one',
  }),
  unknownUnit: error('IAM-013', 422, { vi: 'Không có đơn vị đang hoạt động với mã này', en: 'No active unit has this code' }),
  hasAuthenticator: error('IAM-014', 409, {
    vi: 'Người dùng đã có ứng dụng xác thực; hãy đặt lại ứng dụng xác thực trước khi cấp mã',
    en: 'The user has an authenticator; reset it before giving out a code',
  }),
  registrationCap: error('IAM-016', 429, {
    vi: 'Đã có quá nhiều yêu cầu cấp tài khoản từ mạng này hoặc với e-mail này; vui lòng thử lại sau 24 giờ hoặc liên hệ quản trị hệ thống',
    en: 'There have been too many requests for an account from this network or with this e-mail; try again in 24 hours or ask the system administrator',
  }),
  passwordHasAccount: error('IAM-017', 422, {
    vi: 'Mật khẩu không được chứa tên tài khoản',
    en: 'The password must not contain the account name',
  }),
  passwordWalk: error('IAM-018', 422, {
    vi: 'Mật khẩu không được là dãy phím hoặc dãy số liền nhau (như qwerty, 1qaz2wsx, 123456)',
    en: 'The password must not be a run of neighbouring keys or digits (such as qwerty, 1qaz2wsx, 123456)',
  }),
  leakedPassword: error('IAM-019', 422, {
    vi: 'Mật khẩu này nằm trong danh sách mật khẩu đã bị lộ, vui lòng chọn mật khẩu khác',
    en: 'This password is in the lists of leaked passwords; please choose another one',
  }),
  /** Of everything but changing the password, in a session whose password somebody else has chosen. */
  passwordFirst: error('IAM-020', 403, {
    vi: 'Hãy đặt mật khẩu của riêng bạn trước khi làm việc khác',
    en: 'Choose a password of your own before anything else',
  }),
  ownSession: error('IAM-015', 422, { vi: 'Để kết thúc phiên này, hãy đăng xuất', en: 'To end this session, sign out' }),
})
