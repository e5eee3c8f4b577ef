import { z } from 'zod'
import type { Text } from '#kernel/language.ts'
import { CodeText, DateOnly, Money } from '#kernel/primitives.ts'
import { sessionMachine } from './machines.ts'

/** What those who agree to a settlement, or to its reversal, are shown. */
export const SettlementPicture = z.object({
  status: sessionMachine.status,
  fromDay: DateOnly,
  toDay: DateOnly,
  oursSum: Money,
  theirsSum: Money,
  /** What moves between bank and clearing, and where the rest goes. */
  bank: Money,
  cleared: Money,
  fee: Money,
  lost: Money,
  gained: Money,
  pending: Money,
  journals: CodeText,
})

/** Greatest amount that a checker of the first tier agrees to settle, in hundredths: a day of a bank is more than a break. */
export const FIRST_SETTLEMENT_TIER = 2_000_000_000_00n

/** Service of the journals of settlements, by which their periods are closed. */
export const SETTLEMENT_SERVICE = 'RECON'

/** What journals of settlements are called. */
export const settlementJournalKinds = {
  RECON_SETTLED: { vi: 'Tất toán đối soát', en: 'Reconciliation settled' },
  RECON_WRITE_OFF: { vi: 'Xoá chênh lệch đối soát', en: 'Reconciliation difference written off' },
  RECON_ADJUSTED: { vi: 'Treo chênh lệch đối soát', en: 'Reconciliation difference kept pending' },
  RECON_REVERSED: { vi: 'Đảo tất toán đối soát', en: 'Reconciliation settlement reversed' },
} as const satisfies Record<string, Text>
