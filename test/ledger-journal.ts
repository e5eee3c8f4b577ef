import type { JournalInput } from '#core/ledger/server/public.ts'

/** Small random text, so that names of different tests never meet. */
export const unique = () => Math.random().toString(36).slice(2, 10)

/** A sound journal: 100.00 from one account to another, today; override what the test is about. */
export function journal(debit: string, credit: string, overrides: Partial<JournalInput> & { amount?: bigint } = {}): JournalInput {
  const { amount = 10_000n, ...rest } = overrides
  return {
    businessKey: `key:${unique()}${unique()}`,
    kind: 'QR_PAID',
    service: 'QR',
    businessDate: '2026-11-21',
    occurredAt: new Date('2026-11-21T08:30:00+07:00'),
    description: 'Thanh toán QR',
    sourceType: 'test',
    sourceId: unique(),
    entries: [
      { accountId: debit, side: 'D', amount },
      { accountId: credit, side: 'C', amount },
    ],
    ...rest,
  }
}
