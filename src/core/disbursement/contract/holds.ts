import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  BankAccountNumber,
  CodeText,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { holdMachine } from './machine.ts'
import { HOLDS, HoldReason, SourceKind } from './words.ts'

const API = '/o2o-admin/held-account/v1'

const Hold = z.object({
  id: Id,
  accountNumber: CodeText,
  bankBin: CodeText,
  status: holdMachine.status,
  reason: HoldReason,
  name: NameText,
  itemCode: CodeText,
  listedName: NameText,
  answeredName: NameText,
  amount: Money,
  /** What the bank said. */
  words: NoteText,
  sourceKind: SourceKind,
  sourceCode: CodeText,
  reference: CodeText.nullable(),
  newBankBin: CodeText.nullable(),
  newAccountNumber: CodeText.nullable(),
  newAccountName: NameText.nullable(),
  heldAt: Timestamp,
  decidedBy: AccountText.nullable(),
  decidedAt: Timestamp.nullable(),
  stepNote: NoteText,
  unitName: UnitText,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listHolds = defineList({
  path: `${API}/search`,
  permission: `${HOLDS}/view`,
  summary: { vi: 'Tài khoản nhận bị giữ', en: 'Held receiving accounts' },
  entity: 'disbursement.hold',
  filter: {
    /** Part of the name or of the code of whom it is, or the whole account number. */
    text: SearchText,
    id: Id.optional(),
    status: z.array(holdMachine.status).min(1).max(holdMachine.status.options.length).optional(),
    reason: HoldReason.optional(),
    sourceKind: SourceKind.optional(),
    sourceId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Hold,
  sort: ['heldAt', 'amount', 'updatedAt'],
  defaultSort: '-heldAt',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} tài khoản', en: '{n} {n|account|accounts}' } },
})

export const findHold = defineQuery({
  path: `${API}/find`,
  permission: `${HOLDS}/view`,
  summary: { vi: 'Chi tiết tài khoản bị giữ', en: 'A held account' },
  input: { id: Id },
  output: Hold,
})

export const confirmHold = defineCommand({
  path: `${API}/confirm`,
  permission: `${HOLDS}/update`,
  summary: { vi: 'Xác nhận tài khoản đúng', en: 'Confirm an account' },
  fires: [holdMachine, 'confirm'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

const BankBin = trimmed()
  .regex(/^\d{6}$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })

/** Another person agrees before the money goes elsewhere. */
export const correctHold = defineCommand({
  path: `${API}/correct`,
  permission: `${HOLDS}/submit`,
  summary: { vi: 'Trình sửa tài khoản nhận', en: 'Submit a correction of an account' },
  fires: [holdMachine, 'correct'],
  input: { id: Id, version: Version, newBankBin: BankBin, newAccountNumber: BankAccountNumber, newAccountName: RequiredText(200), reason: RequiredNote(500) },
})

export const CorrectionPayload = z.strictObject({ bankBin: z.string(), accountNumber: z.string(), accountName: z.string() })
export const CorrectionPicture = z.object({
  bankBin: CodeText.nullable(),
  accountNumber: CodeText.nullable(),
  listedName: NameText.nullable(),
  name: NameText.nullable(),
  sourceCode: CodeText.nullable(),
  amount: Money.nullable(),
})
