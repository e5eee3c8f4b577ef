import { transactionList } from '#core/payments/web/public.ts'
import { depositPath } from '../../contract/deposit-paths.ts'
import { codTransactions } from '../../contract/transactions.ts'
import { CourierCodeSelect } from '../couriers/courier-select.tsx'

export default transactionList(codTransactions, {
  filters: ['kind', { field: 'courierCode', input: CourierCodeSelect }, 'item', 'surplusState'],
  amounts: [{ field: 'surplus', width: 120 }],
  columns: [
    { field: 'kind', width: 170 },
    { field: 'courierName', width: 168 },
    { field: 'itemCount', width: 110 },
    'paper',
    { field: 'courierCode', hidden: true },
  ],
  returns: ['cancelPayment'],
  detailPath: depositPath,
})
