import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    accountManagement: 'General ledger',
    accounts: 'Business accounts',
    account: 'Business account',
    chart: 'Chart of accounts',
    chartImport: 'Import the chart of accounts',
    manualJournals: 'Manual journals',
    manualJournal: 'Manual journal',
  },
  fields: {},
  enums: {},
}
