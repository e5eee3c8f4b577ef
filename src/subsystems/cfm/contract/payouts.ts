import { CounterPerson, counterFields } from '#core/cash/contract/counter/counter.ts'
import type { LineOf } from '#core/payments/contract/gateway.ts'
import { plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { transactionContracts } from '#core/payments/contract/transactions.ts'
import { CodeText, CodeWithDot, Flag, KeyFilter } from '#kernel/primitives.ts'

/** Lines of payout lists, paid in cash at their points. */
export const payoutService = declareService({
  code: 'PAYOUT',
  prefix: 'CL',
  name: { vi: 'Chi trả theo danh sách', en: 'Payouts by list' },
  entity: 'cfm.payoutTransaction',
  types: {
    PAYOUT: {
      direction: 'OUT',
      fee: 'NONE',
      line: {
        ...counterFields,
        lineCode: CodeWithDot,
        payee: CounterPerson,
        /** What shows that an authorised receiver may fetch it. */
        paper: plainText(200).optional(),
      },
    },
  },
  own: { lineCode: CodeText.nullable(), tillCode: CodeText, tellerCode: CodeText, withoutShift: Flag },
})

export type PayoutLineReport = LineOf<typeof payoutService>

export const payoutTransactions = transactionContracts(payoutService, {
  api: '/cfm-admin/payout-transaction/v1',
  routes: { list: '/pp-cfm/danh_sach_chi_tra/giao_dich', detail: '/pp-cfm/danh_sach_chi_tra/chi_tiet_giao_dich' },
  approveLarge: 'pp-cfm/danh_sach_chi_tra/hoan_tien_lon/approve',
  filter: { lineCode: KeyFilter, tillCode: KeyFilter, withoutShift: Flag.optional() },
})

const DIGITS = 9
/** What the payout of a line is called at counters: made of its id, so that nobody has to look it up. */
export const lineCode = (lineId: string): string => `DC${lineId.padStart(DIGITS, '0')}`
/** The line that a code names; undefined for a text that is none. */
export const lineOf = (code: string): string | undefined => /^DC0*([1-9]\d{0,17})$/i.exec(code)?.[1]
