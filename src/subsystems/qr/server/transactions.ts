import { serveTransactions } from '#core/payments/server/public.ts'
import { qrTransactions } from '../contract/transactions.ts'

export const qr = serveTransactions(qrTransactions, { refundKind: 'QR_REFUND' })
