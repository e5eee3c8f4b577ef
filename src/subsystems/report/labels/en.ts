import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: { cutOff: 'Period cut-off' },
  fields: {},
  enums: {},
}
