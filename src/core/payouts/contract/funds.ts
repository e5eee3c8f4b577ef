import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  PositiveMoney,
  RequiredText,
  SearchText,
  Stamped,
} from '#kernel/primitives.ts'
import { receiptMachine } from './machine.ts'
import { FUNDS } from './words.ts'

const API = '/cfm-admin/payout-funds/v1'

export const listReceipts = defineList({
  path: `${API}/search`,
  permission: `${FUNDS}/view`,
  summary: { vi: 'Tiền đơn vị uỷ quyền chuyển để chi trả', en: 'Money received for payouts' },
  entity: 'payouts.receipt',
  filter: {
    text: SearchText,
    status: z.array(receiptMachine.status).min(1).max(3).optional(),
    partnerId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({
    id: Id,
    code: CodeText,
    partnerName: NameText,
    bankName: NameText,
    bankReference: CodeText,
    amount: Money,
    receivedOn: DateOnly,
    status: receiptMachine.status,
    note: NoteText,
    createdBy: AccountText,
    decidedBy: AccountText.nullable(),
    pendingRequestId: Id.nullable(),
    ...Stamped,
  }),
  sort: ['code', 'receivedOn', 'amount', 'updatedAt'],
  defaultSort: '-receivedOn',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} khoản', en: '{n} {n|payment|payments}' } },
})

export const receiveFunds = defineCommand({
  path: `${API}/insert`,
  permission: `${FUNDS}/create`,
  summary: { vi: 'Ghi nhận tiền đến', en: 'Record money received' },
  input: { partnerId: Id, bankId: Id, bankReference: RequiredText(100), amount: PositiveMoney, receivedOn: DateOnly, note: OptionalNote(500) },
})

/** The prefunded balance of every payer that has one. */
export const fundBalances = defineQuery({
  path: `${API}/balances`,
  permission: `${FUNDS}/view`,
  summary: { vi: 'Số dư tiền chi trả của từng đơn vị uỷ quyền', en: 'Prefunded balance of each payer' },
  input: {},
  output: z.array(z.object({ partnerId: Id, partnerName: NameText, accountCode: CodeText, balance: Money, onLists: Money })),
})

export const fundBanks = defineQuery({
  path: `${API}/banks`,
  permission: `${FUNDS}/view`,
  summary: { vi: 'Ngân hàng nhận tiền', en: 'Banks that receive the money' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  method: 'POST',
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

export const ReceiptPayload = z.strictObject({ amount: z.string(), bankReference: z.string() })
export const ReceiptPicture = z.object({
  partnerName: NameText.nullable(),
  bankName: NameText.nullable(),
  bankReference: CodeText.nullable(),
  amount: Money.nullable(),
  receivedOn: DateOnly.nullable(),
  balance: Money.nullable(),
})
