import { PartnerSelect } from '#core/organisation/web/public.ts'
import { transactionList } from '#core/payments/web/public.ts'
import { sdkTransactions } from '../contract/transactions.ts'
import { AppSelect } from './app-select.tsx'

export default transactionList(sdkTransactions, {
  filters: [
    { field: 'appCode', input: AppSelect },
    'platform',
    'risk',
    'partnerOrder',
    { field: 'partnerId', input: PartnerSelect },
    'hour',
    'payerBankBin',
    'refunds',
  ],
  columns: [
    { field: 'appCode', width: 124 },
    { field: 'risk', width: 140 },
    'partnerOrder',
    { field: 'platform', width: 110 },
    { field: 'sdkVersion', hidden: true },
  ],
  returns: ['refund', 'cancelPayment'],
})
