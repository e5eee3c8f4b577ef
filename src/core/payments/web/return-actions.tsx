import { requestsOf } from '#core/approvals/contract/request.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import type { TransactionContracts, TransactionRow } from '../contract/transactions.ts'

const RefundForm = lazyPart(() => import('./refund-form.tsx'))
const RefundOfRow = lazyPart(async () => ({ default: (await import('./refund-form.tsx')).RefundOfRow }))
const CancelFields = lazyPart(() => import('./cancel-fields.tsx'))

type Transaction = OutputOf<TransactionContracts['detail']>
type Row = Pick<TransactionRow, 'type' | 'businessDate'>

export const refund = (contracts: TransactionContracts): Action<Transaction> =>
  show((props) => <RefundForm {...props} contracts={contracts} />, { key: 'refund', contract: contracts.askRefund, when: ({ type }) => type !== 'REFUND' })

export const refundOfRow = (contracts: TransactionContracts): Action<TransactionRow> =>
  show((props) => <RefundOfRow {...props} contracts={contracts} />, { key: 'refund', contract: contracts.askRefund, when: ({ type }) => type !== 'REFUND' })

/** Offered on the day of the payment; whether its hours are over is said by the answer. */
export const cancelPayment = <R extends Row>(contracts: TransactionContracts): Action<R> =>
  act(contracts.askCancellation, {
    key: 'cancelPayment',
    danger: true,
    size: 520,
    read: contracts.detail,
    ask: ({ record }: { record: Transaction }) => <CancelFields record={record} />,
    dual: () => true,
    invalidates: [contracts.detail, contracts.list, requestsOf],
    when: ({ type, businessDate }: R) => type !== 'REFUND' && businessDate === localDate(new Date()),
  })
