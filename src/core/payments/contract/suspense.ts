import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { AccountText, CodeText, DateOnly, enumOf, Id, Money, NameText, RequiredNote, SearchText, Timestamp, Version } from '#kernel/primitives.ts'

const BASE = 'payments/suspense'
const API = '/pp-admin/suspense/v1'

export const suspenseMachine = defineMachine({
  name: 'payments.suspenseStatus',
  initial: 'OPEN',
  states: { OPEN: { tone: 'attention' }, SETTLED: { tone: 'success', final: true } },
  events: { settle: { from: ['OPEN'], to: 'SETTLED' } },
})

export const suspensePermissions = { see: `${BASE}/view`, ask: `${BASE}/submit`, approve: `${BASE}/approve` } as const

/** Why the account did not take it; CONTRADICTED: people have to say where the difference of a corrected outcome belongs. */
export const HeldReason = enumOf('payments.heldReason', ['INACTIVE', 'LIMIT', 'CONTRADICTED'])
/** MEANT: to the account that it was meant for; BACK: to the account that it came from in its journal. */
export const SuspenseTarget = enumOf('payments.suspenseTarget', ['MEANT', 'BACK'])
export type SuspenseTarget = z.output<typeof SuspenseTarget>

export const listSuspense = defineList({
  path: `${API}/search`,
  permission: suspensePermissions.see,
  summary: { vi: 'Tiền treo', en: 'Money in suspense' },
  entity: 'payments.suspense',
  filter: {
    /** Part of the code of the transaction, or of the account. */
    text: SearchText,
    status: z.array(suspenseMachine.status).min(1).max(2).optional(),
    reason: HeldReason.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({
    id: Id,
    transactionCode: CodeText,
    accountCode: CodeText,
    accountName: NameText,
    amount: Money,
    reason: HeldReason,
    status: suspenseMachine.status,
    createdAt: Timestamp,
    target: SuspenseTarget.nullable(),
    settledAt: Timestamp.nullable(),
    settledBy: AccountText.nullable(),
    pendingRequestId: Id.nullable(),
    version: Version,
  }),
  sort: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
})

/** What the checker sees. */
export const SuspensePicture = z.object({ amount: Money, accountCode: CodeText, status: suspenseMachine.status, target: SuspenseTarget.nullable() })
export const SuspensePayload = z.strictObject({ target: SuspenseTarget })
export type SuspensePayload = z.output<typeof SuspensePayload>

/** Asks for a decision; nothing moves before it. */
export const settleSuspense = defineCommand({
  path: `${API}/settle`,
  permission: suspensePermissions.ask,
  summary: { vi: 'Đề nghị chuyển tiền treo', en: 'Propose where money in suspense goes' },
  fires: [suspenseMachine, 'settle'],
  input: { id: Id, version: Version, target: SuspenseTarget, reason: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})
