import { figureFilter, returnedFilter, transactionContracts } from '#core/payments/contract/transactions.ts'
import { KeyFilter } from '#kernel/primitives.ts'
import { qrService } from './service.ts'

/** Payments by QR: everything that the two screens of any service's transactions need. */
export const qrTransactions = transactionContracts(qrService, {
  api: '/qr-admin/transactions/v1',
  routes: { list: '/pp-qr/quanlygiaodich/danhsachgiaodich', detail: '/pp-qr/quanlygiaodich/chitietgiaodich/{id}' },
  filter: { creditedAccount: KeyFilter, qrCode: KeyFilter, ...returnedFilter, ...figureFilter },
  approveLarge: 'pp-qr/quanlygiaodich/hoantienlon/approve',
})

export const { list: listQrTransactions, detail: getQrTransaction, askRefund: askQrRefund, askCancellation: askQrCancellation } = qrTransactions
