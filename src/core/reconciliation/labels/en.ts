import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    list: 'Reconciliation sessions',
    detail: 'Reconciliation session',
    setups: 'Reconciliation configurations',
    setup: 'Reconciliation configuration',
    ageing: 'Ageing of breaks and health of reconciliation',
  },
  fields: {},
  enums: { plug: {} },
}
