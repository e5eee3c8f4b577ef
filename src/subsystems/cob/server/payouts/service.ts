import { sql } from 'kysely'
import { counterBusinessDates, isAtCountedTill, isCounting, TAKEN_FROM } from '#core/cash/server/public.ts'
import type { ParameterDefinition } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { type Accounts, definePaymentService, type PaymentService, serveWithoutRefunds } from '#core/payments/server/public.ts'
import { is } from '#platform/server/list/where.ts'
import { getPayoutPeople, senderPayoutService, senderPayoutTransactions } from '../../contract/payouts/service.ts'
import { admitFor } from './admission.ts'
import { correctPayout } from './contradicted.ts'
import { followSettled, followStored } from './following.ts'
import { payoutPeople } from './people.ts'

/** Items as counters pay them to their retail senders. `guaranteed`: whether what is owed to customers has to be covered before anything is paid. */
export const senderPayouts = (guaranteed: ParameterDefinition<'BOOLEAN'>): PaymentService =>
  definePaymentService({
    declaration: senderPayoutService,
    accounts: {
      wrongPaid: { code: '1388.COD', name: 'Phải thu tiền COD chi trùng, chi sai', class: 'ASSET', chart: 'SHORTAGE_RECEIVABLE' },
    },
    journals: {
      paid: { kind: 'COD_SENDER_PAID', text: (code) => `Chi trả COD cho người gửi lẻ ${code}` },
      refunded: { kind: 'COD_SENDER_REFUND', text: (code) => `Thu lại tiền COD đã chi ${code}` },
    },
    postingsFor(event, { payable, till }, { amount }) {
      if (payable === undefined || till === undefined) throw new Error('no account of retail senders or the till')
      const [debit, credit] = event === 'paid' ? [payable, till] : [till, payable]
      return [
        { accountId: debit, side: 'D', amount },
        { accountId: credit, side: 'C', amount },
      ]
    },
    admit: admitFor(guaranteed),
    stored: followStored,
    settled: followSettled,
    contradicted: correctPayout,
    businessDates: counterBusinessDates,
    async accountsOf(tx, transactions) {
      const { rows } = await sql<{ id: string; till: string; payable: string }>`
        select s.transaction_id as id, ${TAKEN_FROM} as till, case when s.excess then w.account_id else r.account_id end as payable
        from cash.slip s join cash.holding h on h.id = s.till_id left join cash.counted_payout p on p.slip_id = s.id
          join payment.service_account w on w.service = ${senderPayoutService.code} and w.role = 'wrongPaid'
          join payment.service_account r on r.service = 'COD' and r.role = 'retailPayable'
        where s.transaction_id = any(${transactions.map(({ id }) => id)}::bigint[])`.execute(tx)
      const accounts = new Map(rows.map(({ id, ...own }): [string, Accounts] => [id, own]))
      return transactions.map(({ id }) => accounts.get(id) as Accounts)
    },
    hidesJournals: isCounting,
    leavesOut: (userId) =>
      sql<boolean>`(${isCounting(userId)} and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and ${isAtCountedTill('e.till_code', userId)}))`,
    own: {
      table: 'cash.counter_entry',
      columns: { itemCode: 'order_code', tillCode: 'till_code', tellerCode: 'teller_code', withoutShift: 'without_shift' },
      where: { itemCode: (code: string) => is('o.order_code')(code.toUpperCase()), tillCode: is('o.till_code'), withoutShift: is('o.without_shift') },
    },
  })

/** A payout is corrected at the counter that made it, so nothing is refunded in the portal. */
export function servePayouts(service: PaymentService): ReturnType<typeof serveWithoutRefunds> {
  const served = serveWithoutRefunds(senderPayoutTransactions, service)
  return {
    ...served,
    register(on) {
      served.register(on)
      on.query(getPayoutPeople, payoutPeople)
    },
  }
}
