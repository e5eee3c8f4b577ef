import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** Calls that one partner gets at the same time. */
export const callsAtOnce = defineParameter({
  key: 'disbursement.calls-at-once',
  type: 'INTEGER',
  initial: '8',
  minimum: '1',
  maximum: '200',
  text: { vi: 'Số lệnh chuyển khoản gửi đồng thời tới một đối tác', en: 'Transfers sent to one partner at the same time' },
})

/** What never left by then is given up, and its money is back with its source. */
export const unsentHours = defineParameter({
  key: 'disbursement.unsent-hours',
  type: 'INTEGER',
  initial: '24',
  minimum: '1',
  maximum: '720',
  text: {
    vi: 'Số giờ không gửi được sang đối tác thì lệnh chuyển khoản được coi là không thành công',
    en: 'Hours after which a transfer that could not be sent to the partner has failed',
  },
})

export const disbursementParameters = [callsAtOnce, unsentHours] as const
