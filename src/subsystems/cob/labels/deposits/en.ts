import { en as payments } from '#core/payments/labels/en.ts'
import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    transaction: {
      ...payments.fields.transaction,
      kind: 'Deposit kind',
      courierCode: 'Postman code',
      courierName: 'Postman',
      itemCount: 'Items',
      surplus: 'Paid in beyond',
      paper: 'Paper',
      item: 'Item code',
    },
  },
  enums: {
    kind: { CASH: 'Cash at the office', WALLET: 'E-wallet', QR: 'QR code', TKTT: 'Into the settlement account' },
  },
  texts: {},
  actions: {
    cancelPayment: 'Cancel deposit',
  },
}
