import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** After how many days an unclaimed order goes back to its sender. */
export const returnDays = defineParameter({
  key: 'cfm.return-days',
  type: 'INTEGER',
  initial: '30',
  minimum: '1',
  maximum: '365',
  critical: true,
  text: { vi: 'Số ngày phiếu chuyển tiền không có người nhận thì hoàn người gửi', en: 'Days after which an unclaimed money order goes back to the sender' },
})

/** How long money that came back waits for its sender. */
export const expiryDays = defineParameter({
  key: 'cfm.expiry-days',
  type: 'INTEGER',
  initial: '365',
  minimum: '30',
  maximum: '3650',
  critical: true,
  text: { vi: 'Số ngày giữ tiền hoàn chờ người gửi đến nhận', en: 'Days that returned money waits for its sender' },
})

/** Whether a payout is refused while bank balances and cash do not cover what is owed to customers. */
export const guaranteeKept = defineParameter({
  key: 'cfm.guarantee-kept',
  type: 'BOOLEAN',
  initial: 'true',
  critical: true,
  text: {
    vi: 'Từ chối chi trả khi tiền gửi cộng tiền mặt không đủ số phải trả khách hàng',
    en: 'Refuse payouts while bank balances plus cash do not cover what is owed to customers',
  },
})

/** From how much cash a day one person is on the report of large cash. */
export const largeCash = defineParameter({
  key: 'cfm.large-cash',
  type: 'MONEY',
  initial: '400000000.00',
  minimum: '1.00',
  critical: true,
  text: { vi: 'Mức giao dịch tiền mặt lớn trong ngày phải báo cáo (VNĐ)', en: 'Cash of one person a day from which it is reported (VND)' },
})

export const cfmParameters = [returnDays, expiryDays, guaranteeKept, largeCash] as const
