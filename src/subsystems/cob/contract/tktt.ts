import { z } from 'zod'
import { WholeDong } from '#core/payments/contract/line-fields.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { Attachments, FileInfo } from '#kernel/files.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { DepositLine } from './deposits.ts'
import { ItemCode } from './item-code.ts'
import { MOST_ITEMS } from './service.ts'

const LIST = 'pp-cob/nop_tien_mat_vao_tktt/danh_sach'
const DETAIL = 'pp-cob/nop_tien_mat_vao_tktt/chi-tiet'
const API = '/cpob-406/deposits/v1'

/** Kind of file of the photos of slips. */
export const SLIP_FILES = 'cob.bank-slip'
export const SLIP_FILE_TYPES = ['pdf', 'png', 'jpg'] as const
export const SLIP_FILE_BYTES = 10_485_760

/** Cash that a postman has paid into a settlement account at a bank: nothing moves until the bank confirms it. MISMATCH: it confirms another amount. */
export const slipMachine = defineMachine({
  name: 'cob.deposits.slipStatus',
  initial: 'ENTERED',
  states: {
    ENTERED: { tone: 'moving' },
    CONFIRMED_BY_BANK: { tone: 'success', final: true },
    MISMATCH: { tone: 'attention' },
    RESOLVED: { tone: 'success', final: true },
    REFUSED: { tone: 'failure', final: true },
  },
  events: {
    confirm: { from: ['ENTERED'], to: 'CONFIRMED_BY_BANK' },
    differ: { from: ['ENTERED'], to: 'MISMATCH' },
    resolve: { from: ['MISMATCH'], to: 'RESOLVED' },
    refuse: { from: ['ENTERED'], to: 'REFUSED' },
  },
})

/** How a mismatch ends: what the bank has is the deposit, or the bank has no money of this slip. */
export const Resolution = enumOf('cob.deposits.resolution', ['BANK_AMOUNT', 'NO_MONEY'])

const Slip = z.object({
  id: Id,
  code: CodeText,
  courierCode: CodeText,
  courierName: NameText,
  bankName: NameText,
  bankReference: CodeText,
  amount: Money,
  /** What the bank has confirmed. */
  bankAmount: Money.nullable(),
  difference: Money.nullable(),
  paidOn: DateOnly,
  status: slipMachine.status,
  itemCount: Count,
  unitName: UnitText.nullable(),
  transactionId: Id.nullable(),
  enteredBy: CodeText,
  enteredAt: Timestamp,
  ...Stamped,
})

export const listSlips = defineList({
  path: `${API}/search`,
  permission: `${LIST}/view`,
  summary: { vi: 'Nộp tiền mặt vào tài khoản thanh toán', en: 'Cash deposits into settlement accounts' },
  entity: 'cob.deposits.slip',
  filter: {
    /** Part of the code, the bank reference, or of the postman's code or name. */
    text: SearchText,
    status: z.array(slipMachine.status).min(1).max(5).optional(),
    bankId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Slip,
  sort: ['enteredAt', 'paidOn', 'amount', 'code'],
  defaultSort: '-enteredAt',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} phiếu', en: '{n} {n|slip|slips}' } },
})

export const findSlip = defineQuery({
  path: `${API}/find`,
  permission: `${DETAIL}/view`,
  summary: { vi: 'Một phiếu nộp tiền vào tài khoản thanh toán', en: 'A deposit slip of a settlement account' },
  input: { id: Id },
  output: Slip.extend({
    transactionCode: CodeText.nullable(),
    note: NoteText,
    decidedBy: CodeText.nullable(),
    decidedAt: Timestamp.nullable(),
    lines: z.array(DepositLine),
    attachments: z.array(FileInfo),
  }),
})

/** A reference of a bank as channels and statements name it. */
const BankReference = trimmed()
  .min(1, { error: ruleError('required') })
  .max(60)
  .regex(/^[A-Za-z0-9_.-]+$/, { error: ruleError('codeDot') })
  .meta({ kind: 'code' })

const Step = z.object({ id: Id, code: CodeText, status: slipMachine.status, version: Version })

export const enterSlip = defineCommand({
  path: `${API}/insert`,
  permission: `${LIST}/create`,
  summary: { vi: 'Nhập phiếu nộp tiền vào tài khoản thanh toán', en: 'Enter a deposit slip' },
  input: {
    courierId: Id,
    bankId: Id,
    bankReference: BankReference,
    amount: WholeDong,
    paidOn: DateOnly,
    items: z.array(ItemCode).max(MOST_ITEMS).default([]),
    note: OptionalNote(500),
    attachments: Attachments.min(1, { error: ruleError('required') }),
  },
  output: Step,
  idempotent: true,
})

/** What a statement of the bank says; not by who has entered the slip. The same amount is the deposit; another one is a mismatch, and nothing moves. */
export const confirmSlip = defineCommand({
  path: `${API}/confirm`,
  permission: `${DETAIL}/approve`,
  summary: { vi: 'Xác nhận phiếu theo sổ phụ ngân hàng', en: 'Confirm a slip by the bank statement' },
  fires: [slipMachine, 'confirm'],
  input: { id: Id, version: Version, bankAmount: WholeDong, note: OptionalNote(500) },
  output: Step,
  idempotent: true,
})

export const resolveSlip = defineCommand({
  path: `${API}/resolve`,
  permission: `${DETAIL}/approve`,
  summary: { vi: 'Xử lý phiếu lệch với ngân hàng', en: 'Resolve a slip that differs from the bank' },
  fires: [slipMachine, 'resolve'],
  input: { id: Id, version: Version, resolution: Resolution, reason: RequiredNote(500) },
  output: Step,
  idempotent: true,
})
