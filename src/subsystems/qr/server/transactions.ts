import { serveTransactions } from '#core/payments/server/public.ts'
import { qrRefundKind } from '../contract/approval-kind.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { qrPayments } from './service.ts'

export const qr = serveTransactions(qrTransactions, qrPayments, { refundKind: qrRefundKind })
