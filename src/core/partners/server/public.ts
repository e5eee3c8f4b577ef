/** The door of partners: the one way to ask and tell them something. See docs/partners.md. */
export type {
  AccountNameAnswer,
  InquiryRequest,
  PartnerAnswer,
  PartnerConnector,
  PayoutRequest,
  RefundRequest,
  StatementAnswer,
  StatementFile,
} from './answer.ts'
export { outcomeCodeApproval } from './codes.ts'
export { partnerConnector } from './connector.ts'
export { partnerRules } from './control-rules.ts'
export { offering, offersOperation } from './endpoint.ts'
export { issueGatewayKey, revokeGatewayKey } from './gateway-keys.ts'
export { meaningsOf } from './meanings.ts'
export { partnersModule } from './module.ts'
export { PartnerQueue, type PartnerWork } from './queue.ts'
export { type Connection, connectPartner } from './seeding.ts'
export { answeredUnder, exchangeTrace } from './trace.ts'
export { connectionApproval } from './turn-on.ts'
export { emitWebhooks, type WebhookFact } from './webhooks/emit.ts'
export { openWebhook, type WebhookInUse } from './webhooks/seeding.ts'
