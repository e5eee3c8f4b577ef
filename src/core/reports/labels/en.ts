import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    schedule: {
      frequency: 'Frequency',
      period: 'Reporting period',
      hour: 'Send time',
      format: 'Format',
      recipients: 'Recipients',
    },
  },
  enums: {
    scheduleStatus: { ACTIVE: 'Active', PAUSED: 'Paused' },
    frequency: { DAILY: 'Daily', WEEKLY: 'Weekly, on Monday', MONTHLY: 'Monthly, on the 1st' },
    period: { YESTERDAY: 'Previous day', LAST_WEEK: 'Previous week', LAST_MONTH: 'Previous month' },
    format: { xlsx: 'Excel (.xlsx)', pdf: 'PDF' },
    result: { SENT: 'Sent', SKIPPED: 'Skipped', FAILED: 'Not sent' },
    reason: {
      OWNER_LOCKED: 'the owner’s account is locked',
      NO_RIGHT: 'the owner no longer has permission to export the report',
      NO_RECIPIENT: 'no remaining recipient is allowed to see the report',
      TOO_LONG: 'too many rows for a PDF',
      TOO_LARGE: 'the file is too large to email',
      NO_REPORT: 'the report no longer exists or its conditions are no longer valid',
      ERROR: 'system error after several attempts',
      CANCELLED: 'stopped by an administrator',
    },
  },
  actions: { create: 'Add schedule' },
  texts: {
    schedule: 'Schedule',
    mine: 'My schedules for this report',
    hint: 'The report uses the current filters (except the dates) and your permissions and data scope at the time it is sent.',
    none: 'No schedules for this report yet.',
    scheduleCreateDone: 'Schedule added',
    searchPeople: 'Enter a name or account',
    summary: '{frequency} at {hour}:00, {period}, {format}',
    next: 'Next: {at}',
    last: 'Last: {at}',
    paused: 'Paused',
    notYet: 'Not sent yet',
    pause: 'Pause',
    resume: 'Resume',
    scheduleRemoveTitle: 'Delete schedule: {name}',
    scheduleRemoveText: 'The report will no longer be sent on this schedule.',
    scheduleRemoveDone: 'Schedule deleted',
    mailSubject: '{title}: {period}',
    mailText:
      'Dear colleague,\n\nPlease find attached {title} for {period}.\nThis schedule was set up by {owner}; the figures are limited to the owner’s data scope.\n\nThis is an automated email. Please do not reply.',
  },
}
