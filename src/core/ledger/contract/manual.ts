import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { Attachments } from '#kernel/files.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  PositiveMoney,
  RequiredNote,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { Side } from './account.ts'
import { ACCOUNTS_PATH } from './accounts.ts'

const MANUAL = 'general-ledger/manual-journals'
const PATH = `${ACCOUNTS_PATH}/manual-journal`

/** Greatest amount that the first of the two permissions decides, in hundredths. */
export const MANUAL_FIRST_TIER = 50_000_000_00n
export const MAX_LINES = 100

export const manualPermissions = {
  ask: `${MANUAL}/create`,
  see: `${MANUAL}/view`,
  reverse: `${MANUAL}/update`,
  approve: 'o2o/approvals/manual-journal/approve',
  approveLarge: 'o2o/approvals/manual-journal/approve-large',
} as const

/** Posted when somebody else agrees; a reversal is agreed to in the same way. */
export const manualMachine = defineMachine({
  name: 'ledger.manualStatus',
  initial: 'PENDING',
  states: {
    PENDING: { tone: 'attention' },
    POSTED: { tone: 'success' },
    REFUSED: { tone: 'failure', final: true },
    REVERSAL_PENDING: { tone: 'attention' },
    REVERSED: { tone: 'neutral', final: true },
  },
  events: {
    post: { from: ['PENDING'], to: 'POSTED' },
    refuse: { from: ['PENDING'], to: 'REFUSED' },
    askReversal: { from: ['POSTED'], to: 'REVERSAL_PENDING' },
    keep: { from: ['REVERSAL_PENDING'], to: 'POSTED' },
    reverse: { from: ['REVERSAL_PENDING'], to: 'REVERSED' },
  },
})

const ManualJournal = z.object({
  id: Id,
  code: CodeText,
  businessDate: DateOnly,
  reason: NoteText,
  amount: Money,
  status: manualMachine.status,
  unitName: UnitText.nullable(),
  createdBy: AccountText,
  createdAt: Timestamp,
  postedBy: AccountText.nullable(),
  pendingRequestId: Id.nullable(),
  version: Version,
})

export const listManualJournals = defineList({
  path: `${PATH}/search`,
  permission: manualPermissions.see,
  summary: { vi: 'Bút toán điều chỉnh', en: 'Manual journals' },
  entity: 'ledger.manualJournal',
  filter: {
    /** Words of the code or the reason. */
    text: SearchText,
    status: manualMachine.status.optional(),
    /** A unit of any level, with everything below it. */
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
  },
  row: ManualJournal,
  sort: ['createdAt', 'businessDate', 'amount'],
  defaultSort: '-createdAt',
  sums: ['amount'],
  split: {
    by: 'status',
    counted: ['POSTED', 'REVERSAL_PENDING'],
    words: { vi: '{counted} bút toán đã ghi sổ trên {n} bút toán', en: '{counted} posted of {n} {n|journal|journals}' },
  },
})

export const ManualLine = z.object({ line: Count, accountId: Id, accountCode: CodeText, accountName: NameText, side: Side, amount: Money })

export const findManualJournal = defineQuery({
  path: `${PATH}/find`,
  permission: manualPermissions.see,
  summary: { vi: 'Chi tiết bút toán điều chỉnh', en: 'Manual journal details' },
  input: { id: Id },
  output: ManualJournal.extend({ lines: z.array(ManualLine), journalId: Id.nullable(), reversalJournalId: Id.nullable() }),
})

export const createManualJournal = defineCommand({
  path: `${PATH}/create`,
  permission: manualPermissions.ask,
  summary: { vi: 'Lập bút toán điều chỉnh và trình duyệt', en: 'Make a manual journal and submit it' },
  idempotent: true,
  input: {
    businessDate: DateOnly,
    /** In whose books it stands; the person's own unit when left out. */
    unitId: Id.optional(),
    reason: RequiredNote(),
    lines: z
      .array(z.strictObject({ accountId: Id, side: Side, amount: PositiveMoney }))
      .min(2)
      .max(MAX_LINES),
    attachments: Attachments.optional(),
  },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

export const reverseManualJournal = defineCommand({
  path: `${PATH}/ask-reversal`,
  permission: manualPermissions.reverse,
  summary: { vi: 'Đề nghị đảo bút toán điều chỉnh', en: 'Ask to reverse a manual journal' },
  fires: [manualMachine, 'askReversal'],
  input: { id: Id, version: Version, reason: RequiredNote() },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

export const ManualPicture = z.object({ businessDate: DateOnly, amount: Money, lines: Text, status: manualMachine.status })
