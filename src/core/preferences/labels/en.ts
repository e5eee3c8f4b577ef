import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: { audience: { PRIVATE: 'Only me', UNIT: 'People of my unit', ALL: 'Everybody' } },
}
