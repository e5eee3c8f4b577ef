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
      senderName: 'Sender',
      personName: 'Fetched by',
      identityType: 'Identity paper',
      identityNumber: 'Number of the paper',
      paper: 'Authorisation',
    },
  },
  enums: {},
  texts: { printSlip: 'Print slip', groupPayout: 'Payout to the sender' },
}
