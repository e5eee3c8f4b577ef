import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    counter: 'Counter and cash',
    holdings: 'Cash holdings',
    dayClose: 'Day close',
    days: 'Days by unit',
    day: 'Day close details',
    dayProgress: 'Day close progress',
    holding: 'Cash holding',
  },
  fields: {},
  enums: {},
}
