import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    account: {
      code: 'Account code',
      name: 'Account name',
      class: 'Class',
      normalSide: 'Normal side',
      currency: 'Currency',
      ownerType: 'Owner',
      unit: 'Unit',
      minBalance: 'Lower limit',
      maxBalance: 'Upper limit',
      balance: 'Balance',
      version: 'Entries',
    },
    journal: {
      id: 'Journal no.',
      businessKey: 'Business key',
      kind: 'Kind',
      service: 'Service',
      businessDate: 'Business date',
      occurredAt: 'Occurred at',
      recordedAt: 'Recorded at',
      description: 'Description',
      reversesJournalId: 'Reverses journal',
      reversedByJournalId: 'Reversed by journal',
    },
    entry: {
      line: 'Line',
      accountCode: 'Account code',
      accountName: 'Account name',
      side: 'Debit/credit',
      amount: 'Amount',
      balanceAfter: 'Balance after',
    },
  },
  enums: {
    accountClass: { ASSET: 'Asset', LIABILITY: 'Liability', INCOME: 'Income', EXPENSE: 'Expense', OFF_BALANCE: 'Off balance' },
    side: { D: 'Debit', C: 'Credit' },
    ownerType: { OPERATOR: 'Operator', UNIT: 'Unit', PARTNER: 'Partner', MERCHANT: 'Merchant', CUSTOMER: 'Customer' },
    accountStatus: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' },
    periodStatus: { OPEN: 'Open', CLOSED: 'Closed' },
    periodGranularity: { DAY: 'Day', MONTH: 'Month' },
  },
}
