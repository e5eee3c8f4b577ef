import { type SqlBool, sql } from 'kysely'
import { type Accounts, definePaymentService } from '#core/payments/server/public.ts'
import { is } from '#platform/server/list/where.ts'
import { sdkService } from '../contract/service.ts'
import { admit, keepDevices } from './admission.ts'
import { postingsFor } from './postings.ts'

/** Payments in apps of partners. */
export const sdkPayments = definePaymentService({
  declaration: sdkService,
  accounts: {
    feeIncome: { code: '5113.SDK', name: 'Doanh thu phí thanh toán qua SDK', class: 'INCOME', chart: 'FEE_INCOME' },
    taxPayable: { code: '33311.SDK', name: 'Thuế GTGT phải nộp thanh toán qua SDK', class: 'LIABILITY', chart: 'OUTPUT_TAX' },
  },
  journals: {
    paid: { kind: 'SDK_PAID', text: (code) => `Thanh toán qua SDK ${code}` },
    refunded: { kind: 'SDK_REFUND', text: (code) => `Hoàn tiền giao dịch ${code}` },
    cancelled: { kind: 'SDK_CANCEL', text: (code) => `Huỷ giao dịch ${code}` },
  },
  postingsFor,
  admit,
  stored: keepDevices,
  async accountsOf(tx, transactions) {
    const rows = await tx
      .selectFrom('sdk.partner_account')
      .select(['partner_id', 'payable_account_id'])
      .where('partner_id', 'in', ['0', ...new Set(transactions.map(({ partnerId }) => partnerId))])
      .execute()
    const payable = new Map(rows.map((row) => [row.partner_id, row.payable_account_id]))
    return transactions.map(({ partnerId }): Accounts => {
      const partnerPayable = payable.get(partnerId)
      return partnerPayable === undefined ? {} : { partnerPayable }
    })
  },
  own: {
    table: 'sdk.transaction',
    columns: { appCode: 'app_code', platform: 'platform', sdkVersion: 'sdk_version', partnerOrder: 'partner_order', risk: 'risk' },
    where: {
      appCode: (code: string) => is('o.app_code')(code.toUpperCase()),
      partnerOrder: is('o.partner_order'),
      platform: is('o.platform'),
      risk: (marks: readonly string[]) =>
        sql<SqlBool>`exists (select from sdk.device_use u where u.transaction_id = t.id and (u.reported_risks || u.found_risks) && ${marks}::text[])`,
    },
  },
})
