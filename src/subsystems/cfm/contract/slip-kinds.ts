import type { SlipKind } from '#core/cash/contract/counter/slip.ts'

/** Slips by which money orders are paid out. */
export const moneyOrderSlip: SlipKind = { kind: 'MONEY_ORDER_PAYOUT', title: { vi: 'Phiếu chuyển tiền', en: 'Money order' } }

/** Lines of payout lists. */
export const payoutSlip: SlipKind = { kind: 'PAYOUT_LINE', title: { vi: 'Phiếu chi trả', en: 'Payout slip' } }
