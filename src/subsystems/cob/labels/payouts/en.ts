import { en as payments } from '#core/payments/labels/en.ts'
import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    transaction: {
      ...payments.fields.transaction,
      itemCode: 'Item code',
      tillCode: 'Till',
      tellerCode: 'Teller code',
      withoutShift: 'Outside a shift',
    },
  },
  enums: {},
  texts: { printSlip: 'Print slip' },
}
