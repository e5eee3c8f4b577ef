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
  enums: { status: { QUEUED: 'Waiting', SENT: 'Sent', KEPT: 'Kept to read', FAILED: 'Not sent' } },
  nouns: { mail: 'mail' },
  actions: { read: 'Read', retry: 'Send again' },
  texts: {
    mailRetryTitle: 'Send the mail “{name}” again',
    mailRetryText: 'Send the mail “{subject}” to {recipient} again?',
    mailRetryDone: 'The mail goes out in a moment',
    demoTitle: 'Mailbox of the demo',
    demoLead: 'The demo has no mail server: every mail of the system is kept here.',
    demoEmpty: 'No mail yet',
    demoTo: 'To {recipient}',
    demoReload: 'Reload',
  },
}
