import { serveTransactions } from '#core/payments/server/public.ts'
import { qrCancellationKind, qrRefundKind } from '../contract/approval-kind.ts'
import { qrCancelEvidenceFrom, qrCancelUntilHour } from '../contract/parameters.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { qrPayments } from './service.ts'

/** When payments by QR are cancelled. */
export const qrCancellations = { untilHour: qrCancelUntilHour, evidenceFrom: qrCancelEvidenceFrom }

export const qr = serveTransactions(qrTransactions, qrPayments, {
  refundKind: qrRefundKind,
  cancellations: { kind: qrCancellationKind, ...qrCancellations },
})
