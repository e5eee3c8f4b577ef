import type { Language, Text } from '#kernel/language.ts'
import { fill } from '#kernel/language.ts'
import { type Config, portalAddress } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { composeMail, type MailParts } from '#platform/server/mail/compose.ts'
import { queueMail } from '#platform/server/mail/queue.ts'

/** Words of the mails of sign-in, in both languages. */
const words = {
  hello: { vi: 'Xin chào {name},', en: 'Dear {name},' },
  helloAnybody: { vi: 'Xin chào,', en: 'Hello,' },
  notYou: {
    vi: 'Nếu không phải bạn yêu cầu, hãy bỏ qua email này và báo cho quản trị viên.',
    en: 'If you did not request this, ignore this email and inform an administrator.',
  },
  codeSubject: { vi: 'Mã xác nhận đăng ký ứng dụng xác thực', en: 'Authenticator setup code' },
  codeLead: {
    vi: 'Tài khoản {account} đang đăng nhập lần đầu. Nhập mã sau để đăng ký ứng dụng xác thực; mã dùng được một lần trong 15 phút.',
    en: 'The account {account} is signing in for the first time. Enter the code below to set up the authenticator app. It can be used once and expires in 15 minutes.',
  },
  forgotSubject: { vi: 'Đặt lại mật khẩu', en: 'Reset your password' },
  forgotLead: {
    vi: 'Có yêu cầu đặt lại mật khẩu của tài khoản {account}. Liên kết sau dùng được một lần trong 10 phút.',
    en: 'A password reset was requested for the account {account}. The link below can be used once and expires in 10 minutes.',
  },
  forgotNote: {
    vi: 'Sau khi đặt lại, bạn vẫn đăng nhập bằng mã OTP của ứng dụng xác thực.',
    en: 'After resetting it, you still sign in with the OTP from your authenticator app.',
  },
  setPassword: { vi: 'Đặt mật khẩu', en: 'Set password' },
  firstSubject: { vi: 'Tài khoản của bạn đã được duyệt', en: 'Your account has been approved' },
  firstLead: {
    vi: 'Tài khoản được yêu cầu với địa chỉ email này đã được tạo. Đặt mật khẩu đầu tiên bằng liên kết sau, trang đó ghi tên tài khoản; liên kết dùng được một lần trong 72 giờ.',
    en: 'The account requested with this email address has been created. Set its first password using the link below, where the account name is shown. The link can be used once and expires in 72 hours.',
  },
  changedSubject: { vi: 'Mật khẩu đã được thay đổi', en: 'Your password was changed' },
  changedLead: {
    vi: 'Mật khẩu của tài khoản {account} vừa được thay đổi; các phiên đăng nhập khác đã kết thúc.',
    en: 'The password for the account {account} has just been changed. All other sessions have ended.',
  },
  changedNote: { vi: 'Nếu không phải bạn, hãy báo ngay cho quản trị viên.', en: 'If this was not you, inform an administrator immediately.' },
  askedSubject: { vi: 'Đã nhận yêu cầu cấp tài khoản', en: 'We received your account request' },
  askedLead: {
    vi: 'Một yêu cầu cấp tài khoản với địa chỉ email này đã được chuyển tới quản trị viên. Kết quả sẽ được gửi tới địa chỉ này.',
    en: 'An account request with this email address has been sent to an administrator. The result will be sent to this address.',
  },
  refusedSubject: { vi: 'Yêu cầu cấp tài khoản không được duyệt', en: 'Your account request was not approved' },
  refusedLead: {
    vi: 'Yêu cầu cấp tài khoản với địa chỉ email này không được duyệt.',
    en: 'The account request with this email address was not approved.',
  },
  refusedReason: { vi: 'Lý do: {reason}', en: 'Reason: {reason}' },
  lapsedReason: { vi: 'Lý do: quá thời hạn duyệt. Bạn có thể gửi lại yêu cầu.', en: 'Reason: the approval period expired. You can submit a new request.' },
} satisfies Record<string, Text>

type Mailing = Pick<Config, 'productTitle' | 'publicUrl' | 'port' | 'secretKey'>

/** Somebody at an address that has been typed into a form: nothing else that was typed there is put before them. */
interface Stranger {
  email: string
  language: Language
}

interface Reader extends Stranger {
  account: string
  /** How the mail addresses its reader; the account when nothing better is known. */
  name?: string
}

interface Says extends Pick<MailParts, 'code'> {
  subject: Text
  lead: readonly Text[]
  notes?: readonly Text[]
  /** Address of the page where a password is set. */
  url?: string
  /** Fills places beside the account. */
  params?: Record<string, string>
  /** Of a mail that carries a secret: until then it works, and what it says is sealed. */
  expires?: Date
}

async function write(tx: Tx, config: Mailing, reader: Reader | Stranger, says: Says): Promise<void> {
  const { lead, notes = [], url, code, params, expires } = says
  const { email, language } = reader
  const known = 'account' in reader ? { account: reader.account, name: reader.name || reader.account } : undefined
  const say = (text: Text) => fill(text[language], { ...known, ...params })
  const heading = say(says.subject)
  const link = url === undefined ? {} : { link: { label: say(words.setPassword), url } }
  const parts = { heading, lead: [known ? words.hello : words.helloAnybody, ...lead].map(say), notes: notes.map(say), ...link, ...(code ? { code } : {}) }
  const body = composeMail({ language, product: config.productTitle, ...parts })
  const mail = { to: email, subject: `${config.productTitle}: ${heading}`, ...body, ...(expires ? { expiresAt: expires } : {}) }
  await queueMail(tx, mail, expires ? config.secretKey : undefined)
}

/** The code before an authenticator is enrolled. */
export function mailEnrolmentCode(tx: Tx, config: Mailing, { code, expires, ...reader }: Reader & { code: string; expires: Date }): Promise<void> {
  return write(tx, config, reader, { subject: words.codeSubject, lead: [words.codeLead], code, notes: [words.notYou], expires })
}

/** The link that sets a password: of somebody who forgot it, or of a new account. */
export function mailPasswordLink(
  tx: Tx,
  config: Mailing,
  { token, kind, expires, ...reader }: Reader & { token: string; kind: 'FORGOT' | 'FIRST'; expires: Date },
): Promise<void> {
  const secret = { url: `${portalAddress(config)}/confirm-password/${token}`, expires }
  // Opening the link is what confirms the address.
  if (kind === 'FIRST')
    return write(tx, config, { email: reader.email, language: reader.language }, { subject: words.firstSubject, lead: [words.firstLead], ...secret })
  return write(tx, config, reader, { subject: words.forgotSubject, lead: [words.forgotLead], notes: [words.forgotNote, words.notYou], ...secret })
}

/** Told to the owner whenever a password changes. */
export function mailPasswordChanged(tx: Tx, config: Mailing, reader: Reader): Promise<void> {
  return write(tx, config, reader, { subject: words.changedSubject, lead: [words.changedLead], notes: [words.changedNote] })
}

export function mailRegistrationAsked(tx: Tx, config: Mailing, reader: Stranger): Promise<void> {
  return write(tx, config, reader, { subject: words.askedSubject, lead: [words.askedLead], notes: [words.notYou] })
}

/** `reason` of the person who refused; null: nobody decided in time. */
export function mailRegistrationRefused(tx: Tx, config: Mailing, { reason, ...reader }: Stranger & { reason: string | null }): Promise<void> {
  const why = reason === null ? words.lapsedReason : words.refusedReason
  return write(tx, config, reader, { subject: words.refusedSubject, lead: [words.refusedLead, why], params: { reason: reason ?? '' } })
}
