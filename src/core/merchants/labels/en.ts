import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: { status: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' } },
}
