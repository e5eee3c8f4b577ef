import { cashOrderTrace, isBlindAccount, isCounting, type SlipLinks, slipTrace, treasuryTrace } from '#core/cash/server/public.ts'
import { listItems } from '#core/disbursement/contract/items.ts'
import { batchTrace, transfersMade, transferTrace } from '#core/disbursement/server/public.ts'
import { incidentTrace } from '#core/incidents/server/public.ts'
import { getAccount } from '#core/ledger/contract/accounts.ts'
import { caseTrace } from '#core/outcomes/server/public.ts'
import { answeredUnder, exchangeTrace } from '#core/partners/server/public.ts'
import { suspenseTrace, tracedService, transactionTrace } from '#core/payments/server/public.ts'
import { ACCOUNT_LINES } from '#core/payouts/contract/transfers.ts'
import { fundsTrace, lineTrace, listsOf, listTrace, payoutLine } from '#core/payouts/server/public.ts'
import { MERCHANT_SETTLEMENT } from '#core/settlements/contract/words.ts'
import { merchantSettlement, settlementTrace, unitsOfSettlements } from '#core/settlements/server/public.ts'
import { journalTrace, MoneyTrace, type TraceStep } from '#core/trace/server/public.ts'
import { fill } from '#kernel/language.ts'
import { linesAtCounters, madeForAny, orderTrace, slipLinks, tracedAtCounters } from '#subsystems/cfm/server/trace.ts'
import { casePath, paths as cfmPaths, orderPath, payoutPath } from '#subsystems/cfm/web/paths.ts'
import { paths as cfmV2Paths } from '#subsystems/cfm-v2/web/paths.ts'
import { senderSlip } from '#subsystems/cob/contract/payouts/service.ts'
import { codTransactions } from '#subsystems/cob/contract/transactions.ts'
import { itemTrace } from '#subsystems/cob/server/item-desk/trace.ts'
import { itemSlips, payoutsOfItems, tracedPayouts } from '#subsystems/cob/server/payouts/links.ts'
import { itemPath } from '#subsystems/cob/web/paths.ts'
import { batchPath, paths as crmPaths, transferPath } from '#subsystems/crm/web/paths.ts'
import { paths as glPaths } from '#subsystems/gl/web/paths.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { paths as qrPaths, settlementPath } from '#subsystems/qr/web/paths.ts'
import { sdkTransactions } from '#subsystems/sdk/contract/transactions.ts'
import { cashAddresses, listed } from './addresses.ts'
import { systemDesks } from './incidents.ts'

/** What transfers pay. */
const transferLinks = [
  { kind: ACCOUNT_LINES, type: payoutLine, sourcesOf: listsOf },
  { kind: MERCHANT_SETTLEMENT, type: merchantSettlement, sourcesOf: unitsOfSettlements },
]
const transfersOf = transfersMade(transferLinks)

/** What slips of counters are for: an area that pays there knows its own. */
const slipsFor: SlipLinks = {
  subject: (db, kind, sourceId) => (kind === senderSlip.kind ? itemSlips : slipLinks).subject(db, kind, sourceId),
  sourceIds: async (db, subjects) => [...(await slipLinks.sourceIds(db, subjects)), ...(await itemSlips.sourceIds(db, subjects))],
}

/** What every area knows of its records and their money. */
const traceSteps: readonly TraceStep[] = [
  transactionTrace(
    [
      tracedService(qrTransactions),
      tracedService(sdkTransactions),
      tracedService(codTransactions),
      ...tracedAtCounters,
      tracedPayouts,
      { ...transfersOf, screen: { permission: listItems.permission, path: transferPath } },
    ],
    {
      named: answeredUnder,
      of: async (db, subjects) => [...(await madeForAny(db, subjects)), ...(await payoutsOfItems(db, subjects)), ...(await transfersOf.of(db, subjects))],
    },
  ),
  suspenseTrace(listed(cfmPaths.suspense)),
  orderTrace(orderPath),
  lineTrace(payoutPath, {
    ...linesAtCounters,
    transactions: async (db, ids) => [
      ...(await linesAtCounters.transactions(db, ids)),
      ...(await transfersOf.transactions(db, payoutLine, ids)).map(({ id, transactionId }) => ({ lineId: id, transactionId })),
    ],
  }),
  listTrace(payoutPath),
  fundsTrace(listed(cfmPaths.payoutFunds)),
  slipTrace(slipsFor),
  cashOrderTrace(slipsFor, listed(cfmV2Paths.cashOrders)),
  treasuryTrace(cashAddresses.treasury),
  settlementTrace(settlementPath, (settlement) => `${qrPaths.settlementMovements}?${new URLSearchParams({ settlement, from: '' })}`),
  transferTrace(transferLinks, transferPath),
  batchTrace(batchPath, (batchId) => `${crmPaths.transfers}?${new URLSearchParams({ batchId })}`),
  itemTrace(itemPath),
  caseTrace(casePath),
  incidentTrace(systemDesks),
  exchangeTrace(listed(crmPaths.partnerExchanges, 'reference')),
  journalTrace,
]

/** Where the money of records went and who holds it. */
export const moneyTrace = new MoneyTrace({
  steps: traceSteps,
  isHidden: isBlindAccount,
  isCounting,
  account: { permission: getAccount.permission, path: (id) => fill(glPaths.account, { id }) },
})
