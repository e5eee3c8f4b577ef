import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    account: {
      code: 'Account code',
      name: 'Account name',
      class: 'Account class',
      normalSide: 'Normal balance',
      currency: 'Currency',
      ownerType: 'Owner',
      unit: 'Unit',
      minBalance: 'Minimum balance',
      maxBalance: 'Maximum balance',
      balance: 'Balance',
      version: 'Entries',
    },
    journal: {
      id: 'Journal no.',
      businessKey: 'Business key',
      kind: 'Journal type',
      service: 'Service',
      businessDate: 'Business date',
      occurredAt: 'Occurred at',
      recordedAt: 'Recorded at',
      description: 'Description',
      reversesJournalId: 'Reverses journal',
      reversedByJournalId: 'Reversed by journal',
    },
    entry: {
      line: 'No.',
      accountCode: 'Account code',
      accountName: 'Account name',
      side: 'Debit/credit',
      amount: 'Amount',
      balanceAfter: 'Balance after entry',
    },
  },
  enums: {
    accountClass: { ASSET: 'Asset', LIABILITY: 'Liability', INCOME: 'Income', EXPENSE: 'Expense', OFF_BALANCE: 'Off-balance-sheet' },
    side: { D: 'Debit', C: 'Credit' },
    ownerType: { OPERATOR: 'Operator', UNIT: 'Unit', PARTNER: 'Partner', MERCHANT: 'Merchant', CUSTOMER: 'Customer' },
    accountStatus: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' },
    periodStatus: { OPEN: 'Open', CLOSED: 'Closed' },
    periodGranularity: { DAY: 'Day', MONTH: 'Month' },
  },
}
