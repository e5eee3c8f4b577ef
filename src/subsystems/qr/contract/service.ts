import type { LineOf } from '#core/payments/contract/gateway.ts'
import { BankParty, plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { VirtualAccountNumber } from '#core/vietqr/contract/accounts.ts'
import { CodeWithDot } from '#kernel/primitives.ts'

/** Payments to merchants by QR code; the merchant bears fee and tax. `orderCode`: the merchant's own order or bill number, as the code carries it. `virtualAccount`: the operator's account number that the payer sent the money to, where the channel knows it. */
export const qrService = declareService({
  code: 'QR',
  prefix: 'QR',
  name: { vi: 'Thanh toán QR', en: 'QR payment' },
  entity: 'qr.transaction',
  types: {
    PAYMENT: {
      direction: 'IN',
      fee: 'INSIDE',
      line: {
        merchantCode: CodeWithDot,
        orderCode: CodeWithDot.optional(),
        payer: BankParty,
        memo: plainText(210).optional(),
        virtualAccount: VirtualAccountNumber.optional(),
      },
    },
  },
  own: {},
})

/** One reported QR payment. */
export type QrReport = LineOf<typeof qrService>
