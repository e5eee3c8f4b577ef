import { sql } from 'kysely'
import { counterBusinessDates, isAtCountedTill, isCounting, TAKEN_FROM } from '#core/cash/server/public.ts'
import { type Accounts, definePaymentService, serveWithoutRefunds } from '#core/payments/server/public.ts'
import { is } from '#platform/server/list/where.ts'
import { payoutService, payoutTransactions } from '../../contract/payouts.ts'
import { admit } from './admission.ts'
import { correctPayout } from './contradicted.ts'
import { followSettled, followStored } from './following.ts'

/** Lines of payout lists, as counters pay them: each from the account of its own list. */
export const payoutPayments = definePaymentService({
  declaration: payoutService,
  accounts: {
    wrongPaid: { code: '1388.PAYOUT', name: 'Phải thu tiền chi trả trùng, chi sai', class: 'ASSET', chart: 'SHORTAGE_RECEIVABLE' },
  },
  journals: {
    paid: { kind: 'PAYOUT_PAID', text: (code) => `Chi trả theo danh sách ${code}` },
    refunded: { kind: 'PAYOUT_REFUND', text: (code) => `Thu lại tiền chi trả ${code}` },
  },
  postingsFor(event, { list, till }, { amount }) {
    if (list === undefined || till === undefined) throw new Error('no account of the list or the till')
    const [debit, credit] = event === 'paid' ? [list, till] : [till, list]
    return [
      { accountId: debit, side: 'D', amount },
      { accountId: credit, side: 'C', amount },
    ]
  },
  admit,
  stored: followStored,
  settled: followSettled,
  contradicted: correctPayout,
  businessDates: counterBusinessDates,
  async accountsOf(tx, transactions) {
    const { rows } = await sql<{ id: string; till: string; list: string }>`
      select s.transaction_id as id, ${TAKEN_FROM} as till, case when s.excess then w.account_id else d.account_id end as list
      from cash.slip s join cash.holding h on h.id = s.till_id left join cash.counted_payout p on p.slip_id = s.id
        join payment.service_account w on w.service = ${payoutService.code} and w.role = 'wrongPaid'
        left join payout.due d on d.line_id = ltrim(s.source_id, 'DC')::bigint
      where s.transaction_id = any(${transactions.map(({ id }) => id)}::bigint[])`.execute(tx)
    const accounts = new Map(rows.map(({ id, ...own }): [string, Accounts] => [id, own]))
    return transactions.map(({ id }) => accounts.get(id) as Accounts)
  },
  hidesJournals: isCounting,
  leavesOut: (userId) =>
    sql<boolean>`(${isCounting(userId)} and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and ${isAtCountedTill('e.till_code', userId)}))`,
  own: {
    table: 'cash.counter_entry',
    columns: { lineCode: 'order_code', tillCode: 'till_code', tellerCode: 'teller_code', withoutShift: 'without_shift' },
    where: { lineCode: (code: string) => is('o.order_code')(code.toUpperCase()), tillCode: is('o.till_code'), withoutShift: is('o.without_shift') },
  },
})

/** A payout is corrected at the counter that made it, so nothing is refunded in the portal. */
export const payoutPaid = serveWithoutRefunds(payoutTransactions, payoutPayments)
