import { en as payments } from '#core/payments/labels/en.ts'
import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    organisation: 'Organization',
    reports: 'Reports',
    cashReports: 'Accounting reports',
    units: 'Units',
    accounts: 'Accounts',
    admins: 'Admin users',
    adminsImport: 'Add admin users in a batch',
    treasuryManagement: 'Treasury',
    treasury: 'Treasury transactions',
    treasuryDetail: 'Treasury transaction',
    transactionManagement: 'Transactions',
    transactions: 'Money order transactions',
    transaction: 'Money order transaction',
  },
  fields: {
    transaction: {
      ...payments.fields.transaction,
      orderCode: 'Money order',
      tillCode: 'Till',
      tellerCode: 'Teller code',
      withoutShift: 'Outside a shift',
    },
  },
  enums: {
    orderStatus: {
      PENDING: 'Awaiting cash result',
      SENT: 'Sent',
      NOTIFIED: 'Receiver told',
      PAID: 'Paid',
      RETURNING: 'Returning to sender',
      RETURNED: 'Returned to sender',
      EXPIRED: 'Return expired',
      CANCELLED: 'Cancelled',
      VOID: 'Not sent',
    },
    payTo: { RECEIVER: 'Receiver', SENDER: 'Sender' },
  },
}
