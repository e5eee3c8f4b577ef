import type { SlipKind } from '#core/cash/contract/counter/slip.ts'
import { moneyOrderSlip, payoutSlip } from '#subsystems/cfm/contract/slip-kinds.ts'
import { senderSlip } from '#subsystems/cob/contract/payouts/service.ts'

/** What counters pay in cash, as the server has it: what the portal calls it. */
export const slipKinds: readonly SlipKind[] = [moneyOrderSlip, payoutSlip, senderSlip]
