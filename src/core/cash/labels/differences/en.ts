import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  nouns: { difference: 'difference' },
  fields: {
    difference: {
      text: 'Count, transaction or holding',
      unitId: 'Unit',
      direction: 'Short or over',
      sourceCode: 'Found by',
      source: 'Source',
      sourceId: 'Source',
      holdingName: 'Holding',
      unitName: 'Unit',
      amount: 'Short (−) or over',
      aroseOn: 'Date found',
      days: 'Days waiting',
      status: 'Status',
      settlement: 'Settlement',
      settlementStaff: 'Made good by',
      unknownPayouts: 'Payouts with unknown outcome',
      unknownAmount: 'Amount with unknown outcome',
      staffId: 'Made good by',
      proposedBy: 'Proposed by',
      decidedBy: 'Approved by',
      decidedAt: 'Approved at',
    },
  },
  enums: {
    status: { OPEN: 'To settle', PENDING: 'Awaiting approval', SETTLED: 'Settled', CLEARED: 'Cleared by a payout' },
    source: { COUNT: 'Cash count', TRANSIT: 'Cash in transit' },
    direction: { SHORT: 'Short', OVER: 'Over' },
  },
  actions: { settle: 'Propose settlement' },
}
