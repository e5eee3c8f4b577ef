import { z } from 'zod'
import { Email } from '#kernel/primitives.ts'
import type { Tx } from '../database/db.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineJob } from '../jobs/job.ts'
import { seal } from '../secret-box.ts'

/** Hands one mail to the SMTP server; its tries are counted by the outbox, not by the job. */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  title: { vi: 'Gửi email', en: 'Send an email' },
  input: z.strictObject({ mailId: z.string() }),
  lane: 'mail',
})

/** A file that goes with a mail: its bytes, or the id of a stored file. */
export type MailAttachment = { fileName: string; contentType: string } & ({ content: Buffer } | { fileId: string })

/** One mail to one person. */
export interface Mail {
  /** An address, without a name. */
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly MailAttachment[]
  /** From then on it is not sent any more: what it offers has ended. */
  expiresAt?: Date
}

/** What a mail says, as sealed. */
export interface MailBody {
  text: string
  html: string | null
}

/** Context under which the body of a secret mail is sealed. */
export const bodyContext = (recipient: string): string => `platform.mail:${recipient}`

const SUBJECT_MAX = 300
const NAME_MAX = 255

/** One line: control characters become spaces, so that nothing that a person typed starts a header of its own. */
function oneLine(text: string, max: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
}

/**
 * Queues a mail in the caller's transaction: it goes out when that commits, and not at all when it rolls back. `sealWith` (the system's
 * secret key) for a mail that carries a code or a link: its text is kept sealed, and only until it is sent. Answers the id of the mail.
 * Throws RangeError for what is no address.
 */
export async function queueMail(tx: Tx, mail: Mail, sealWith?: Buffer): Promise<string> {
  if (!Email.safeParse(mail.to).success) throw new RangeError('a mail needs the address of one person')
  const body: MailBody = { text: mail.text, html: mail.html ?? null }
  const { id } = await tx
    .insertInto('platform.mail')
    .values({
      recipient: mail.to,
      subject: oneLine(mail.subject, SUBJECT_MAX),
      text_body: sealWith ? null : body.text,
      html_body: sealWith ? null : body.html,
      sealed_body: sealWith ? seal(sealWith, JSON.stringify(body), bodyContext(mail.to)) : null,
      expires_at: mail.expiresAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attachments = (mail.attachments ?? []).map((one, position) => ({
    mail_id: id,
    position,
    file_name: oneLine(one.fileName, NAME_MAX),
    content_type: one.contentType,
    content: 'content' in one ? one.content : null,
    file_id: 'fileId' in one ? one.fileId : null,
  }))
  if (attachments.length > 0) await tx.insertInto('platform.mail_attachment').values(attachments).execute()
  await enqueue(tx, deliverMail, { mailId: id })
  return id
}
