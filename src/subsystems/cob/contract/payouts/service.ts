import { z } from 'zod'
import { CounterPerson, counterFields, IdentityType } from '#core/cash/contract/counter/counter.ts'
import type { SlipKind } from '#core/cash/contract/counter/slip.ts'
import type { LineOf } from '#core/payments/contract/gateway.ts'
import { plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { transactionContracts } from '#core/payments/contract/transactions.ts'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Flag, Id, KeyFilter, NameText, NoteText } from '#kernel/primitives.ts'
import { ItemCode } from '../item-code.ts'

/** COD money of items that retail senders are paid in cash at counters. */
export const senderPayoutService = declareService({
  code: 'CODPAY',
  prefix: 'TG',
  name: { vi: 'Chi trả COD cho người gửi lẻ', en: 'COD payouts to retail senders' },
  entity: 'cob.payouts.transaction',
  types: {
    PAYOUT: {
      direction: 'OUT',
      fee: 'NONE',
      line: {
        ...counterFields,
        itemCode: ItemCode,
        payee: CounterPerson,
        /** What shows that somebody else than the sender may fetch it. */
        paper: plainText(200).optional(),
      },
    },
  },
  own: { itemCode: CodeText.nullable(), tillCode: CodeText, tellerCode: CodeText, withoutShift: Flag },
})

export type SenderPayoutReport = LineOf<typeof senderPayoutService>

const API = '/cpob-404/sender-payout/v1'
const BASE = '/pp-cob/quan_ly_giao_dich'

export const senderPayoutTransactions = transactionContracts(senderPayoutService, {
  api: API,
  routes: { list: `${BASE}/chi_tra_nguoi_gui`, detail: `${BASE}/chi_tiet_chi_tra_nguoi_gui` },
  approveLarge: 'pp-cob/quan_ly_giao_dich/chi_tra_nguoi_gui_lon/approve',
  filter: { itemCode: KeyFilter, tillCode: KeyFilter, withoutShift: Flag.optional() },
})

/** Whose money it was, and who fetched it. */
export const getPayoutPeople = defineQuery({
  path: `${API}/people`,
  permission: senderPayoutTransactions.detail.permission,
  summary: { vi: 'Người gửi và người nhận tiền của một lần chi trả COD', en: 'Sender and payee of a COD payout' },
  input: { id: Id },
  output: z.object({
    itemId: Id,
    senderName: NameText,
    personName: NameText,
    identityType: IdentityType,
    /** Its last digits. */
    identityNumber: CodeText,
    paper: NoteText.nullable(),
  }),
})

/** Items as counters pay them. */
export const senderSlip: SlipKind = { kind: 'COD_ITEM', title: { vi: 'Tiền COD bưu gửi', en: 'COD money of an item' } }
