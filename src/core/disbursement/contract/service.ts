import { plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { CodeWithDot } from '#kernel/primitives.ts'

/**
 * Transfers to accounts as transactions, under the reference of their item and of the partner who carries them out: what became of one is
 * reported, inquired, decided and contradicted as of any other. PAYOUT is sent by this system; TRANSFER is the partner's report that one has come back.
 */
export const transferService = declareService({
  code: 'DISB',
  prefix: 'CK',
  name: { vi: 'Chuyển khoản chi hộ', en: 'Transfers' },
  entity: 'disbursement.item',
  types: {
    PAYOUT: { direction: 'OUT', fee: 'NONE', line: {}, begunHere: true },
    TRANSFER: { direction: 'IN', fee: 'NONE', line: { originalReference: CodeWithDot, reason: plainText(255) } },
  },
  own: {},
})

export const transferJournalKinds = {
  TRANSFER_SENT: { vi: 'Gửi lệnh chuyển khoản', en: 'Transfer sent' },
  TRANSFER_PAID: { vi: 'Chuyển khoản thành công', en: 'Transfer paid' },
  TRANSFER_FAILED: { vi: 'Chuyển khoản không thành công', en: 'Transfer failed' },
  TRANSFER_RETURNED: { vi: 'Chuyển khoản bị trả lại', en: 'Transfer returned' },
  TRANSFER_GIVEN_BACK: { vi: 'Hoàn đối tác tiền trả lại không khớp', en: 'Unmatched return given back to the partner' },
  TRANSFER_BOOKED: { vi: 'Ghi thu nhập tiền trả lại không khớp', en: 'Unmatched return booked as income' },
  TRANSFER_CORRECTED: { vi: 'Hạch toán lại kết quả chuyển khoản', en: 'Outcome of a transfer corrected' },
  TRANSFER_MATCHED: { vi: 'Khớp tiền chuyển khoản bị trả lại', en: 'Returned transfer matched' },
} as const
