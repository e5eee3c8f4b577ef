import { z } from 'zod'
import { defineCommand, defineList, defineQuery, PUBLIC } from '#kernel/contract.ts'
import { mailMachine } from '#kernel/mail.ts'
import { Count, DateOnly, Id, SearchText, Text, Timestamp, Version } from '#kernel/primitives.ts'

const BASE = 'system-config/mail-outbox'

const Address = z.string().meta({ kind: 'email' })

export const listMails = defineList({
  path: '/sys/mail/v1/search',
  permission: `${BASE}/view`,
  summary: { vi: 'Email chờ gửi, đã gửi và không gửi được', en: 'Emails queued, sent and failed' },
  entity: 'mail.mail',
  filter: {
    /** Part of the address or the subject. */
    text: SearchText,
    status: z.array(mailMachine.status).min(1).max(mailMachine.status.options.length).optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({
    id: Id,
    createdAt: Timestamp,
    recipient: Address,
    subject: Text,
    status: mailMachine.status,
    attempts: Count,
    nextAttemptAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    /** Why it was not taken: a word of the mail system, EXPIRED or SMTP_URL. */
    error: z.string().meta({ kind: 'code' }),
    version: Version,
  }),
  sort: ['createdAt', 'recipient'],
  defaultSort: '-createdAt',
})

/** The text of a mail; in a demo only: elsewhere nobody but its recipient reads it. */
export const readMail = defineQuery({
  path: '/sys/mail/v1/read',
  permission: `${BASE}/view`,
  summary: { vi: 'Nội dung email (chỉ bản trình diễn)', en: 'Email content (demo only)' },
  input: { id: Id },
  output: z.object({ recipient: z.string(), subject: z.string(), text: z.string(), createdAt: z.string() }),
})

export const retryMail = defineCommand({
  path: '/sys/mail/v1/retry',
  permission: `${BASE}/update`,
  summary: { vi: 'Gửi lại email', en: 'Resend an email' },
  fires: [mailMachine, 'retry'],
  input: { id: Id, version: Version },
  output: z.object({ id: Id, status: mailMachine.status, version: Version }),
})

/** The newest mails of a demo without an SMTP server. Outside demo mode this call does not exist (404). */
export const demoMails = defineQuery({
  path: '/pp-public/demo/v1/mails',
  permission: PUBLIC,
  summary: { vi: 'Chỉ bản trình diễn: hộp email của hệ thống', en: 'Demo only: emails the system would have sent' },
  input: {
    /** Part of the address. */
    recipient: SearchText,
  },
  output: z.array(z.object({ id: Id, recipient: z.string(), subject: z.string(), text: z.string(), createdAt: z.string() })),
})
