import { z } from 'zod'
import { transactionContracts } from '#core/payments/contract/transactions.ts'
import { defineQuery } from '#kernel/contract.ts'
import { Id, SearchText } from '#kernel/primitives.ts'
import { qrService } from './service.ts'

/** Payments by QR: everything that the two screens of any service's transactions need. */
export const qrTransactions = transactionContracts(qrService, {
  api: '/qr-admin/transactions/v1',
  routes: { list: '/pp-qr/quanlygiaodich/danhsachgiaodich', detail: '/pp-qr/quanlygiaodich/chitietgiaodich/{id}' },
  approveLarge: 'pp-qr/quanlygiaodich/hoantienlon/approve',
})

export const { list: listQrTransactions, detail: getQrTransaction, refunds: getQrRefunds, askRefund: askQrRefund } = qrTransactions

/** Merchants for the filter, within the caller's scope, by code or part of the name; the first 50 by name. */
export const searchQrMerchants = defineQuery({
  method: 'POST',
  path: '/qr-admin/merchants/v1/options',
  permission: listQrTransactions.permission,
  summary: 'Merchants for the filter of QR transactions',
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: z.string().meta({ kind: 'code' }), name: z.string().meta({ kind: 'text' }) })),
})
