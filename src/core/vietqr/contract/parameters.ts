import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** The scheme's cap of one transfer: a fact that changes by decision of others, not with the code. */
export const instantTransferCap = defineParameter({
  key: 'payment.instant-transfer-cap',
  type: 'MONEY',
  initial: '500000000.00',
  minimum: '1.00',
  critical: true,
  text: { vi: 'Hạn mức một giao dịch chuyển tiền nhanh (VNĐ)', en: 'Limit per instant transfer (VND)' },
})

/** The bank that keeps the operator's virtual accounts; new numbers alone are made there. */
export const accountBank = defineParameter({
  key: 'vietqr.account-bank',
  type: 'STRING',
  initial: '970449',
  critical: true,
  text: { vi: 'Mã BIN ngân hàng hợp tác mở tài khoản định danh', en: 'BIN of the bank that keeps the virtual accounts' },
})

/** What that bank has agreed on with the operator: every number begins so. */
export const accountPrefix = defineParameter({
  key: 'vietqr.account-prefix',
  type: 'STRING',
  initial: '9688',
  critical: true,
  text: { vi: 'Đầu số tài khoản định danh (2–8 chữ số hoặc chữ in hoa)', en: 'What virtual account numbers begin with (2–8 digits or capitals)' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const codeParameters = [instantTransferCap, accountBank, accountPrefix] as const
