import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Id,
  Money,
  NameText,
  RequiredNote,
  SearchText,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ExplainedBy } from './counter/unknown-payout.ts'
import { Settlement } from './treasury/transaction.ts'

export const differenceErrors = defineErrors({
  wrongSettlement: error('CSH-170', 422, {
    vi: 'Cách xử lý này không phù hợp với khoản thiếu hoặc thừa',
    en: 'This settlement does not fit the shortage or surplus',
  }),
  whoRecovers: error('CSH-171', 422, { vi: 'Vui lòng chọn nhân viên phải bồi hoàn', en: 'Choose the member of staff who makes it good' }),
  involved: error('CSH-172', 409, {
    vi: 'Người giữ quỹ, người kiểm đếm, người giao nhận và người phải bồi hoàn không được duyệt khoản chênh lệch này',
    en: 'The people who held, counted or handed over the cash, or have to make it good, may not decide this difference',
  }),
})

const BASE = 'cash/differences'
const PATH = '/cfm-admin/difference/v1'

export const differencePermissions = { see: `${BASE}/view`, ask: `${BASE}/submit`, approve: `${BASE}/approve` } as const

export const differenceMachine = defineMachine({
  name: 'cash.differences.status',
  initial: 'OPEN',
  states: { OPEN: { tone: 'attention' }, PENDING: { tone: 'moving' }, SETTLED: { tone: 'success', final: true }, CLEARED: { tone: 'success', final: true } },
  events: {
    propose: { from: ['OPEN'], to: 'PENDING' },
    giveBack: { from: ['PENDING'], to: 'OPEN' },
    settle: { from: ['PENDING'], to: 'SETTLED' },
    /** Payouts that were unknown when it was counted explain it, or change what is left of it. */
    clear: { from: ['OPEN'], to: 'CLEARED' },
  },
})

/** Where it was found. */
const Source = enumOf('cash.differences.source', ['COUNT', 'TRANSIT'])
const Direction = enumOf('cash.differences.direction', ['SHORT', 'OVER'])
const Final = Settlement.extract(['RECOVER', 'WRITE_OFF', 'PAY_BACK'])
export type FinalSettlement = z.output<typeof Final>

/** Which decisions fit an amount: below zero is short. */
export const settlementsOf = (amount: bigint): readonly FinalSettlement[] => (amount < 0n ? ['RECOVER', 'WRITE_OFF'] : ['PAY_BACK'])

export const listDifferences = defineList({
  path: `${PATH}/search`,
  permission: differencePermissions.see,
  summary: { vi: 'Tiền thiếu, thừa chờ xử lý', en: 'Pending cash shortages and surpluses' },
  entity: 'cash.differences.difference',
  filter: {
    /** Part of the code of the count or transaction, or of the holding. */
    text: SearchText,
    unitId: Id.optional(),
    status: z.array(differenceMachine.status).min(1).max(4).optional(),
    source: Source.optional(),
    direction: Direction.optional(),
    settlement: Final.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({
    id: Id,
    sourceCode: CodeText,
    source: Source,
    sourceId: Id,
    holdingName: NameText,
    unitName: UnitText,
    /** Below zero: short. Null to who counts the holding just now. */
    amount: Money.nullable(),
    aroseOn: DateOnly,
    /** Days that it has been waiting; null once it is settled. */
    days: Count.nullable(),
    status: differenceMachine.status,
    settlement: Final.nullable(),
    settlementStaff: NameText.nullable(),
    proposedBy: AccountText.nullable(),
    decidedBy: AccountText.nullable(),
    decidedAt: Timestamp.nullable(),
    pendingRequestId: Id.nullable(),
    version: Version,
  }),
  sort: ['aroseOn', 'sourceCode', 'decidedAt'],
  defaultSort: '-aroseOn',
  sums: ['amount'],
  split: {
    by: 'status',
    // What a payout explains is no difference any more; what is left of it is one of its own.
    counted: ['OPEN', 'PENDING', 'SETTLED'],
    words: {
      vi: '{counted} trên {n} khoản, không kể khoản đã được một khoản chi làm rõ',
      en: '{counted} of {n} {n|difference|differences}, without those cleared by a payout',
    },
  },
})

/** What the checker sees. */
export const DifferencePicture = z.object({
  sourceCode: CodeText,
  aroseOn: DateOnly,
  amount: Money,
  settlement: Final.nullable(),
  settlementStaff: NameText.nullable(),
  status: differenceMachine.status,
  ...ExplainedBy,
})
export const DifferencePayload = z.strictObject({ settlement: Final, staffId: Id.nullable() })
export type DifferencePayload = z.output<typeof DifferencePayload>

/** Asks for a decision; nothing moves before it. */
export const settleDifference = defineCommand({
  path: `${PATH}/settle`,
  permission: differencePermissions.ask,
  summary: { vi: 'Đề nghị xử lý tiền thiếu, thừa', en: 'Propose the settlement of a cash difference' },
  fires: [differenceMachine, 'propose'],
  input: {
    id: Id,
    version: Version,
    settlement: Final,
    /** Who has to make it good; for RECOVER. */
    staffId: Id.optional(),
    reason: RequiredNote(500),
  },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})
