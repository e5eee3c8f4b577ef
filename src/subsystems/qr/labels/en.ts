import { en as payments } from '#core/payments/labels/en.ts'
import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    transactionManagement: 'Transactions',
    transactions: 'QR transactions',
    transaction: 'QR transaction',
    reports: 'Reports',
    dailyReport: 'Daily detail report',
    merchantManagement: 'Merchants',
    merchants: 'Merchants (QR accounts)',
    merchant: 'Merchant',
    feePlans: 'Fee plans of merchants',
  },
  fields: {
    transaction: payments.fields.transaction,
    dailyReport: {
      businessDate: 'Business date',
      provinceName: 'Province',
      districtName: 'District',
      unitId: 'Unit',
      unitName: 'Unit',
      merchantId: 'Merchant',
      merchantCode: 'Merchant code',
      merchantName: 'Merchant',
      channel: 'Channel',
      count: 'Transactions',
      succeeded: 'Successful',
      failed: 'Failed',
      other: 'Other',
      amount: 'Turnover',
      late: 'Of these, late',
      lateAmount: 'Late turnover',
      refunds: 'Refunds',
      refunded: 'Refunded',
      fee: 'Fee',
      tax: 'VAT',
      net: 'Net',
    },
  },
  enums: {},
}
