import { z } from 'zod'
import { Journal } from '#core/ledger/contract/journal.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  Id,
  Money,
  MoneyFromZero,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { lineMachine, listMachine } from './machine.ts'
import { LISTS, ListKind, Month, MonthText, ProgrammeKind, Unpaid, WarningKind } from './words.ts'

const API = '/cfm-admin/payout-list/v1'

const ControlCount = z.number().int().min(1).max(50_000).meta({ kind: 'count' })

const Row = z.object({
  id: Id,
  code: CodeText,
  kind: ListKind,
  status: listMachine.status,
  programmeName: NameText,
  partnerName: NameText,
  month: MonthText,
  lineCount: Count,
  total: Money,
  /** What has been paid, and what is still to be: from the approval on it lies on the account of the list. */
  paid: Money,
  unpaid: Money,
  /** What went back to the payer, or was carried over. */
  returned: Money,
  /** All of a list that was cancelled: nobody is paid by it. */
  cancelled: Money,
  payFrom: DateOnly,
  payUntil: DateOnly,
  /** Whether what nobody fetches goes back to the payer or is carried to the next list. */
  unpaidRule: Unpaid,
  unitName: UnitText,
  contentVersion: Count,
  createdBy: AccountText,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listPayouts = defineList({
  path: `${API}/search`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Danh sách chi trả', en: 'Payout lists' },
  entity: 'payouts.list',
  filter: {
    /** Part of the code, or of the name of the programme or the payer. */
    text: SearchText,
    status: z.array(listMachine.status).min(1).max(listMachine.status.options.length).optional(),
    programmeId: Id.optional(),
    kind: ListKind.optional(),
    unitId: Id.optional(),
    month: Month.optional(),
    /** Days on which lines may be fetched. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Row,
  sort: ['code', 'month', 'total', 'payUntil', 'updatedAt'],
  defaultSort: '-month',
  sums: ['lineCount', 'total', 'paid', 'unpaid', 'returned', 'cancelled'],
  adds: { total: ['paid', 'unpaid', 'returned', 'cancelled'] },
  split: { by: 'status', words: { vi: '{n} danh sách', en: '{n} {n|list|lists}' } },
})

/** Lists for selectors by code; those of `ids` whatever has become of them. */
export const payoutOptions = defineQuery({
  method: 'POST',
  path: `${API}/options`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Danh sách chi trả để chọn', en: 'Payout lists to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

export const findPayout = defineQuery({
  path: `${API}/detail`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Chi tiết danh sách chi trả', en: 'Payout list details' },
  input: { id: Id.optional(), code: SearchText },
  output: Row.extend({
    programmeId: Id,
    programmeKind: ProgrammeKind,
    partnerId: Id,
    parentId: Id.nullable(),
    parentCode: CodeText.nullable(),
    followUpId: Id.nullable(),
    controlCount: Count,
    controlTotal: Money,
    fileCount: Count,
    fileTotal: Money,
    fileName: Text.nullable(),
    hash: CodeText.nullable(),
    note: NoteText,
    /** People of earlier lists who are not on this one, with the list that has each. */
    leftOut: NoteText,
    submittedBy: AccountText.nullable(),
    approvedBy: AccountText.nullable(),
    approvedAt: Timestamp.nullable(),
    closedAt: Timestamp.nullable(),
    settledReference: CodeText.nullable(),
    accountId: Id.nullable(),
    accountCode: CodeText.nullable(),
    /** Of the account of the list, and of the payer's prefunding; null for who may not see it. */
    balance: Money.nullable(),
    funds: Money.nullable(),
    states: z.array(z.object({ status: lineMachine.status, lines: Count, amount: Money })),
    warnings: z.array(z.object({ kind: WarningKind, lines: Count, acknowledgedBy: AccountText.nullable(), note: NoteText })),
    timeline: z.array(z.object({ seq: Count, status: listMachine.status, at: Timestamp, by: Text, note: NoteText })),
    /** The files that its lines came from, in their order: each took the place of the one before. */
    imports: z.array(z.object({ id: Id, at: Timestamp, by: Text, fileName: Text, lines: Count, total: Money, carried: Count })),
    journals: z.array(Journal),
  }),
})

/** What is paid where: points with the least done first, or day by day. */
export const payoutProgress = defineQuery({
  path: `${API}/progress`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Tiến độ chi trả theo điểm và theo ngày', en: 'Payout progress by point and day' },
  input: { id: Id },
  output: z.object({
    points: z.array(
      z.object({
        unitId: Id,
        unitName: UnitText,
        lines: Count,
        amount: Money,
        paidLines: Count,
        paid: Money,
        openLines: Count,
        unknownLines: Count,
        percent: Count,
      }),
    ),
    days: z.array(z.object({ date: DateOnly, lines: Count, amount: Money })),
  }),
})

const draft = { payFrom: DateOnly, payUntil: DateOnly, controlCount: ControlCount, controlTotal: MoneyFromZero, note: OptionalNote(500) }

export const createPayout = defineCommand({
  path: `${API}/insert`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Lập danh sách chi trả', en: 'Create a payout list' },
  input: { programmeId: Id, month: Month, unitId: Id, ...draft },
})

export const updatePayout = defineCommand({
  path: `${API}/update`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Sửa thông tin danh sách chi trả', en: 'Edit a payout list' },
  input: { id: Id, version: Version, ...draft },
})

export const acknowledgeWarning = defineCommand({
  path: `${API}/acknowledge`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Xác nhận cảnh báo của danh sách', en: 'Acknowledge a warning about a list' },
  input: { id: Id, version: Version, kind: WarningKind, note: RequiredNote(500) },
})

export const checkPayout = defineCommand({
  path: `${API}/check`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Kiểm tra danh sách chi trả', en: 'Check a payout list' },
  fires: [listMachine, 'check'],
  input: { id: Id, version: Version },
})

export const reopenPayout = defineCommand({
  path: `${API}/reopen`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Mở lại để sửa danh sách chi trả', en: 'Reopen a payout list for changes' },
  fires: [listMachine, 'reopen'],
  input: { id: Id, version: Version },
})

export const submitPayout = defineCommand({
  path: `${API}/submit`,
  permission: `${LISTS}/submit`,
  summary: { vi: 'Trình duyệt danh sách chi trả', en: 'Submit a payout list for approval' },
  fires: [listMachine, 'submit'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const cancelPayout = defineCommand({
  path: `${API}/cancel`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Huỷ danh sách chi trả', en: 'Cancel a payout list' },
  fires: [listMachine, 'cancel'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const closePayout = defineCommand({
  path: `${API}/close`,
  permission: `${LISTS}/close`,
  summary: { vi: 'Đóng danh sách chi trả', en: 'Close a payout list' },
  fires: [listMachine, 'close'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const settlePayout = defineCommand({
  path: `${API}/settle`,
  permission: `${LISTS}/close`,
  summary: { vi: 'Quyết toán danh sách chi trả với đơn vị uỷ quyền', en: 'Settle a payout list with the payer' },
  fires: [listMachine, 'settle'],
  input: { id: Id, version: Version, reference: RequiredText(100) },
})

/** A list of the lines that a closed one gave back. */
export const followUpPayout = defineCommand({
  path: `${API}/follow-up`,
  permission: `${LISTS}/import`,
  summary: { vi: 'Lập danh sách chi bổ sung từ các dòng đã hoàn', en: 'Create a follow-up list of returned lines' },
  input: { id: Id, version: Version, payFrom: DateOnly, payUntil: DateOnly, note: OptionalNote(500) },
})

export const ListPayload = z.strictObject({ hash: z.string(), total: z.string(), lines: z.number().int() })
export const ListPicture = z.object({
  programmeName: NameText.nullable(),
  month: MonthText.nullable(),
  lineCount: z.string().nullable(),
  total: Money.nullable(),
  hash: CodeText.nullable(),
  funds: Money.nullable(),
  status: listMachine.status.nullable(),
})
