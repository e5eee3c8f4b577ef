/** The door of reconciliation: the module, and what a sub-system hands over. See docs/decisions.md. */
export { type LineOfStatement, type TransactionActions, transactionActions } from './actions.ts'
export { reconciliationRules, settledBreaks } from './control-rules.ts'
export { type Reconciliation, reconciliation } from './module.ts'
export { partnerAccounts } from './partner-accounts.ts'
export type {
  BreakAction,
  BreakFacts,
  BreakLine,
  LinesAsked,
  OurLine,
  ReconciliationDesk,
  ReconciliationParts,
  ReconciliationPlug,
  RequestAction,
  RequestDesk,
  RequestedTransaction,
  RequestWanted,
  SettlementAccounts,
  WantedOutcome,
} from './plug.ts'
export { transactionActions as requestActions } from './requests/actions.ts'
export { requestFiles } from './requests/register.ts'
export { changedWithin, linesWithin, transactionLines } from './transactions.ts'
