import { type SqlBool, sql } from 'kysely'
import { counterBusinessDates, isCounting } from '#core/cash/server/public.ts'
import { definePaymentService } from '#core/payments/server/public.ts'
import { is } from '#platform/server/list/where.ts'
import { codService } from '../../contract/service.ts'
import { admit } from './admission.ts'
import { accountsOf, cancellable, followBooked, followSettled, followStored } from './following.ts'
import { postingsFor } from './postings.ts'

/** Deposits of COD money: what postmen hand in of what they have collected. */
export const codPayments = definePaymentService({
  declaration: codService,
  accounts: {
    retailPayable: { code: '3388.COD', name: 'Tiền COD phải trả người gửi lẻ', class: 'LIABILITY', chart: 'SENDER_PAYABLE', keptBy: 'cob' },
    surplusPending: { code: '3381.COD', name: 'Tiền nộp COD thừa chờ xử lý', class: 'LIABILITY', chart: 'SURPLUS_PENDING', keptBy: 'cob' },
    // Of settlements of key accounts (server/settlements).
    codFeeIncome: { code: '5113.COD', name: 'Doanh thu phí thu hộ COD', class: 'INCOME', chart: 'FEE_INCOME', keptBy: 'cob' },
    postageIncome: { code: '5113.COD.CUOC', name: 'Doanh thu cước cấn trừ COD', class: 'INCOME', chart: 'FEE_INCOME', keptBy: 'cob' },
    codTax: { code: '33311.COD', name: 'Thuế GTGT phải nộp dịch vụ COD', class: 'LIABILITY', chart: 'OUTPUT_TAX', keptBy: 'cob' },
    returnedPaid: { code: '3388.COD.HOAN', name: 'Phải trả lại tiền COD đã chi của bưu gửi hoàn', class: 'LIABILITY', chart: 'OTHER_PAYABLE', keptBy: 'cob' },
  },
  journals: {
    paid: { kind: 'COD_DEPOSIT', text: (code) => `Nộp tiền COD ${code}` },
    refunded: { kind: 'COD_DEPOSIT_REFUND', text: (code) => `Hoàn trả tiền nộp COD ${code}` },
    cancelled: { kind: 'COD_DEPOSIT_CANCEL', text: (code) => `Huỷ giao dịch nộp COD ${code}` },
  },
  postingsFor,
  admit,
  stored: followStored,
  settled: followSettled,
  booked: followBooked,
  accountsOf,
  cancellable,
  businessDates: counterBusinessDates,
  hidesJournals: isCounting,
  own: {
    table: 'cob.deposit',
    columns: { kind: 'kind', courierCode: 'courier_code', courierName: 'courier_name', itemCount: 'item_count', surplus: 'surplus', paper: 'paper' },
    where: {
      kind: is('o.kind'),
      courierCode: is('o.courier_code'),
      surplusState: (state: 'LEFT' | 'USED') => sql<SqlBool>`${sql.ref(state === 'LEFT' ? 'o.surplus' : 'o.surplus_used')} > 0`,
      item: (code: string) =>
        sql<SqlBool>`exists (select from cob.deposit_line_directory l where l.transaction_id = t.id and l.item_code = ${code.toUpperCase()})`,
    },
  },
})
