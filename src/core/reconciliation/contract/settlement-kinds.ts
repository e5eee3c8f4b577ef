import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import type { Text } from '#kernel/language.ts'

interface Named {
  desk: string
  name: Text
}

/** The approval kind of settlements at a desk. */
export const settlementKindName = ({ desk, name }: Named): ApprovalKindName => ({
  name: `RECONCILIATION_SETTLEMENT_${desk}`,
  title: { vi: `Tất toán phiên đối soát: ${name.vi}`, en: `Settlement of a session: ${name.en}` },
})

/** The approval kind of their reversals. */
export const reversalKindName = ({ desk, name }: Named): ApprovalKindName => ({
  name: `RECONCILIATION_REVERSAL_${desk}`,
  title: { vi: `Đảo tất toán phiên đối soát: ${name.vi}`, en: `Reversal of a settlement: ${name.en}` },
})
