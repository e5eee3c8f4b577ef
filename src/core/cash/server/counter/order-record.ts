import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { cashOrderMachine } from '../../contract/counter/cash-order.ts'

export const CASH_ORDER = 'cash.cash_order'

export const cashOrders = defineRecord({
  table: CASH_ORDER,
  scoped: true,
  machine: cashOrderMachine,
  lock: 'for no key update',
  picture: ({ code, source_code: sourceCode, status, amount, decision_note: note }) => ({ code, sourceCode, status, amount, note }),
})
export type CashOrder = RowOf<typeof CASH_ORDER>
