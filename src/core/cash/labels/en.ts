import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: {
    holdingKind: { VAULT: 'Vault', TILL: 'Till', COURIER: 'Courier' },
    ceilingPolicy: { WARN: 'Warn', BLOCK: 'Block' },
  },
}
