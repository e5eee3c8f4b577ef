import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** How long nothing is settled after the account that it goes to has changed. */
export const coolingHours = defineParameter({
  key: 'merchants.account-cooling-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '0',
  maximum: '720',
  critical: true,
  text: {
    vi: 'Số giờ tạm dừng quyết toán sau khi đổi tài khoản nhận tiền của điểm bán',
    en: 'Hours for which nothing is settled after the settlement account of a merchant has changed',
  },
})

/** After so many days what a bank has said about an account is asked again. */
export const checkDays = defineParameter({
  key: 'merchants.account-check-days',
  type: 'INTEGER',
  initial: '30',
  minimum: '1',
  maximum: '365',
  text: {
    vi: 'Số ngày kết quả hỏi tên tài khoản nhận tiền còn dùng được',
    en: 'Days for which the answer of a bank about a settlement account may be used',
  },
})

/** A call back that lies further back proves nothing about today. */
export const callHours = defineParameter({
  key: 'merchants.call-back-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '168',
  text: {
    vi: 'Số giờ cuộc gọi xác nhận đổi tài khoản nhận tiền còn dùng được',
    en: 'Hours for which a call back about a settlement account may be used',
  },
})

export const merchantParameters = [coolingHours, checkDays, callHours] as const
