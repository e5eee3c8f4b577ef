import { transactionContracts } from '#core/payments/contract/transactions.ts'
import { Flag, KeyFilter } from '#kernel/primitives.ts'
import { cfmService } from './service.ts'

/** Transactions of money orders: everything that the two screens of any service's transactions need. */
export const cfmTransactions = transactionContracts(cfmService, {
  api: '/cfm-admin/glbasetrans/v1',
  routes: { list: '/pp-cfm/quan_ly_giao_dich/danh_sach', detail: '/pp-cfm/quan_ly_giao_dich/detail' },
  approveLarge: 'pp-cfm/quan_ly_giao_dich/hoan_tien_lon/approve',
  filter: { orderCode: KeyFilter, tillCode: KeyFilter, withoutShift: Flag.optional() },
})

export const { list: listCfmTransactions, detail: getCfmTransaction } = cfmTransactions
