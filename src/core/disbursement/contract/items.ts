import { z } from 'zod'
import { defineBulk, defineList, defineQuery } from '#kernel/contract.ts'
import { AccountText, CodeText, Count, DateOnly, Flag, Id, Money, NameText, NoteText, SearchText, Stamped, Timestamp, UnitText } from '#kernel/primitives.ts'
import { itemMachine } from './machine.ts'
import { BATCHES, CallFault, SourceKind } from './words.ts'

const API = '/o2o-admin/disbursement-item/v1'

const Item = z.object({
  id: Id,
  reference: CodeText,
  batchId: Id,
  batchCode: CodeText,
  sourceKind: SourceKind,
  sourceCode: CodeText,
  itemCode: CodeText,
  name: NameText,
  amount: Money,
  status: itemMachine.status,
  /** It was to leave, and did not. */
  unsent: Flag,
  bankBin: CodeText,
  accountNumber: CodeText,
  /** As the bank answered before the transfer was made. */
  accountName: NameText,
  partnerName: NameText,
  partnerReference: CodeText,
  fault: CallFault.nullable(),
  code: CodeText,
  message: NoteText,
  calls: Count,
  sentAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  returnedAt: Timestamp.nullable(),
  /** Of a transfer that came back, failed or was cancelled: the words for it. */
  stepNote: NoteText,
  unitName: UnitText,
  ...Stamped,
})

export const listItems = defineList({
  path: `${API}/search`,
  permission: `${BATCHES}/view`,
  summary: { vi: 'Lệnh chuyển khoản', en: 'Transfers' },
  entity: 'disbursement.item',
  filter: {
    /** Part of the reference, the name, the code of whom it is for, or the whole account number. */
    text: SearchText,
    status: z.array(itemMachine.status).min(1).max(itemMachine.status.options.length).optional(),
    batchId: Id.optional(),
    partnerId: Id.optional(),
    unsent: Flag.optional(),
    sourceKind: SourceKind.optional(),
    sourceId: Id.optional(),
    transactionId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Item,
  sort: ['reference', 'amount', 'sentAt', 'updatedAt'],
  defaultSort: '-updatedAt',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} lệnh', en: '{n} {n|transfer|transfers}' } },
})

export const findItem = defineQuery({
  path: `${API}/find`,
  permission: `${BATCHES}/view`,
  summary: { vi: 'Chi tiết lệnh chuyển khoản', en: 'A transfer' },
  input: { id: Id },
  output: Item.extend({
    content: NoteText,
    transactionCode: CodeText.nullable(),
    events: z.array(z.object({ seq: Count, status: itemMachine.status, at: Timestamp, by: AccountText, note: NoteText })),
  }),
})

/** Those that never left are handed over again, under their own references. */
export const resendItems = defineBulk({
  path: `${API}/resend`,
  permission: `${BATCHES}/submit`,
  summary: { vi: 'Gửi lại lệnh chưa rời hệ thống', en: 'Send again what never left' },
  input: {},
})
