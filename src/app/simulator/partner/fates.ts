import { createHash } from 'node:crypto'

/** What has become of a transaction at the partner. PENDING: it ends well after some inquiries. NOT_FOUND: the partner has never heard of it. */
export const FATES = ['SUCCEEDED', 'FAILED', 'PENDING', 'NOT_FOUND'] as const
export type Fate = (typeof FATES)[number]

/** What may go wrong with an answer. */
export const FAULTS = ['late', 'error', 'notJson', 'huge', 'badSignature', 'unmapped', 'wrong', 'redirect', 'cut'] as const
export type SimulatedFault = (typeof FAULTS)[number]

/**
 * Of all answers, the share that goes wrong in each way; of call-backs, the share that comes twice, and that is contradicted later; of transfers
 * that were paid, the share that the receiving bank gives back. Each 0 to 1.
 */
export type Rates = Record<SimulatedFault | 'twice' | 'contradict' | 'returned', number>

export const NO_FAULTS: Rates = {
  late: 0,
  error: 0,
  notJson: 0,
  huge: 0,
  badSignature: 0,
  unmapped: 0,
  wrong: 0,
  redirect: 0,
  cut: 0,
  twice: 0,
  contradict: 0,
  returned: 0,
}

/** A number in [0, 1) that is the same whenever and in whatever order it is asked for. */
export function roll(seed: number, ...about: readonly (string | number)[]): number {
  return (
    createHash('sha256')
      .update(JSON.stringify([seed, ...about]))
      .digest()
      .readUIntBE(0, 6) /
    2 ** 48
  )
}

/** Shares of the fates of transactions that nobody has decided on. */
const SHARES: Record<Fate, number> = { SUCCEEDED: 0.8, FAILED: 0.12, PENDING: 0.05, NOT_FOUND: 0.03 }

export const fateOf = (seed: number, reference: string): Fate => drawn(SHARES, roll(seed, 'fate', reference)) ?? 'NOT_FOUND'

/** What goes wrong with the answer to a question that is asked for the n-th time. */
export function faultOf(seed: number, rates: Rates, operation: string, reference: string, n: number): SimulatedFault | undefined {
  const shares = Object.fromEntries(FAULTS.map((fault) => [fault, rates[fault]])) as Record<SimulatedFault, number>
  return drawn(shares, roll(seed, 'fault', operation, reference, n))
}

function drawn<K extends string>(shares: Readonly<Record<K, number>>, point: number): K | undefined {
  let sum = 0
  for (const [key, share] of Object.entries(shares) as [K, number][]) {
    sum += share
    if (point < sum) return key
  }
  return undefined
}

/** The codes that the simulated partners answer with. */
export const CODES = {
  SUCCEEDED: { code: '00', message: 'Giao dịch thành công' },
  FAILED: { code: '51', message: 'Tài khoản không đủ số dư' },
  PENDING: { code: '09', message: 'Giao dịch đang được xử lý' },
  NOT_FOUND: { code: '25', message: 'Không tìm thấy giao dịch' },
  NO_ACCOUNT: { code: '14', message: 'Số tài khoản không tồn tại' },
  NOT_READY: { code: '26', message: 'Sao kê chưa lập xong' },
  OTHER_BODY: { code: '94', message: 'Mã tham chiếu đã dùng cho yêu cầu khác' },
  RETURNED: { code: '00', message: 'Ngân hàng thụ hưởng trả lại tiền' },
  UNMAPPED: { code: 'Z9', message: 'Mã nội bộ chưa công bố' },
} as const
