import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalText,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { returnMachine } from './machine.ts'
import { RETURNS, ReturnDecision } from './words.ts'

const API = '/o2o-admin/returned-transfer/v1'

const Returned = z.object({
  id: Id,
  /** As the partner named the transfer. */
  reference: CodeText,
  /** The transfer that it was matched to. */
  itemReference: CodeText.nullable(),
  amount: Money,
  status: returnMachine.status,
  /** Why it came back, in the words of the bank. */
  reason: NoteText,
  /** What the transfer was more than what came back of it. */
  difference: Money,
  transactionCode: CodeText,
  partnerName: NameText,
  occurredAt: Timestamp,
  proposedBy: AccountText.nullable(),
  decidedBy: AccountText.nullable(),
  decidedAt: Timestamp.nullable(),
  stepNote: NoteText,
  unitName: UnitText,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listReturns = defineList({
  path: `${API}/search`,
  permission: `${RETURNS}/view`,
  summary: { vi: 'Tiền chuyển khoản bị trả lại', en: 'Returned transfers' },
  entity: 'disbursement.returned',
  filter: {
    /** The reference, or part of the bank's words. */
    text: SearchText,
    id: Id.optional(),
    status: z.array(returnMachine.status).min(1).max(returnMachine.status.options.length).optional(),
    partnerId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Returned,
  sort: ['occurredAt', 'amount', 'updatedAt'],
  defaultSort: '-occurredAt',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} khoản', en: '{n} {n|return|returns}' } },
})

/** Another person agrees before the money moves. */
export const settleReturn = defineCommand({
  path: `${API}/settle`,
  permission: `${RETURNS}/submit`,
  summary: { vi: 'Trình xử lý tiền bị trả lại', en: 'Submit what becomes of returned money' },
  fires: [returnMachine, 'match'],
  /** `itemReference`: of the transfer that it is matched to. */
  input: { id: Id, version: Version, decision: ReturnDecision, itemReference: OptionalText(40), reason: RequiredNote(500) },
})

export const ReturnPayload = z.strictObject({ decision: ReturnDecision, itemReference: z.string().nullable() })
export const ReturnPicture = z.object({
  status: returnMachine.status,
  decision: ReturnDecision.nullable(),
  reference: CodeText,
  itemReference: CodeText.nullable(),
  amount: Money,
  itemAmount: Money.nullable(),
  difference: Money.nullable(),
})
