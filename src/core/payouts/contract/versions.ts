import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  CodeWithDot,
  Count,
  DateOnly,
  groupedNumber,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalText,
  PositiveMoney,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { versionMachine } from './machine.ts'
import { ChangeKind, Method, UPDATES, WarningKind } from './words.ts'

const API = '/cfm-admin/payout-version/v1'

/** What of a line a version may change, as people read it. */
export const LinePicture = z.object({
  name: NameText.nullable(),
  identityNumber: CodeText.nullable(),
  birthDate: DateOnly.nullable(),
  amount: Money.nullable(),
  unitName: UnitText.nullable(),
  method: Method.nullable(),
  bankBin: CodeText.nullable(),
  accountNumber: CodeText.nullable(),
  accountName: NameText.nullable(),
  receiverName: NameText.nullable(),
  receiverIdentity: CodeText.nullable(),
  receiverPaper: NameText.nullable(),
  holdReason: NoteText.nullable(),
})
export type LinePicture = z.output<typeof LinePicture>

export const Change = z.object({
  id: Id,
  kind: ChangeKind,
  lineId: Id.nullable(),
  lineNo: Count.nullable(),
  beneficiaryCode: CodeText,
  name: NameText,
  before: LinePicture.partial().nullable(),
  after: LinePicture.partial().nullable(),
  delta: Money,
  /** What is unusual about it. */
  warnings: z.array(WarningKind),
})
export type Change = z.output<typeof Change>

export const payoutVersions = defineQuery({
  path: `${API}/search`,
  permission: `${UPDATES}/view`,
  summary: { vi: 'Các phiên bản cập nhật của một danh sách', en: 'Versions of a payout list' },
  input: { listId: Id },
  output: z.array(
    z.object({
      id: Id,
      number: Count,
      status: versionMachine.status,
      reason: NoteText,
      delta: Money,
      lineDelta: Count,
      changes: z.array(Change),
      totalBefore: Money.nullable(),
      totalAfter: Money.nullable(),
      createdBy: AccountText,
      createdAt: Timestamp,
      decidedBy: AccountText.nullable(),
      decidedAt: Timestamp.nullable(),
      pendingRequestId: Id.nullable(),
      ...Stamped,
    }),
  ),
})

/** Lines of a list that may still change, as they are to be paid, for the form that changes one. */
export const openLines = defineQuery({
  method: 'POST',
  path: `${API}/lines`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Dòng còn sửa được của một danh sách', en: 'Lines of a list that may still change' },
  input: { listId: Id, text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(
    z.object({
      id: Id,
      code: CodeText,
      name: NameText,
      amount: Money,
      unitId: Id,
      method: Method,
      bankBin: CodeText.nullable(),
      accountNumber: CodeText.nullable(),
      accountName: NameText.nullable(),
      receiverName: NameText.nullable(),
      receiverIdentity: CodeText.nullable(),
      receiverPaper: NameText.nullable(),
    }),
  ),
})

export const openVersion = defineCommand({
  path: `${API}/insert`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Lập phiên bản cập nhật', en: 'Start an update of a list' },
  input: { listId: Id, reason: RequiredNote(500) },
})

const payment = {
  amount: PositiveMoney,
  unitId: Id,
  method: Method,
  bankBin: OptionalText(6),
  accountNumber: groupedNumber().max(19).optional().meta({ kind: 'text' }),
  accountName: OptionalText(200),
  receiverName: OptionalText(200),
  receiverIdentity: OptionalText(20),
  receiverPaper: OptionalText(200),
}

export const addLine = defineCommand({
  path: `${API}/add-line`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Thêm người thụ hưởng', en: 'Add a beneficiary' },
  input: {
    id: Id,
    version: Version,
    beneficiaryCode: CodeWithDot,
    name: RequiredText(200),
    birthDate: DateOnly.optional(),
    identityNumber: RequiredText(20),
    ...payment,
  },
})

export const changeLine = defineCommand({
  path: `${API}/change-line`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Sửa dòng chi trả', en: 'Change a line' },
  input: { id: Id, version: Version, lineId: Id, name: RequiredText(200), ...payment },
})

export const stopLine = defineCommand({
  path: `${API}/stop-line`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Tạm giữ, bỏ giữ hoặc rút dòng chi trả', en: 'Hold, release or withdraw a line' },
  input: {
    id: Id,
    version: Version,
    lineId: Id,
    kind: z.enum(['HOLD', 'RELEASE', 'WITHDRAW']).meta({ kind: 'enum', labels: 'payouts.changeKind' }),
    reason: RequiredNote(500),
  },
})

export const removeChange = defineCommand({
  path: `${API}/remove-change`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Bỏ thay đổi khỏi phiên bản', en: 'Take a change out of a version' },
  input: { id: Id, version: Version, changeId: Id },
})

export const proposeVersion = defineCommand({
  path: `${API}/propose`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Trình duyệt phiên bản cập nhật', en: 'Submit an update for approval' },
  fires: [versionMachine, 'propose'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const discardVersion = defineCommand({
  path: `${API}/discard`,
  permission: `${UPDATES}/update`,
  summary: { vi: 'Bỏ phiên bản cập nhật', en: 'Discard an update' },
  fires: [versionMachine, 'reject'],
  input: { id: Id, version: Version },
})

export const VersionPayload = z.strictObject({ changes: z.number().int(), delta: z.string(), hash: z.string() })
export const VersionPicture = z.object({
  listCode: CodeText.nullable(),
  lineCount: z.string().nullable(),
  total: Money.nullable(),
  added: z.string().nullable(),
  changed: z.string().nullable(),
  held: z.string().nullable(),
  released: z.string().nullable(),
  withdrawn: z.string().nullable(),
  /** How many changes of an update are unusual, and whose; by kind. */
  warnedAmount: z.string().nullable(),
  warnedAccount: z.string().nullable(),
  warnedOtherList: z.string().nullable(),
  warnedNew: z.string().nullable(),
  warnedIdentity: z.string().nullable(),
  funds: Money.nullable(),
})
