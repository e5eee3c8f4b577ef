import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { Channel } from '#core/payments/contract/transaction.ts'

const NAMES = {
  vi: { channel: { COUNTER: 'tại quầy', WALLET: 'ví điện tử', QR: 'mã QR', BANK: 'ngân hàng', SDK: 'ứng dụng đối tác', APP: 'ứng dụng' } },
  en: { channel: { COUNTER: 'counter', WALLET: 'wallet', QR: 'QR code', BANK: 'bank', SDK: 'partner application', APP: 'application' } },
} as const

const MINUTES = '15'

const deadlineOf = (channel: Channel) =>
  defineParameter({
    key: `outcome.deadline-minutes-${channel.toLowerCase()}`,
    type: 'INTEGER',
    initial: MINUTES,
    // Cases close with their transactions from the first minute on (outcome.close_case).
    minimum: '1',
    maximum: '10080',
    text: {
      vi: `Số phút xử lý tối đa của giao dịch ${NAMES.vi.channel[channel]} trước khi phải tra soát`,
      en: `Minutes that a ${NAMES.en.channel[channel]} transaction may be processed before its outcome is inquired`,
    },
  })

/** How long a transaction may be under way before it is overdue, by its channel. */
export const deadlines = Channel.options.map((channel) => ({ channel, minutes: deadlineOf(channel) }))

/** Up to which amount a final answer of the partner decides by itself. */
export const decidedByAnswer = defineParameter({
  key: 'outcome.decided-by-answer-up-to',
  type: 'MONEY',
  initial: '20000000.00',
  minimum: '0.00',
  critical: true,
  text: {
    vi: 'Số tiền tối đa mà câu trả lời cuối cùng của đối tác tự quyết định kết quả (0: luôn cần hai người)',
    en: 'Greatest amount for which a final answer of the partner decides the outcome by itself (0: always two people)',
  },
})

/** Inquiries that one partner gets at the same time. */
export const inquiriesAtOnce = defineParameter({
  key: 'outcome.inquiries-at-once',
  type: 'INTEGER',
  initial: '50',
  minimum: '1',
  maximum: '500',
  text: { vi: 'Số lượt hỏi kết quả đồng thời tới một đối tác', en: 'Inquiries sent to one partner at the same time' },
})

/** Seconds between two inquiries of one transaction that people ask for. */
export const inquiryPause = defineParameter({
  key: 'outcome.inquiry-pause-seconds',
  type: 'INTEGER',
  initial: '30',
  minimum: '5',
  maximum: '3600',
  text: { vi: 'Số giây tối thiểu giữa hai lần hỏi lại một giao dịch', en: 'Least seconds between two inquiries of one transaction' },
})

export const outcomeParameters = [...deadlines.map(({ minutes }) => minutes), decidedByAnswer, inquiriesAtOnce, inquiryPause] as const
