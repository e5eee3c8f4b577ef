import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    counter: 'Counter and cash',
    holdings: 'Cash holdings',
    holding: 'Cash holding',
  },
  fields: {},
  enums: {},
}
