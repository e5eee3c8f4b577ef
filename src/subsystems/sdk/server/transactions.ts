import { serveTransactions } from '#core/payments/server/public.ts'
import { sdkCancellationKind, sdkRefundKind } from '../contract/approval-kind.ts'
import { sdkCancelEvidenceFrom, sdkCancelUntilHour } from '../contract/parameters.ts'
import { sdkTransactions } from '../contract/transactions.ts'
import { sdkPayments } from './service.ts'

export const sdk = serveTransactions(sdkTransactions, sdkPayments, {
  refundKind: sdkRefundKind,
  cancellations: { kind: sdkCancellationKind, untilHour: sdkCancelUntilHour, evidenceFrom: sdkCancelEvidenceFrom },
})
