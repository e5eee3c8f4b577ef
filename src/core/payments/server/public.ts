/** The door of payments: transactions come in through the signed gateway, see docs/gateway.md. */
export { bankName } from './banks.ts'
export { signedHeaders } from './gateway/signature.ts'
export { ingestBatch } from './ingest.ts'
export { createFeePlans, createMerchants, enablePartners, type FeePlanInput, type MerchantInput } from './merchants.ts'
export { paymentsModule } from './module.ts'
export type { GatewayCaller, IngestLine, IngestResult } from './receipts.ts'
export type { OwnColumns } from './transactions/columns.ts'
export { type ServedTransactions, serveTransactions } from './transactions/serve.ts'
