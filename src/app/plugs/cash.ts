import type { ApprovalKind } from '#core/approvals/server/public.ts'
import {
  type CloseCheck,
  cashCloseChecks,
  cashDifference,
  cashHoldsMoney,
  cashVariance,
  dayReopening,
  type Forecast,
  treasuryRelease,
  treasurySettlement,
  usualFlows,
} from '#core/cash/server/public.ts'
import { addressOf, type TransactionContracts } from '#core/payments/contract/transactions.ts'
import { payoutForecast, payoutFunds, payoutList, payoutUpdate } from '#core/payouts/server/public.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { payoutSlip } from '#subsystems/cfm/contract/slip-kinds.ts'
import { cfmTransactions } from '#subsystems/cfm/contract/transactions.ts'
import { unknownAtCounter } from '#subsystems/cfm/server/close-check.ts'
import { cfmForecast } from '#subsystems/cfm/server/forecast.ts'
import { paths as cfmPaths, payoutPath } from '#subsystems/cfm/web/paths.ts'
import { senderPayoutTransactions, senderSlip } from '#subsystems/cob/contract/payouts/service.ts'
import { cashAddresses } from './addresses.ts'

/** What will come in and go out of a unit's cash: each area adds what it knows of. */
export const forecasts: readonly Forecast[] = [usualFlows, cfmForecast(cfmPaths.orders), payoutForecast(cfmPaths.payoutLines)]

const paidAtCounters: Readonly<Record<string, Pick<TransactionContracts, 'routes'>>> = {
  [payoutSlip.kind]: payoutTransactions,
  [senderSlip.kind]: senderPayoutTransactions,
}

/** The checklist of day close: each area adds what must not be left open at the end of a day. */
export const closeChecks: readonly CloseCheck[] = [
  ...cashCloseChecks(cashAddresses),
  unknownAtCounter((id, kind) => addressOf(paidAtCounters[kind] ?? cfmTransactions, id)),
]
export const reopening = dayReopening(cashAddresses.day)

/** The approval kinds of cash, with the screens of their subjects. */
export const cashKinds: readonly ApprovalKind[] = [
  { ...cashVariance, subjectPath: cashAddresses.count },
  { ...treasuryRelease, subjectPath: cashAddresses.treasury },
  { ...treasurySettlement, subjectPath: cashAddresses.treasury },
  cashDifference,
]

/** The approval kinds of payout lists. */
export const payoutKinds: readonly ApprovalKind[] = [{ ...payoutList, subjectPath: payoutPath }, payoutUpdate, payoutFunds]

/** What has to be settled before a unit closes or somebody leaves. */
export const holdsMoney = [cashHoldsMoney(cashAddresses)]
