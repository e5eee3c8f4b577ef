import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { mailMachine } from '#kernel/mail.ts'
import type { Database } from '../database/db.ts'
import { readFile } from '../files/store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineJob, handleJob } from '../jobs/job.ts'
import { fire } from '../machine/fire.ts'
import type { JobHandler, JobSchedule, Runtime } from '../module.ts'
import { open } from '../secret-box.ts'
import { bodyContext, deliverMail, type MailBody } from './queue.ts'
import { type MailTransport, type OutgoingMail, SmtpError, smtpTransport } from './transport.ts'

/** A sender without a sign of life for this long is gone; another one takes its mail. */
const LEASE_MS = 5 * 60_000
/** Minutes until the next attempt, after the first, the second… failure; then the mail is given up. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 60, 240, 720]
const KEEP_DAYS = 90

const sweepMails = defineJob({
  name: 'mail.sweep-outbox',
  title: { vi: 'Gửi lại và dọn email gửi đi', en: 'Resend and clear the email outbox' },
  input: z.strictObject({}),
  timeoutSeconds: 600,
  lane: 'mail',
})

interface Claimed {
  id: string
  recipient: string
  subject: string
  text_body: string | null
  html_body: string | null
  sealed_body: Buffer | null
  attempts: number
  expires_at: Date | null
}

type End = { event: 'send' | 'keep' } | { event: 'fail'; error: string } | { event: 'postpone'; error: string; nextAttemptAt: Date }

/**
 * Sends what is due, one mail after another, and answers how many it looked after. Each is leased by one UPDATE, so that any number of
 * senders share the outbox; a crash between SMTP and database sends a mail twice under one Message-ID, never zero times.
 * Without a transport (no SMTP_URL) the mails of a demo are kept to be read, those of any other system fail.
 */
export async function deliverDue(runtime: Runtime, transport: MailTransport | undefined, signal?: AbortSignal): Promise<number> {
  for (let handled = 0; ; handled++) {
    const mail = signal?.aborted ? undefined : await claim(runtime.db, runtime.clock.now())
    if (!mail) return handled
    await finish(runtime, mail, await attempt(runtime, transport, mail))
  }
}

/** Takes a mail that is due: the one named, or the next. */
async function claim(db: Database, now: Date, id?: string): Promise<Claimed | undefined> {
  const one = id === undefined ? sql`` : sql` and id = ${id}`
  const { rows } = await sql<Claimed>`
    update platform.mail set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
    where id = (
      select id from platform.mail where status = 'QUEUED' and (next_attempt_at is null or next_attempt_at <= ${now})${one}
      order by next_attempt_at nulls first, id limit 1 for update skip locked
    )
    returning id, recipient, subject, text_body, html_body, sealed_body, attempts, expires_at`.execute(db)
  return rows[0]
}

async function attempt(runtime: Runtime, transport: MailTransport | undefined, mail: Claimed): Promise<End> {
  const now = runtime.clock.now()
  if (mail.expires_at && mail.expires_at <= now) return { event: 'fail', error: 'EXPIRED' }
  if (!transport) return runtime.config.demo ? { event: 'keep' } : { event: 'fail', error: 'SMTP_URL' }
  try {
    await transport.send(await outgoing(runtime, mail))
    return { event: 'send' }
  } catch (error) {
    const known = error instanceof SmtpError
    if (!known) runtime.log.error({ error, mail: mail.id }, 'a mail could not be made')
    const words = known ? error.message : 'EMAIL'
    const wait = BACKOFF_MINUTES[mail.attempts - 1]
    if ((known && error.permanent) || wait === undefined) return { event: 'fail', error: words }
    return { event: 'postpone', error: words, nextAttemptAt: new Date(now.getTime() + wait * 60_000) }
  }
}

/** Text and HTML of a mail, opened where they are sealed; null when they are gone. */
export function bodyOf(secretKey: Buffer, mail: Pick<Claimed, 'recipient' | 'text_body' | 'html_body' | 'sealed_body'>): MailBody | null {
  if (mail.sealed_body) return JSON.parse(open(secretKey, mail.sealed_body, bodyContext(mail.recipient)).toString('utf8')) as MailBody
  return mail.text_body === null ? null : { text: mail.text_body, html: mail.html_body }
}

async function outgoing({ db, config }: Runtime, mail: Claimed): Promise<OutgoingMail> {
  const body = bodyOf(config.secretKey, mail)
  if (!body) throw new Error('the text of a mail is gone')
  const rows = await db.selectFrom('platform.mail_attachment').selectAll().where('mail_id', '=', mail.id).orderBy('position').execute()
  const attachments = []
  for (const { file_name: filename, content_type: contentType, content, file_id: fileId } of rows)
    attachments.push({ filename, contentType, content: content ?? (await readFile(db, fileId ?? '')).content })
  return { messageId: `buu-tram.${mail.id}`, to: mail.recipient, subject: mail.subject, text: body.text, html: body.html ?? undefined, attachments }
}

/** Writes how an attempt ended, unless another sender has taken the mail meanwhile: what that one finds counts. */
async function finish({ db, log, clock }: Runtime, mail: Claimed, end: End): Promise<void> {
  const { event } = end
  const error = 'error' in end ? end.error : ''
  const waits = event === 'postpone'
  // What is secret is of no use any more. A mail that may be read in the demo keeps it.
  const forget = event === 'send' || error === 'EXPIRED' ? { sealed_body: null } : {}
  const next_attempt_at = waits ? end.nextAttemptAt : null
  const set = { error, next_attempt_at, ended_at: waits ? null : clock.now(), ...forget }
  try {
    await db.transaction().execute(async (tx) => {
      await fire(tx, mailMachine, 'platform.mail', mail.id, event, { where: { attempts: mail.attempts }, set })
      // Whom it went to has it; a mail that may be read in the demo keeps what goes with it.
      if (event === 'send') await tx.deleteFrom('platform.mail_attachment').where('mail_id', '=', mail.id).execute()
      if (waits) await enqueue(tx, deliverMail, { mailId: mail.id }, { startAfter: end.nextAttemptAt })
    })
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    log.warn({ mail: mail.id, attempts: mail.attempts }, 'a mail was taken over by another sender')
    return
  }
  if (event === 'fail') log.warn({ mail: mail.id, reason: error, attempts: mail.attempts }, 'a mail was given up')
}

/** Forgets mails of long ago. */
async function forgetOld({ db, clock }: Runtime): Promise<void> {
  await db
    .deleteFrom('platform.mail')
    .where('created_at', '<', new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000))
    .where('status', '<>', 'QUEUED')
    .execute()
}

/** What delivers mails: one job a mail, and every five minutes whatever was left lying. */
export function mailJobs({ config }: Pick<Runtime, 'config'>): JobHandler[] {
  const transport = config.smtpUrl === undefined ? undefined : smtpTransport(config, config.smtpUrl)
  return [
    handleJob(deliverMail, async ({ mailId }, { runtime }) => {
      const mail = await claim(runtime.db, runtime.clock.now(), mailId)
      if (mail) await finish(runtime, mail, await attempt(runtime, transport, mail))
    }),
    handleJob(sweepMails, async (_input, { runtime, signal }) => {
      await deliverDue(runtime, transport, signal)
      await forgetOld(runtime)
    }),
  ]
}

export const mailSchedules: JobSchedule[] = [{ job: sweepMails, cron: '*/5 * * * *', input: {} }]
