import { sql } from 'kysely'
import { counterBusinessDates, isAtCountedTill, isCounting, TAKEN_FROM } from '#core/cash/server/public.ts'
import { type Accounts, definePaymentService } from '#core/payments/server/public.ts'
import { is } from '#platform/server/list/where.ts'
import { cfmService } from '../contract/service.ts'
import { admit } from './admission.ts'
import { correctOrder } from './contradicted.ts'
import { followSettled, followStored } from './following.ts'
import { advancePostings, postingsFor } from './postings.ts'
import { secretOf } from './secret.ts'

/** Money orders, as counters report them. */
export const cfmPayments = definePaymentService({
  declaration: cfmService,
  accounts: {
    payable: { code: '3388.CFM', name: 'Chuyển tiền chưa trả người nhận', class: 'LIABILITY', chart: 'MONEY_ORDER_PAYABLE', keptBy: 'payments' },
    feeIncome: { code: '5113.CFM', name: 'Doanh thu cước chuyển tiền', class: 'INCOME', chart: 'FEE_INCOME' },
    taxPayable: { code: '33311.CFM', name: 'Thuế GTGT phải nộp cước chuyển tiền', class: 'LIABILITY', chart: 'OUTPUT_TAX' },
    customerSuspense: {
      code: '3388.CFM.CUSTOMER',
      name: 'Tiền khách hàng nộp chờ kết quả chuyển tiền',
      class: 'LIABILITY',
      chart: 'CUSTOMER_SUSPENSE',
      keptBy: 'payments',
    },
    wrongPaid: { code: '1388.CFM', name: 'Phải thu tiền chi trùng, chi sai', class: 'ASSET', chart: 'SHORTAGE_RECEIVABLE' },
  },
  journals: {
    paid: { kind: 'CFM_PAID', text: (code) => `Chuyển tiền ${code}` },
    refunded: { kind: 'CFM_REFUND', text: (code) => `Hoàn một phần giao dịch chuyển tiền ${code}` },
  },
  postingsFor,
  advance: {
    kinds: {
      taken: { kind: 'CFM_TAKEN', text: (code) => `Thu tiền chờ kết quả ${code}` },
      moved: { kind: 'CFM_PAID', text: (code) => `Chuyển tiền ${code}` },
      given: { kind: 'CFM_GIVEN', text: (code) => `Tiền phải trả lại người gửi ${code}` },
    },
    postingsFor: advancePostings,
  },
  admit,
  stored: followStored,
  settled: followSettled,
  contradicted: correctOrder,
  businessDates: counterBusinessDates,
  told({ facts, partnerId }, status, secretKey) {
    const sent = facts.type === 'TRANSFER' && status !== 'FAILED'
    return sent ? { secret: secretOf(secretKey, { partnerId, externalRef: facts.externalRef }) } : undefined
  },
  async accountsOf(tx, transactions) {
    const rows = await tx
      .selectFrom('cash.counter_entry as e')
      .innerJoin('cash.holding as h', 'h.code', 'e.till_code')
      .innerJoin('cash.slip as s', 's.transaction_id', 'e.id')
      .leftJoin('cash.counted_payout as p', 'p.slip_id', 's.id')
      .innerJoin('payment.service_account as w', (join) => join.on('w.service', '=', cfmService.code).on('w.role', '=', 'wrongPaid'))
      .select(['e.id', TAKEN_FROM.as('till'), 's.excess', 'w.account_id as wrongPaid'])
      .where(
        'e.id',
        'in',
        transactions.map(({ id }) => id),
      )
      .execute()
    const accounts = new Map(rows.map(({ id, till, excess, wrongPaid }): [string, Accounts] => [id, { till, ...(excess ? { payable: wrongPaid } : {}) }]))
    return transactions.map(({ id }) => accounts.get(id) as Accounts)
  },
  hidesJournals: isCounting,
  // What went over a till adds up to what lies in it.
  leavesOut: (userId) =>
    sql<boolean>`(${isCounting(userId)} and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and ${isAtCountedTill('e.till_code', userId)}))`,
  own: {
    table: 'cash.counter_entry',
    columns: { orderCode: 'order_code', tillCode: 'till_code', tellerCode: 'teller_code', withoutShift: 'without_shift' },
    where: { orderCode: (code: string) => is('o.order_code')(code.toUpperCase()), tillCode: is('o.till_code'), withoutShift: is('o.without_shift') },
  },
})
