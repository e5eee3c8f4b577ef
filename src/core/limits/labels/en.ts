import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    roleLimit: {
      text: 'Role code or name',
      roleId: 'Role',
      roleCode: 'Role code',
      roleName: 'Role',
      kind: 'Decision',
      amount: 'Limit per day and partner',
    },
  },
  enums: {
    kind: { REFUND: 'Refunds and cancellations', MANUAL_JOURNAL: 'Manual journals', WRITE_OFF: 'Cash shortages and surpluses', DISBURSEMENT: 'Transfers' },
  },
  nouns: { roleLimit: 'limit' },
}
