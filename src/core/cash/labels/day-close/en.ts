import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: { status: { OPEN: 'Open', COUNTING: 'Counting', SUBMITTED: 'Waiting to be closed', CLOSED: 'Closed', REOPENED: 'Reopened' } },
}
