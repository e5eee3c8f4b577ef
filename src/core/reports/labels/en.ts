import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    schedule: {
      frequency: 'How often',
      period: 'Days reported',
      hour: 'Hour',
      format: 'Format',
      recipients: 'Recipients',
    },
  },
  enums: {
    scheduleStatus: { ACTIVE: 'Being sent', PAUSED: 'Paused' },
    frequency: { DAILY: 'Every day', WEEKLY: 'Every Monday', MONTHLY: 'On the 1st of the month' },
    period: { YESTERDAY: 'The day before', LAST_WEEK: 'The week before', LAST_MONTH: 'The month before' },
    format: { xlsx: 'Excel (.xlsx)', pdf: 'PDF' },
    result: { SENT: 'Sent', SKIPPED: 'Skipped', FAILED: 'Not sent' },
    reason: {
      OWNER_LOCKED: 'the account of its owner is locked',
      NO_RIGHT: 'its owner may not export the report any more',
      NO_RECIPIENT: 'no recipient is left who may see it',
      TOO_LONG: 'too many rows for a PDF',
      TOO_LARGE: 'the file is too large for e-mail',
      NO_REPORT: 'the report is gone, or its conditions do not hold any more',
      ERROR: 'a system error, after several tries',
      CANCELLED: 'an administrator stopped it',
    },
  },
  actions: { create: 'Add a schedule' },
  texts: {
    schedule: 'Schedule',
    mine: 'My schedules of this report',
    hint: 'The report is made with the conditions chosen now (but for the days), and with the rights and the data scope that you have when it is sent.',
    none: 'This report is not sent on any schedule yet.',
    scheduleCreateDone: 'The report will be sent',
    searchPeople: 'Name or account',
    summary: '{frequency} at {hour}:00, {period}, {format}',
    next: 'Next: {at}',
    last: 'Last: {at}',
    paused: 'Paused',
    notYet: 'Not sent yet',
    pause: 'Pause',
    resume: 'Resume',
    scheduleRemoveTitle: 'Remove the schedule: {name}',
    scheduleRemoveText: 'The report will not be sent on this schedule any more.',
    scheduleRemoveDone: 'The schedule is removed',
    mailSubject: '{title}: {period}',
    mailText:
      'Dear colleague,\n\nPlease find attached: {title}, {period}.\nThe schedule was set up by {owner}; the figures are those within the scope of its owner.\n\nThis mail was sent automatically, please do not reply.',
  },
}
