import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** How long nothing is paid to a key account after its settlement account has changed. */
export const coolingDays = defineParameter({
  key: 'cob.account-cooling-days',
  type: 'INTEGER',
  initial: '2',
  minimum: '0',
  maximum: '30',
  critical: true,
  text: {
    vi: 'Số ngày tạm dừng chi COD sau khi khách hàng lớn đổi tài khoản nhận tiền',
    en: 'Days for which no COD money is paid after the settlement account of a key account has changed',
  },
})

export const keyAccountParameters = [coolingDays] as const
