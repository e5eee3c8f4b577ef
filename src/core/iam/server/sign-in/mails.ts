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
    vi: 'Nếu không phải bạn yêu cầu, hãy bỏ qua thư này và báo cho quản trị viên.',
    en: 'If it was not you who asked for this, ignore this mail and tell an administrator.',
  },
  codeSubject: { vi: 'Mã xác nhận đăng ký ứng dụng xác thực', en: 'Code to set up your authenticator' },
  codeLead: {
    vi: 'Tài khoản {account} đang đăng nhập lần đầu. Nhập mã sau để đăng ký ứng dụng xác thực; mã dùng được một lần trong 15 phút.',
    en: 'The account {account} is signing in for the first time. Enter this code to set up the authenticator; it works once, within 15 minutes.',
  },
  forgotSubject: { vi: 'Đặt lại mật khẩu', en: 'Set a new password' },
  forgotLead: {
    vi: 'Có yêu cầu đặt lại mật khẩu của tài khoản {account}. Liên kết sau dùng được một lần trong 10 phút.',
    en: 'Somebody asked for a new password of the account {account}. The link below works once, within 10 minutes.',
  },
  forgotNote: {
    vi: 'Sau khi đặt lại, bạn vẫn đăng nhập bằng mã OTP của ứng dụng xác thực.',
    en: 'Signing in afterwards still needs the OTP of your authenticator.',
  },
  setPassword: { vi: 'Đặt mật khẩu', en: 'Set the password' },
  firstSubject: { vi: 'Tài khoản của bạn đã được duyệt', en: 'Your account has been approved' },
  firstLead: {
    vi: 'Tài khoản được yêu cầu với địa chỉ email này đã được tạo. Đặt mật khẩu đầu tiên bằng liên kết sau, trang đó ghi tên tài khoản; liên kết dùng được một lần trong 72 giờ.',
    en: 'The account requested with this e-mail address is ready. Set its first password by the link below, where the account is named; it works once, within 72 hours.',
  },
  changedSubject: { vi: 'Mật khẩu đã được thay đổi', en: 'Your password was changed' },
  changedLead: {
    vi: 'Mật khẩu của tài khoản {account} vừa được thay đổi; các phiên đăng nhập khác đã kết thúc.',
    en: 'The password of the account {account} has just been changed; the other sessions have ended.',
  },
  changedNote: { vi: 'Nếu không phải bạn, hãy báo ngay cho quản trị viên.', en: 'If it was not you, tell an administrator at once.' },
  askedSubject: { vi: 'Đã nhận yêu cầu cấp tài khoản', en: 'Your request for an account has arrived' },
  askedLead: {
    vi: 'Một yêu cầu cấp tài khoản với địa chỉ email này đã được chuyển tới quản trị viên. Kết quả sẽ được gửi tới địa chỉ này.',
    en: 'A request for an account with this e-mail address is with an administrator. The outcome will be sent to this address.',
  },
  refusedSubject: { vi: 'Yêu cầu cấp tài khoản không được duyệt', en: 'Your request for an account was not approved' },
  refusedLead: {
    vi: 'Yêu cầu cấp tài khoản với địa chỉ email này không được duyệt.',
    en: 'The request for an account with this e-mail address was not approved.',
  },
  refusedReason: { vi: 'Lý do: {reason}', en: 'Reason: {reason}' },
  lapsedReason: { vi: 'Lý do: quá thời hạn duyệt. Bạn có thể gửi lại yêu cầu.', en: 'Reason: nobody decided in time. You may ask again.' },
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
