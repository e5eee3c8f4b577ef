import { z } from 'zod'
import { MerchantStatus } from '#core/merchants/contract/merchant.ts'
import { WholeDong } from '#core/payments/contract/line-fields.ts'
import { TransactionStatus } from '#core/payments/contract/transaction.ts'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateFromToday,
  DateOnly,
  enumOf,
  Flag,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  OptionalText,
  RequiredNote,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { codeMachine } from './machine.ts'

/** Permissions of the screens; each with an action behind it. */
export const CODES = 'vietqr/codes'
const API = '/qr-admin/codes/v1'

/** STATIC: paid many times, the payer types the amount. DYNAMIC: one payment of one amount. */
export const CodeKind = enumOf('vietqr.codeKind', ['STATIC', 'DYNAMIC'])
export type CodeKind = z.output<typeof CodeKind>

export const Counter = OptionalText(60)
/** Codes carry it without accents; what is typed with them is kept without. */
export const Memo = OptionalText(25)
export const CodeAmount = WholeDong

const Code = z.object({
  id: Id,
  code: CodeText,
  kind: CodeKind,
  status: codeMachine.status,
  merchantId: Id,
  merchantCode: CodeText,
  merchantName: NameText,
  /** Nothing new is paid by a code whose merchant is not active, whatever the state of the code. */
  merchantStatus: MerchantStatus,
  counter: Text,
  unitName: UnitText,
  accountNumber: CodeText,
  bankName: Text,
  amount: Money.nullable(),
  memo: Text,
  validFrom: DateOnly,
  validTo: DateOnly.nullable(),
  /** Of the day, by the business date of the payments; those that succeeded, refunded later or not. */
  paidToday: Count,
  amountToday: Money,
  /** Since it was made. */
  payments: Count,
  lastPaidAt: Timestamp.nullable(),
  createdBy: AccountText,
  createdAt: Timestamp,
  ...Stamped,
})

export const listCodes = defineList({
  path: `${API}/search`,
  permission: `${CODES}/view`,
  summary: { vi: 'Danh sách mã QR', en: 'QR codes' },
  entity: 'vietqr.code',
  filter: {
    code: KeyFilter,
    /** Part of the memo or the counter. */
    text: SearchText,
    account: KeyFilter,
    kind: CodeKind.optional(),
    status: z.array(codeMachine.status).min(1).max(codeMachine.status.options.length).optional(),
    merchantId: Id.optional(),
    unitId: Id.optional(),
    /** Paid at least once today. */
    usedToday: Flag.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Code,
  sort: ['code', 'createdAt', 'validTo', 'amount', 'updatedAt'],
  defaultSort: '-createdAt',
  sums: ['paidToday', 'amountToday'],
  split: { by: 'status', words: { vi: '{n} mã', en: '{n} {n|code|codes}' } },
})

const OtherCode = z.object({ id: Id, code: CodeText, status: codeMachine.status })

export const findCode = defineQuery({
  path: `${API}/detail`,
  permission: `${CODES}/view`,
  summary: { vi: 'Chi tiết mã QR', en: 'QR code details' },
  input: { id: Id },
  output: Code.extend({
    unitId: Id,
    bankBin: CodeText,
    payload: z.string(),
    amountPaid: Money,
    stepNote: NoteText,
    replaces: OtherCode.nullable(),
    replacedBy: OtherCode.nullable(),
    events: z.array(z.object({ seq: Count, status: codeMachine.status, at: Timestamp, by: Text, note: NoteText })),
  }),
})

/** A payment to an account, as far as the code is concerned. */
export const Credited = z.object({
  id: Id,
  code: CodeText,
  occurredAt: Timestamp,
  amount: Money,
  status: TransactionStatus,
  payerName: NameText,
  memo: NoteText,
})

const facts = {
  counter: Counter,
  amount: CodeAmount.optional(),
  memo: Memo,
  validFrom: DateFromToday.optional(),
  validTo: DateFromToday.optional(),
}

export const createCode = defineCommand({
  path: `${API}/create`,
  permission: `${CODES}/create`,
  summary: { vi: 'Lập mã QR', en: 'Create a QR code' },
  input: {
    merchantId: Id,
    /** The merchant's own where it is left out, else one below it. */
    unitId: Id.optional(),
    kind: CodeKind,
    ...facts,
    /** It stays a draft otherwise. */
    active: Flag.default(true),
  },
  idempotent: true,
})

export const updateCode = defineCommand({
  path: `${API}/update`,
  permission: `${CODES}/update`,
  summary: { vi: 'Sửa mã QR chưa dùng', en: 'Edit a draft QR code' },
  input: { id: Id, version: Version, ...facts },
})

const one = { id: Id, version: Version }
const Reason = RequiredNote(300)
const change = { permission: `${CODES}/update` }

export const activateCode = defineCommand({
  ...change,
  path: `${API}/activate`,
  summary: { vi: 'Đưa mã QR vào dùng', en: 'Activate a QR code' },
  fires: [codeMachine, 'activate'],
  input: one,
})

export const lockCode = defineCommand({
  ...change,
  path: `${API}/lock`,
  summary: { vi: 'Tạm khoá mã QR', en: 'Lock a QR code' },
  fires: [codeMachine, 'lock'],
  input: { ...one, reason: Reason },
})

export const unlockCode = defineCommand({
  ...change,
  path: `${API}/unlock`,
  summary: { vi: 'Mở khoá mã QR', en: 'Unlock a QR code' },
  fires: [codeMachine, 'unlock'],
  input: one,
})

/** For good: its account closes with it. */
export const revokeCode = defineCommand({
  path: `${API}/revoke`,
  permission: `${CODES}/close`,
  summary: { vi: 'Thu hồi mã QR', en: 'Revoke a QR code' },
  fires: [codeMachine, 'revoke'],
  input: { ...one, reason: Reason },
})

export const activateCodes = defineBulk({
  ...change,
  path: `${API}/activate-many`,
  summary: { vi: 'Đưa các mã QR vào dùng', en: 'Activate QR codes' },
  fires: [codeMachine, 'activate'],
  input: {},
})

export const lockCodes = defineBulk({
  ...change,
  path: `${API}/lock-many`,
  summary: { vi: 'Tạm khoá các mã QR', en: 'Lock QR codes' },
  fires: [codeMachine, 'lock'],
  input: { reason: Reason },
})

export const unlockCodes = defineBulk({
  ...change,
  path: `${API}/unlock-many`,
  summary: { vi: 'Mở khoá các mã QR', en: 'Unlock QR codes' },
  fires: [codeMachine, 'unlock'],
  input: {},
})

export const revokeCodes = defineBulk({
  path: `${API}/revoke-many`,
  permission: `${CODES}/close`,
  summary: { vi: 'Thu hồi các mã QR', en: 'Revoke QR codes' },
  fires: [codeMachine, 'revoke'],
  input: { reason: Reason },
})

/** A new code for the same place; the old one is revoked at once. */
export const replaceCode = defineCommand({
  path: `${API}/replace`,
  permission: `${CODES}/create`,
  summary: { vi: 'Thay mã QR', en: 'Replace a QR code' },
  input: { ...one, ...facts, reason: Reason },
  idempotent: true,
})
