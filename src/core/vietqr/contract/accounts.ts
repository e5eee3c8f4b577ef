import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  CodeWithDot,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { CodeAmount, Credited } from './codes.ts'
import { accountMachine } from './machine.ts'

export const ACCOUNTS = 'vietqr/virtual-accounts'
const API = '/qr-admin/virtual-account/v1'

/** A number that the operator has given out. */
export const VirtualAccountNumber = z
  .string()
  .regex(/^[A-Z0-9]{6,19}$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })

/** What an account was opened for: payments to a merchant, for one order, for one parcel. */
export const AccountOwner = enumOf('vietqr.accountOwner', ['MERCHANT', 'ORDER', 'PARCEL'])
/** CODE_ENDED: its code was revoked or has expired. MERCHANT_CLOSED: it had none, and its merchant was closed. */
export const ClosedBecause = enumOf('vietqr.closedBecause', ['USED', 'BY_HAND', 'CODE_ENDED', 'MERCHANT_CLOSED'])

const Account = z.object({
  id: Id,
  number: CodeText,
  bankName: Text,
  ownerKind: AccountOwner,
  ownerRef: CodeText,
  merchantCode: CodeText,
  merchantName: NameText,
  /** The code that has it. */
  codeId: Id.nullable(),
  code: CodeText.nullable(),
  amount: Money.nullable(),
  status: accountMachine.status,
  /** Closed by the first payment to it. */
  singleUse: Flag,
  payments: Count,
  amountPaid: Money,
  lastPaidAt: Timestamp.nullable(),
  openedBy: AccountText,
  openedAt: Timestamp,
  closedBecause: ClosedBecause.nullable(),
  closedBy: AccountText.nullable(),
  closedAt: Timestamp.nullable(),
  stepNote: NoteText,
  unitName: UnitText,
  ...Stamped,
})

export const listAccounts = defineList({
  path: `${API}/search`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Tài khoản định danh', en: 'Virtual accounts' },
  entity: 'vietqr.account',
  filter: {
    number: KeyFilter,
    /** Part of the number of the order or parcel, or of the code. */
    text: SearchText,
    ownerKind: AccountOwner.optional(),
    status: accountMachine.status.optional(),
    merchantId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Account,
  sort: ['number', 'openedAt', 'updatedAt'],
  defaultSort: '-openedAt',
})

export const findAccount = defineQuery({
  path: `${API}/detail`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Chi tiết tài khoản định danh', en: 'Virtual account details' },
  input: { id: Id },
  output: Account,
})

/** The newest payments to an account, 50 at most; the list of transactions has all of them. */
export const accountOrders = defineQuery({
  path: `${API}/orders`,
  permission: `${ACCOUNTS}/view`,
  summary: { vi: 'Các khoản thanh toán vào tài khoản định danh', en: 'Payments to a virtual account' },
  input: { number: VirtualAccountNumber },
  output: z.array(Credited),
})

export const createAccount = defineCommand({
  path: `${API}/create`,
  permission: `${ACCOUNTS}/create`,
  summary: { vi: 'Mở tài khoản định danh', en: 'Open a virtual account' },
  input: {
    ownerKind: AccountOwner,
    /** Who gets the money. */
    merchantId: Id,
    /** The number of the order or parcel. */
    reference: CodeWithDot.optional(),
    amount: CodeAmount.optional(),
  },
  idempotent: true,
})

export const closeAccount = defineCommand({
  path: `${API}/close`,
  permission: `${ACCOUNTS}/close`,
  summary: { vi: 'Đóng tài khoản định danh', en: 'Close a virtual account' },
  fires: [accountMachine, 'close'],
  input: { id: Id, version: Version, reason: RequiredNote(300) },
})
