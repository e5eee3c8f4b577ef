import { returnedFilter, transactionContracts } from '#core/payments/contract/transactions.ts'
import { KeyFilter } from '#kernel/primitives.ts'
import { codService, DepositKind, SurplusState } from './service.ts'

const BASE = '/pp-cob/quan_ly_giao_dich'

/** Deposits of COD money: everything that the screens of any service's transactions need. */
export const codTransactions = transactionContracts(codService, {
  api: '/cpob-404/trans/v1',
  routes: { list: `${BASE}/danh_sach_giao_dich`, detail: `${BASE}/chi_tiet_giao_dich_nop_tien_mat/{id}` },
  filter: {
    kind: DepositKind.optional(),
    courierCode: KeyFilter,
    /** Deposits that an item stands in. */
    item: KeyFilter,
    surplusState: SurplusState.optional(),
    ...returnedFilter,
  },
  approveLarge: 'pp-cob/quan_ly_giao_dich/huy_nop_lon/approve',
})

export const { list: listCodTransactions, detail: getCodTransaction, askCancellation: askCodCancellation } = codTransactions
