import { transactionInquiry } from '#core/payments/contract/inquiry.ts'
import { qrService } from './service.ts'

/** Payments by QR, looked up by what a customer, a shop or a bank knows of them. */
export const qrInquiry = transactionInquiry(qrService, { api: '/ts-301/qr/transaction/v1', route: '/pp-qr/vhdv/tra_soat_su_vu' })
