import { defineErrors, error } from '#kernel/errors.ts'

export const iamErrors = defineErrors({
  /** The one refusal for an unknown account, a wrong password, a wrong or used OTP, a locked or disabled user. */
  invalidLogin: error('IAM-001', 401, { vi: 'Tài khoản truy cập hoặc mật khẩu không hợp lệ', en: 'The account or password is not valid' }),
  tooManyFailures: error('IAM-002', 429, {
    vi: 'Đăng nhập sai quá nhiều lần, vui lòng thử lại sau {minutes} phút',
    en: 'Too many failed sign-ins; please try again in {minutes} {minutes|minute|minutes}',
  }),
  /** data: Enrolment of contract/auth.ts. */
  enrolmentNeeded: error('IAM-003', 403, {
    vi: 'Lần đăng nhập đầu tiên: vui lòng đăng ký ứng dụng xác thực (mã OTP)',
    en: 'First sign-in: please set up your authenticator app (OTP)',
  }),
  noAccess: error('IAM-004', 403, { vi: 'Bạn không có quyền truy cập ứng dụng {name}', en: 'You do not have access to the application {name}' }),
  enrolmentEnded: error('IAM-005', 401, {
    vi: 'Phiên đăng ký mã OTP đã hết hạn, vui lòng đăng nhập lại',
    en: 'The authenticator setup has expired; please sign in again',
  }),
  enrolmentOtp: error('IAM-006', 422, {
    vi: 'Mã OTP không đúng. Nhập mã mới nhất trong ứng dụng xác thực; nếu vẫn sai, kiểm tra giờ của điện thoại',
    en: 'The OTP is incorrect. Enter the latest one from the authenticator app; if it still fails, check your phone’s clock',
  }),
  oldPassword: error('IAM-007', 422, { vi: 'Mật khẩu cũ không đúng', en: 'The old password is incorrect' }),
  commonPassword: error('IAM-008', 422, {
    vi: 'Mật khẩu quá phổ biến hoặc dễ đoán (một từ quen thuộc, tên của bạn hoặc ít ký tự khác nhau), vui lòng chọn mật khẩu khác',
    en: 'This password is too common or easy to guess (a familiar word, your name, or too few different characters); please choose another one',
  }),
  samePassword: error('IAM-009', 422, { vi: 'Mật khẩu mới phải khác mật khẩu cũ', en: 'The new password must differ from the old one' }),
  insecureOrigin: error('IAM-010', 400, {
    vi: 'Chỉ đăng nhập được qua https (hoặc http://localhost trên chính máy này)',
    en: 'You can sign in only over https (or http://localhost on this machine)',
  }),
  enrolmentCode: error('IAM-011', 422, { vi: 'Mã xác nhận không đúng', en: 'The code is incorrect' }),
  linkEnded: error('IAM-012', 410, {
    vi: 'Liên kết đã hết hạn hoặc đã được sử dụng, vui lòng yêu cầu liên kết mới',
    en: 'The link has expired or has already been used; please request a new one',
  }),
  unknownUnit: error('IAM-013', 422, { vi: 'Không có đơn vị đang hoạt động với mã này', en: 'There is no active unit with this code' }),
  hasAuthenticator: error('IAM-014', 409, {
    vi: 'Người dùng đã có ứng dụng xác thực; hãy đặt lại ứng dụng xác thực trước khi cấp mã',
    en: 'The user already has an authenticator; reset it before issuing a code',
  }),
  registrationCap: error('IAM-016', 429, {
    vi: 'Đã có quá nhiều yêu cầu cấp tài khoản từ mạng này hoặc với email này; vui lòng thử lại sau 24 giờ hoặc liên hệ quản trị hệ thống',
    en: 'Too many account requests from this network or with this email; try again in 24 hours or contact your system administrator',
  }),
  passwordHasAccount: error('IAM-017', 422, {
    vi: 'Mật khẩu không được chứa tên tài khoản',
    en: 'The password must not contain the account name',
  }),
  passwordWalk: error('IAM-018', 422, {
    vi: 'Mật khẩu không được là dãy phím hoặc dãy số liền nhau (như qwerty, 1qaz2wsx, 123456)',
    en: 'The password must not be a sequence of adjacent keys or digits (such as qwerty, 1qaz2wsx, 123456)',
  }),
  leakedPassword: error('IAM-019', 422, {
    vi: 'Mật khẩu này nằm trong danh sách mật khẩu đã bị lộ, vui lòng chọn mật khẩu khác',
    en: 'This password appears in lists of leaked passwords; please choose another one',
  }),
  /** Of everything but changing the password, in a session whose password somebody else has chosen. */
  passwordFirst: error('IAM-020', 403, {
    vi: 'Hãy đặt mật khẩu của riêng bạn trước khi làm việc khác',
    en: 'Set your own password before doing anything else',
  }),
  ownSession: error('IAM-015', 422, { vi: 'Để kết thúc phiên này, hãy đăng xuất', en: 'To end this session, sign out' }),
})
