/** The door of payments: transactions come in through the signed gateway, see docs/gateway.md. */
export type { CancellationRules } from './cancellations.ts'
export { bookContradicted } from './contradicted.ts'
export { type Contradiction, contradicts, type KeepContradictions } from './contradictions.ts'
export { paymentRules } from './control-rules.ts'
export { knownOutcomes, lateTransactions } from './cut-off.ts'
export { businessDates, openDay } from './dating.ts'
export { type PaymentDesk, PORTAL, type PortalLine, paymentDesk } from './desk.ts'
export { type TariffRow, tariffOf } from './fees/charge.ts'
export { type FeeInForce, type FeeMonth, type FeeQuestion, type FeeSource, monthlySource } from './fees/resolver.ts'
export { signedCalls } from './gateway/authenticate.ts'
export { type TakenLine, takeLines } from './gateway/lines.ts'
export { type Detours, inGroup, PostingRefused, type Refusal } from './group.ts'
export { cancelAction, refundAction, suspenseActions, transactionSubject } from './incidents.ts'
export { loseTrack } from './lost.ts'
export { paymentsModule } from './module.ts'
export type { OutcomeWord } from './outcome-changes.ts'
export { decideOutcomes } from './outcomes.ts'
export { enablePartners } from './partners.ts'
export type { GatewayCaller, IngestLine, IngestResult } from './receipts.ts'
export { RefundSender } from './refund-sender.ts'
export { type LinePart, type LinesAsked, ofEvent, reportLines } from './report-lines.ts'
export { partRows, partRowsOver } from './report-parts.ts'
export {
  type Accounts,
  type Admission,
  type AdmissionContext,
  type AdvanceEvent,
  type Booked,
  type Charged,
  type Correction,
  definePaymentService,
  type FollowContext,
  type Followed,
  type OwnColumns,
  type PaymentService,
  type PostingEvent,
  type ReportedLine,
  type StoredTransaction,
  servicesByCode,
  type UnitPlace,
} from './service.ts'
export { registerServices } from './services.ts'
export { suspenseSettlement } from './suspense.ts'
export { suspenseTrace, type TracedService, tracedService, transactionTrace } from './trace.ts'
export { type Figures, figuresOf, hoursOf, oldestUnknown, topMerchants, waitsByPartner } from './transactions/figures.ts'
export { registerInquiry } from './transactions/inquiry.ts'
export { type ServedTransactions, serveTransactions, serveWithCancellations, serveWithoutRefunds } from './transactions/serve.ts'
