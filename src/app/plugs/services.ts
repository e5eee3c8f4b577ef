import type { SlipSource } from '#core/cash/server/public.ts'
import { Sources, transferPayments } from '#core/disbursement/server/public.ts'
import { customerPlans, merchantStatus } from '#core/merchants/server/public.ts'
import type { PaymentService } from '#core/payments/server/public.ts'
import { findPayout } from '#core/payouts/contract/lists.ts'
import { accountLines } from '#core/payouts/server/public.ts'
import { policyFees } from '#core/policy/server/public.ts'
import { findSettlement } from '#core/settlements/contract/settlements.ts'
import { settlementTransfers, unsettled } from '#core/settlements/server/public.ts'
import { guaranteeKept } from '#subsystems/cfm/contract/parameters.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { cfmTransactions } from '#subsystems/cfm/contract/transactions.ts'
import { payoutPayments } from '#subsystems/cfm/server/payouts/service.ts'
import { payoutSlips } from '#subsystems/cfm/server/payouts/source.ts'
import { cfmPayments } from '#subsystems/cfm/server/service.ts'
import { moneyOrderSlips } from '#subsystems/cfm/server/slip-source.ts'
import { paths as cfmPaths, orderPath, payoutPath } from '#subsystems/cfm/web/paths.ts'
import { senderPayoutTransactions } from '#subsystems/cob/contract/payouts/service.ts'
import { findCodSettlement } from '#subsystems/cob/contract/settlements.ts'
import { codTransactions } from '#subsystems/cob/contract/transactions.ts'
import { codPayments } from '#subsystems/cob/server/deposits/service.ts'
import { senderPayouts } from '#subsystems/cob/server/payouts/service.ts'
import { senderSlips } from '#subsystems/cob/server/payouts/source.ts'
import { codSettlementTransfers } from '#subsystems/cob/server/settlements/source.ts'
import { paths as cobPaths, codRunPath, itemPath } from '#subsystems/cob/web/paths.ts'
import { paths as crmPaths } from '#subsystems/crm/web/paths.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { paths as qrPaths, settlementsOfUnit } from '#subsystems/qr/web/paths.ts'
import { sdkTransactions } from '#subsystems/sdk/contract/transactions.ts'
import { sdkPayments } from '#subsystems/sdk/server/service.ts'
import { paths as sdkPaths } from '#subsystems/sdk/web/paths.ts'

/** What is paid by transfer to accounts. */
export const transferSources = new Sources([
  accountLines({ permission: findPayout.permission, path: payoutPath }),
  settlementTransfers({ permission: findSettlement.permission, path: settlementsOfUnit }),
  codSettlementTransfers({ permission: findCodSettlement.permission, path: codRunPath }),
])
export const transfers = transferPayments(transferSources)

/** How merchants are unlocked and closed: not while something of what they are owed is under way. */
export const statusOfMerchants = merchantStatus([unsettled])

/** Items of cash on delivery that counters pay to their retail senders, covered as every payout in cash is. */
export const senderPayments = senderPayouts(guaranteeKept)

/** Those whose cash goes over the tills of counters. */
export const counterServices: readonly PaymentService[] = [cfmPayments, payoutPayments, senderPayments]

/** The payment services of this system. */
export const paymentServices = [qrPayments, sdkPayments, cfmPayments, payoutPayments, codPayments, senderPayments, transfers]

/** Where fees come from; in which order they are asked is the payments' own. */
export const feeSources = [customerPlans, policyFees]

/** What counters pay in cash. */
export const slipSources: readonly SlipSource[] = [moneyOrderSlips(orderPath), payoutSlips(findPayout.permission, payoutPath), senderSlips(itemPath)]

/** Where the transactions of each service are listed. */
export const listsOfServices: Readonly<Record<string, string>> = {
  [qrPayments.declaration.code]: qrPaths.transactions,
  [sdkPayments.declaration.code]: sdkPaths.transactions,
  [cfmPayments.declaration.code]: cfmPaths.transactions,
  [payoutPayments.declaration.code]: cfmPaths.payoutTransactions,
  [codPayments.declaration.code]: cobPaths.transactions,
  [senderPayments.declaration.code]: cobPaths.senderPayouts,
  [transfers.declaration.code]: crmPaths.transfers,
}

/** The lists themselves, for figures that lead to them. */
export const transactionLists: Readonly<Record<string, { permission: string }>> = {
  [qrPayments.declaration.code]: qrTransactions.list,
  [sdkPayments.declaration.code]: sdkTransactions.list,
  [cfmPayments.declaration.code]: cfmTransactions.list,
  [payoutPayments.declaration.code]: payoutTransactions.list,
  [codPayments.declaration.code]: codTransactions.list,
  [senderPayments.declaration.code]: senderPayoutTransactions.list,
}
