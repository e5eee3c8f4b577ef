import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    organisation: 'Organization',
    units: 'Units',
    accounts: 'Accounts',
    admins: 'Admin users',
    adminsImport: 'Add admin users in a batch',
  },
  fields: {},
  enums: {},
}
