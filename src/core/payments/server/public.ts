/** The door of payments: transactions come in through the signed gateway, see docs/gateway.md. */
export { bankName } from './banks.ts'
export { paymentRules } from './control-rules.ts'
export { knownOutcomes, lateTransactions } from './cut-off.ts'
export { type TariffRow, tariffOf } from './fees/charge.ts'
export { type FeeInForce, type FeeMonth, type FeeQuestion, type FeeSource, monthlySource } from './fees/resolver.ts'
export { signedHeaders } from './gateway/signature.ts'
export { paymentsModule } from './module.ts'
export { enablePartners } from './partners.ts'
export type { GatewayCaller, IngestLine, IngestResult } from './receipts.ts'
export {
  type Accounts,
  type Admission,
  type AdmissionContext,
  type AdvanceEvent,
  type Charged,
  definePaymentService,
  type Followed,
  type OwnColumns,
  type PaymentService,
  type PostingEvent,
  type ReportedLine,
  type StoredTransaction,
  type UnitPlace,
} from './service.ts'
export { registerServices } from './services.ts'
export { type ServedTransactions, serveTransactions, serveWithoutRefunds } from './transactions/serve.ts'
