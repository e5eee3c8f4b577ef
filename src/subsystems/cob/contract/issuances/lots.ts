import { z } from 'zod'
import { WholeDong } from '#core/payments/contract/line-fields.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineImport } from '#kernel/import.ts'
import {
  AccountText,
  CodeText,
  CodeWithDot,
  Count,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  Phone,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { lineMachine, lotMachine } from './machines.ts'
import { CALL_LINES, LOT_LINES, LOTS } from './words.ts'

const API = '/cpob-406/issuances/v1'

const Row = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  keyAccountCode: CodeText,
  keyAccountName: NameText,
  status: lotMachine.status,
  lineCount: Count,
  total: Money,
  /** Of its lines: how many, and how much, were collected, paid out or not. */
  collectedLines: Count,
  collected: Money,
  /** Lines that somebody may still be visited for. */
  openLines: Count,
  unitName: UnitText,
  createdAt: Timestamp,
  createdBy: AccountText,
  issuedAt: Timestamp.nullable(),
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listIssuances = defineList({
  path: `${API}/search`,
  permission: `${LOTS}/view`,
  summary: { vi: 'Danh sách phát hành nhờ thu', en: 'Lots of collection requests' },
  entity: 'cob.issuances.lot',
  filter: {
    /** Part of the code or name of the lot, or of the customer. */
    text: SearchText,
    status: z.array(lotMachine.status).min(1).max(lotMachine.status.options.length).optional(),
    keyAccountId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Row,
  sort: ['createdAt', 'code', 'total', 'issuedAt'],
  defaultSort: '-createdAt',
  sums: ['lineCount', 'total', 'collectedLines', 'collected', 'openLines'],
  // What is collected is less than what is asked for, by what is open, refused, expired or cancelled.
  adds: { collected: [] },
  split: { by: 'status', words: { vi: '{n} lô', en: '{n} {n|lot|lots}' } },
})

export const findIssuance = defineQuery({
  path: `${API}/detail`,
  permission: `${LOTS}/view`,
  summary: { vi: 'Chi tiết phát hành nhờ thu', en: 'Collection request lot details' },
  input: { id: Id },
  output: Row.extend({
    keyAccountId: Id,
    note: NoteText,
    fileName: Text.nullable(),
    submittedBy: AccountText.nullable(),
    submittedAt: Timestamp.nullable(),
    issuedBy: AccountText.nullable(),
    closedAt: Timestamp.nullable(),
    hash: CodeText.nullable(),
    states: z.array(z.object({ status: lineMachine.status, lines: Count, amount: Money })),
  }),
})

/** Lots for selectors; those of `ids` whatever has become of them. */
export const issuanceOptions = defineQuery({
  method: 'POST',
  path: `${API}/options`,
  permission: `${LOTS}/view`,
  summary: { vi: 'Lô nhờ thu để chọn', en: 'Lots of collection requests to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

const line = {
  /** The customer's own: of its requests under way each has another one. */
  reference: CodeWithDot,
  payerName: RequiredText(200),
  payerPhone: Phone.optional(),
  address: RequiredText(500),
  /** Code of the office that collects. */
  office: CodeWithDot,
  amount: WholeDong,
  /** The last day on which it may be collected. */
  dueOn: DateOnly,
  note: OptionalNote(500),
}

/** The lines of a draft from a file; they take the place of those that it had. */
export const importIssuanceLines = defineImport({
  path: `${API}/import`,
  permission: `${LOTS}/import`,
  summary: { vi: 'Nhập dòng nhờ thu từ file', en: 'Import collection requests' },
  entity: 'cob.issuances.lineImport',
  input: { issuanceId: Id },
  row: z.object(line),
  unique: ['reference'],
  maxRows: LOT_LINES,
})

const Lines = z.array(z.strictObject(line)).min(1).max(CALL_LINES)
const draft = { name: RequiredText(200), note: OptionalNote(500) }

/** With its lines, or empty for a file. */
export const createIssuance = defineCommand({
  path: `${API}/insert`,
  permission: `${LOTS}/import`,
  summary: { vi: 'Lập lô nhờ thu', en: 'Create a lot of collection requests' },
  input: { keyAccountId: Id, unitId: Id, ...draft, lines: Lines.optional() },
})

/** Other lines in the place of those that a draft has, in one call. */
export const replaceIssuanceLines = defineCommand({
  path: `${API}/lines`,
  permission: `${LOTS}/import`,
  summary: { vi: 'Thay các dòng của lô nhờ thu nháp', en: 'Replace the lines of a draft lot' },
  input: { id: Id, version: Version, lines: Lines },
})

export const updateIssuance = defineCommand({
  path: `${API}/update`,
  permission: `${LOTS}/import`,
  summary: { vi: 'Sửa thông tin lô nhờ thu', en: 'Edit a lot of collection requests' },
  input: { id: Id, version: Version, ...draft },
})

export const submitIssuance = defineCommand({
  path: `${API}/submit`,
  permission: `${LOTS}/submit`,
  summary: { vi: 'Trình duyệt phát hành nhờ thu', en: 'Submit a lot of collection requests for approval' },
  fires: [lotMachine, 'submit'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const closeIssuance = defineCommand({
  path: `${API}/close`,
  permission: `${LOTS}/close`,
  summary: { vi: 'Đóng lô nhờ thu', en: 'Close a lot of collection requests' },
  fires: [lotMachine, 'close'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const cancelIssuance = defineCommand({
  path: `${API}/cancel`,
  permission: `${LOTS}/close`,
  summary: { vi: 'Huỷ lô nhờ thu', en: 'Cancel a lot of collection requests' },
  fires: [lotMachine, 'cancel'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const IssuancePayload = z.strictObject({ hash: z.string(), total: z.string(), lines: z.number().int() })
export const IssuancePicture = z.object({
  keyAccountName: NameText.nullable(),
  name: NameText.nullable(),
  lineCount: z.string().nullable(),
  total: Money.nullable(),
  hash: CodeText.nullable(),
  status: lotMachine.status.nullable(),
})
