import { z } from 'zod'
import { figureFilter, returnedFilter, transactionContracts } from '#core/payments/contract/transactions.ts'
import { KeyFilter } from '#kernel/primitives.ts'
import { sdkService } from './service.ts'
import { Platform, RiskMark } from './words.ts'

const LIST = '/pp-sdk/quan_ly_giao_dich'

/** Payments in apps: everything that the two screens of any service's transactions need. */
export const sdkTransactions = transactionContracts(sdkService, {
  api: '/sdk-admin/transactions/v1',
  routes: { list: LIST, detail: `${LIST}/chi_tiet` },
  filter: {
    appCode: KeyFilter,
    partnerOrder: KeyFilter,
    platform: Platform.optional(),
    /** Payments with one of these marks, whoever has made it. */
    risk: z.array(RiskMark).min(1).max(RiskMark.options.length).optional(),
    ...returnedFilter,
    ...figureFilter,
  },
  approveLarge: 'pp-sdk/quan_ly_giao_dich/hoan_tien_lon/approve',
})

export const { list: listSdkTransactions, detail: getSdkTransaction, askRefund: askSdkRefund, askCancellation: askSdkCancellation } = sdkTransactions
