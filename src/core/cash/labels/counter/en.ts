import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: {
    identityType: { CCCD: 'Citizen identity card', CAN_CUOC: 'Identity card', ELECTRONIC: 'Electronic identity', PASSPORT: 'Passport' },
    slipStatus: { CLAIMED: 'Being paid', UNKNOWN: 'Unknown result', PAID: 'Settled', RELEASED: 'Not made', EXCESS: 'Overpaid' },
  },
}
