import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export interface OutgoingMail {
  /** Names the mail for ever: a mail that is sent twice after a crash is recognised by it. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string | undefined
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

/** Hands mails to an SMTP server. */
export interface MailTransport {
  /** Resolves when the server has taken the mail; rejects with SmtpError. */
  send(mail: OutgoingMail): Promise<void>
}

/** Why a mail was not taken, in words for an administrator: no address, text or password of ours is in it. */
export class SmtpError extends Error {
  /** The server will never take this mail. */
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.name = 'SmtpError'
    this.permanent = permanent
  }
}

const TIMEOUT_MS = 20_000
/** The server has judged the mail itself; a refused sign-in or a broken line says nothing about it. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/** A transport over SMTP_URL: a connection a mail, nothing is kept open. */
export function smtpTransport({ mailFrom, productTitle }: Pick<Config, 'mailFrom' | 'productTitle'>, smtpUrl: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ messageId, to, ...mail }) {
      const domain = mailFrom.slice(mailFrom.indexOf('@') + 1)
      try {
        await transport.sendMail({
          ...mail,
          messageId: `<${messageId}@${domain}>`,
          from: { name: productTitle, address: mailFrom },
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw smtpError(error as Error & { code?: string; responseCode?: number })
      }
    },
  }
}

function smtpError({ code, responseCode = 0 }: { code?: string; responseCode?: number }): SmtpError {
  const permanent = responseCode >= 500 && ABOUT_THE_MAIL.has(code ?? '')
  return new SmtpError([code ?? 'ESMTP', responseCode || ''].join(' ').trim(), permanent)
}
