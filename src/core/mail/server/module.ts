import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { mailMachine } from '#kernel/mail.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { daysOfTime, oneOf, words } from '#platform/server/list/where.ts'
import { fire } from '#platform/server/machine/fire.ts'
import { deliverMail } from '#platform/server/mail/queue.ts'
import { bodyOf, mailJobs, mailSchedules } from '#platform/server/mail/sender.ts'
import { defineModule, defineTask, type PublicContext, type RequestContext, type Runtime } from '#platform/server/module.ts'
import { mailErrors } from '../contract/errors.ts'
import { demoMails, listMails, readMail, retryMail } from '../contract/mail.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

const SHOWN = 20

/** The outbox: what was queued by `queueMail` is sent here, and shown to administrators. */
export const mailModule = defineModule({
  name: 'mail',
  audit: { subjects: { 'platform.mail': { vi: 'Email', en: 'Email', entity: 'mail.mail' } } },
  labels: { vi, en },
  errors: mailErrors,
  wholeSystem: [listMails, listMails.export, retryMail].map(({ permission }) => permission),
  tasks: [defineTask('mail.failed', { vi: 'Email không gửi được', en: 'Emails that could not be sent' }, listMails, { status: ['FAILED'] })],
  register(on) {
    on.list(listMails, {
      query: mails,
      where: { text: words('m.recipient', 'm.subject'), status: oneOf('m.status'), period: daysOfTime('m.created_at') },
      key: 'm.id',
      sort: { createdAt: 'm.created_at', recipient: 'm.recipient' },
    })
    on.query(readMail, async ({ id }, ctx) => {
      const { runtime } = ctx
      assertOutbox(runtime)
      const [mail] = await readable(runtime, id)
      if (!mail) throw new AppError(errors.notFound)
      return mail
    })
    on.command(retryMail, async ({ id, version }, ctx) => {
      const { tx, subject } = ctx
      const mail = await tx.selectFrom('platform.mail').select(['text_body', 'sealed_body', 'status']).where('id', '=', id).executeTakeFirst()
      if (mail?.status === 'FAILED' && mail.text_body === null && mail.sealed_body === null) throw new AppError(mailErrors.noText)
      const fired = await fire(tx, mailMachine, 'platform.mail', id, 'retry', {
        version,
        set: { attempts: 0, next_attempt_at: null, ended_at: null, error: '' },
      })
      await enqueue(tx, deliverMail, { mailId: id })
      subject('platform.mail', id, { before: { status: 'FAILED' }, after: { status: fired.status } })
      return { id, ...fired }
    })
    on.open(demoMails, ({ recipient }, ctx) => newest(recipient, ctx))
  },
  jobs: mailJobs,
  schedules: mailSchedules,
})

function mails(ctx: RequestContext) {
  return ctx.db
    .selectFrom('platform.mail as m')
    .select(['m.id', 'm.created_at as createdAt', 'm.recipient', 'm.subject', 'm.status', sql<number>`m.attempts::int`.as('attempts')])
    .select(['m.next_attempt_at as nextAttemptAt', 'm.ended_at as endedAt', 'm.error', 'm.version'])
}

/** As if the call did not exist: mails are read by others in a demo without a mail server only. */
function assertOutbox({ config }: Runtime): void {
  if (!config.demo || config.smtpUrl !== undefined) throw new AppError(errors.notFound)
}

async function newest(recipient: string | undefined, { runtime }: PublicContext) {
  assertOutbox(runtime)
  return readable(runtime, undefined, recipient)
}

/** Mails with their text, newest first: one, or the last ones to addresses that hold some text. */
async function readable({ db, config }: Runtime, id?: string, recipient = '') {
  let query = db.selectFrom('platform.mail').selectAll().orderBy('id', 'desc').limit(SHOWN)
  if (id !== undefined) query = query.where('id', '=', id)
  for (const pattern of foldedPatterns(recipient)) query = query.where(sql<string>`platform.fold(recipient)`, 'like', pattern)
  return (await query.execute()).flatMap((row) => {
    const body = bodyOf(config.secretKey, row)
    return body ? [{ id: row.id, recipient: row.recipient, subject: row.subject, text: body.text, createdAt: isoLocal(row.created_at) }] : []
  })
}
