import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { batchMachine, itemMachine } from './machine.ts'
import { BATCHES, EndedBecause, LeftOutReason, SourceKind } from './words.ts'

const API = '/o2o-admin/disbursement/v1'

const Batch = z.object({
  id: Id,
  code: CodeText,
  sourceKind: SourceKind,
  sourceId: Id,
  sourceCode: CodeText,
  partnerName: NameText,
  status: batchMachine.status,
  itemCount: Count,
  total: Money,
  paidCount: Count,
  paid: Money,
  /** Sent, and nobody knows yet what became of it, UNKNOWN among them. */
  openCount: Count,
  unknownCount: Count,
  failedCount: Count,
  returnedCount: Count,
  leftOut: Count,
  unitName: UnitText,
  createdBy: AccountText,
  createdAt: Timestamp,
  approvedBy: AccountText.nullable(),
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listBatches = defineList({
  path: `${API}/search`,
  permission: `${BATCHES}/view`,
  summary: { vi: 'Lô chuyển khoản', en: 'Transfer batches' },
  entity: 'disbursement.batch',
  filter: {
    /** Part of its code, or of that of its source. */
    text: SearchText,
    status: z.array(batchMachine.status).min(1).max(batchMachine.status.options.length).optional(),
    partnerId: Id.optional(),
    sourceKind: SourceKind.optional(),
    sourceId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Batch,
  sort: ['code', 'createdAt', 'total', 'updatedAt'],
  defaultSort: '-createdAt',
  sums: ['total'],
  split: { by: 'status', words: { vi: '{n} lô', en: '{n} {n|batch|batches}' } },
})

export const findBatch = defineQuery({
  path: `${API}/find`,
  permission: `${BATCHES}/view`,
  summary: { vi: 'Chi tiết lô chuyển khoản', en: 'A transfer batch' },
  input: { id: Id },
  output: Batch.extend({
    note: NoteText,
    /** Of its items in their order, as they were submitted. */
    hash: CodeText.nullable(),
    submittedBy: AccountText.nullable(),
    submittedAt: Timestamp.nullable(),
    approvedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    /** Of one that ended by itself before anybody agreed to it. */
    endedBecause: EndedBecause.nullable(),
    stepNote: NoteText,
    /** Where the record of its source stands, for who may open it. */
    sourcePath: z.string().nullable(),
    states: z.array(z.object({ status: itemMachine.status, items: Count, amount: Money })),
    leftOutItems: z.array(
      z.object({ itemCode: CodeText, name: NameText, bankBin: CodeText, accountNumber: CodeText, amount: Money, reason: LeftOutReason, answer: NoteText }),
    ),
  }),
})

/** Partners that are connected for account names and payouts. */
export const payingPartners = defineQuery({
  path: `${API}/partners`,
  permission: `${BATCHES}/create`,
  summary: { vi: 'Đối tác chuyển khoản được', en: 'Partners that make transfers' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  method: 'POST',
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

export const createBatch = defineCommand({
  path: `${API}/insert`,
  permission: `${BATCHES}/create`,
  summary: { vi: 'Lập lô chuyển khoản', en: 'Make a transfer batch' },
  input: { sourceKind: SourceKind, sourceId: Id, partnerId: Id, note: OptionalNote(500) },
  output: z.object({ id: Id, version: Version }),
})

export const submitBatch = defineCommand({
  path: `${API}/submit`,
  permission: `${BATCHES}/submit`,
  summary: { vi: 'Trình duyệt lô chuyển khoản', en: 'Submit a transfer batch' },
  fires: [batchMachine, 'submit'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const cancelBatch = defineCommand({
  path: `${API}/cancel`,
  permission: `${BATCHES}/create`,
  summary: { vi: 'Huỷ lô chuyển khoản', en: 'Cancel a transfer batch' },
  fires: [batchMachine, 'cancel'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** What the second person signs. */
export const BatchPayload = z.strictObject({ hash: z.string(), total: z.string(), items: z.number().int() })
export const BatchPicture = z.object({
  status: batchMachine.status.nullable(),
  sourceCode: CodeText.nullable(),
  partnerName: NameText.nullable(),
  itemCount: z.string().meta({ kind: 'code' }).nullable(),
  total: Money.nullable(),
  leftOut: z.string().meta({ kind: 'code' }).nullable(),
  hash: CodeText.nullable(),
})
