import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    treasuryManagement: 'Treasury',
    treasury: 'Treasury transactions',
    treasuryDetail: 'Treasury transaction',
  },
  fields: {},
  enums: {},
}
