import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    mail: {
      text: 'Recipient, subject',
      createdAt: 'Created at',
      recipient: 'Recipient',
      subject: 'Subject',
      attempts: 'Attempts',
      nextAttemptAt: 'Next attempt',
      endedAt: 'Ended at',
      error: 'Error',
    },
  },
  enums: { status: { QUEUED: 'Queued', SENT: 'Sent', KEPT: 'Kept for reading', FAILED: 'Not sent' } },
  nouns: { mail: 'email' },
  actions: { read: 'View', retry: 'Resend' },
  texts: {
    mailRetryTitle: 'Resend “{name}”',
    mailRetryText: 'Resend “{subject}” to {recipient}?',
    mailRetryDone: 'The email will be sent shortly',
    demoTitle: 'Demo mailbox',
    demoLead: 'The demo has no mail server: every email the system sends is kept here.',
    demoEmpty: 'No emails yet',
    demoTo: 'To {recipient}',
    demoReload: 'Reload',
  },
}
