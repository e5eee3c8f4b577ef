import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { codBankReconciliation, ldpReconciliation } from '#subsystems/cob/contract/reconciliation.ts'
import { merchantReconciliation, onBehalfReconciliation, partnerRequests } from '#subsystems/par/contract/reconciliation.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { sdkReconciliation, sdkRequests } from '#subsystems/sdk/contract/reconciliation.ts'
import type { Change } from './sealing.ts'
import type { FileKind } from './writing.ts'

/** How far a session goes before somebody of the reader's looks at it. Matched, it is reviewed where there are breaks. */
type Stop = 'DRAFT' | 'CANCELLED' | 'IMPORTED' | 'MATCHED' | 'PROPOSED' | 'CONFIRMED' | 'ASKED' | 'SETTLED'

export interface Statement {
  /** Days before today: first and last. */
  days: readonly [number, number]
  stop: Stop
  times?: Partial<Record<Change, number>>
}

export interface Plan {
  desk: ReconciliationContracts
  plug: string
  /** Null where both sides are our own records. */
  partner: string | null
  code: string
  name: string
  kind?: FileKind
  /** Where transactions of its breaks are handled: one request is with the second person, one still with who made it. */
  requests?: RequestContracts
  statements: readonly Statement[]
}

const FEW: Statement['times'] = { DROPPED: 1, EXTRA: 1, AMOUNT: 1, FEE: 1 }
const MANY: Statement['times'] = { DROPPED: 2, EXTRA: 2, DOUBLED: 1, AMOUNT: 2, DAY: 1, SWAPPED: 1, SWAPPED_EQUAL: 1, FEE: 2, STATUS: 2, LATE: 2 }

export const WINDOW_DAYS = 1

export const RULES = [
  { name: 'Mã tham chiếu', keys: ['REFERENCE'], windowDays: WINDOW_DAYS },
  { name: 'Số chứng từ ngân hàng', keys: ['DOCUMENT_NO'], windowDays: WINDOW_DAYS },
  { name: 'Số tiền, ngày, tài khoản đối ứng', keys: ['AMOUNT', 'DAY', 'ACCOUNT'], windowDays: 0 },
]

/** Thirty days of statements: older ones by the week and settled, the last week by the day and on their way. The last day of one bank has no session yet, that of a wallet has one without its statement. */
export const PLANS: readonly Plan[] = [
  {
    ...{ desk: qrReconciliation, plug: 'QR', partner: 'VCB', code: 'QR-VCB', name: 'QR qua Vietcombank', kind: 'XLSX', requests: partnerRequests },
    statements: [
      { days: [30, 24], stop: 'SETTLED', times: FEW },
      { days: [23, 17], stop: 'SETTLED', times: FEW },
      { days: [16, 10], stop: 'SETTLED' },
      { days: [9, 7], stop: 'SETTLED', times: FEW },
      { days: [6, 5], stop: 'ASKED', times: FEW },
      { days: [4, 3], stop: 'PROPOSED', times: MANY },
      { days: [2, 2], stop: 'MATCHED', times: MANY },
    ],
  },
  {
    ...{ desk: qrReconciliation, plug: 'QR', partner: 'BIDV', code: 'QR-BIDV', name: 'QR qua BIDV', kind: 'CSV' },
    statements: [
      { days: [30, 17], stop: 'SETTLED', times: FEW },
      { days: [16, 8], stop: 'SETTLED', times: FEW },
      { days: [7, 7], stop: 'CANCELLED' },
      { days: [7, 4], stop: 'CONFIRMED' },
      { days: [3, 3], stop: 'MATCHED' },
      { days: [2, 2], stop: 'MATCHED', times: MANY },
      { days: [1, 1], stop: 'IMPORTED', times: FEW },
    ],
  },
  {
    ...{ desk: qrReconciliation, plug: 'QR', partner: 'ANPHAT', code: 'QR-ANPHAT', name: 'QR qua ví An Phát', kind: 'CAMT053' },
    statements: [
      { days: [30, 8], stop: 'SETTLED', times: FEW },
      { days: [7, 2], stop: 'MATCHED', times: MANY },
      { days: [1, 1], stop: 'DRAFT' },
    ],
  },
  {
    ...{
      desk: sdkReconciliation,
      plug: 'SDK',
      partner: 'SAOVIET',
      code: 'SDK-SAOVIET',
      name: 'Ứng dụng đối tác Sao Việt',
      kind: 'MT940',
      requests: sdkRequests,
    },
    statements: [
      { days: [30, 8], stop: 'SETTLED', times: FEW },
      { days: [7, 1], stop: 'MATCHED', times: { ...FEW, STATUS: 1 } },
    ],
  },
  {
    ...{ desk: onBehalfReconciliation, plug: 'DISB', partner: 'VCB', code: 'CHI-VCB', name: 'Chi hộ qua Vietcombank', kind: 'FIXED' },
    statements: [
      { days: [30, 8], stop: 'SETTLED' },
      { days: [7, 1], stop: 'MATCHED', times: { DROPPED: 1, STATUS: 1 } },
    ],
  },
  {
    ...{ desk: merchantReconciliation, plug: 'QR_MC', partner: null, code: 'DIEM-BAN', name: 'Phải trả điểm bán và đã chuyển khoản' },
    statements: [{ days: [7, 1], stop: 'MATCHED' }],
  },
  {
    ...{ desk: codBankReconciliation, plug: 'COD', partner: 'VCB', code: 'COD-VCB', name: 'Nộp COD qua Vietcombank', kind: 'XLSX' },
    statements: [
      { days: [20, 8], stop: 'SETTLED' },
      { days: [7, 3], stop: 'MATCHED', times: { DROPPED: 1, EXTRA: 1, AMOUNT: 1 } },
      { days: [2, 2], stop: 'DRAFT' },
    ],
  },
  {
    ...{ desk: ldpReconciliation, plug: 'COD_LDP', partner: null, code: 'PHAT-NOP', name: 'Phát, thu và nộp COD' },
    statements: [
      { days: [9, 3], stop: 'MATCHED' },
      { days: [2, 1], stop: 'DRAFT' },
    ],
  },
]
