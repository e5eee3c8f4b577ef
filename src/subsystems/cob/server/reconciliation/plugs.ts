import { sql } from 'kysely'
import { addressOf } from '#core/payments/contract/transactions.ts'
import {
  changedWithin,
  type LinesAsked,
  linesWithin,
  partnerAccounts,
  type ReconciliationPlug,
  type TransactionActions,
  transactionActions,
  transactionLines,
} from '#core/reconciliation/server/public.ts'
import { codPlug, ldpPlug } from '../../contract/reconciliation-place.ts'
import { codTransactions } from '../../contract/transactions.ts'
import { codPayments } from '../deposits/service.ts'

/**
 * Deposits, reconciled with the statements of banks and wallets. A line of the same amount confirms a deposit into a settlement account that waits for it,
 * and a statement without one refuses it. A line does not name the postman, so that no deposit is made of one; a deposit is given back by its
 * cancellation alone, with its items.
 */
export function codReconciliationPlug(parts: Pick<TransactionActions, 'payments' | 'byStatement'>): ReconciliationPlug {
  const { OUTCOME } = transactionActions({ ...parts, services: [codPayments] })
  return {
    ...codPlug,
    partnerKinds: ['OWN', 'BANK'],
    ...transactionLines({ key: codPlug.key, services: [codPayments.declaration.code] }),
    recordPath: addressOf(codTransactions, '{id}'),
    accounts: partnerAccounts,
    actions: OUTCOME ? { OUTCOME } : {},
  }
}

/** Of each item whose last collection was booked for these days: that collection, the postman and the office that he worked for. */
const collections = ({ from, to }: LinesAsked) => sql`
  select i.id, i.code, i.money_state, i.collected_amount, i.refunded_at, i.route, i.collected_at, i.updated_at, p.id as position_id, p.business_date, c.code as courier_code,
      c.name as courier_name, u.code as unit_code, u.name as unit_name
    from (
      select distinct on (p.item_id) p.item_id, p.id, p.business_date, p.courier_id, p.unit_id from cob.position p
       where p.kind = 'COLLECT' and p.item_id in (select item_id from cob.position where kind = 'COLLECT' and business_date between ${from}::date and ${to}::date)
       order by p.item_id, p.id desc
    ) p join cob.item i on i.id = p.item_id join cob.courier c on c.id = p.courier_id join organisation.unit u on u.id = p.unit_id
   where p.business_date between ${from}::date and ${to}::date`

/** What was collected, of the day of the books; what went back to the receiver has moved nothing in the end. Office, route and postman stand on the line. */
const collected = (asked: LinesAsked) => sql`
  select i.id as source_id, i.code as source_code, i.business_date as day, i.collected_at as at, (i.collected_amount * 100)::bigint as amount, 0::bigint as fee, i.code as reference,
    i.courier_code as document_no, i.unit_code as counter_account, i.courier_name as counter_name,
    i.unit_name || case when i.route = '' then '' else ' · ' || i.route end as text, i.money_state as status,
    i.refunded_at is null and i.collected_amount > 0 as money, i.updated_at as changed_at
  from (${collections(asked)}) i`

/** What was handed in of the same items since, whatever the day, less what cancelled deposits have given back: one line an item. */
const handedIn = (asked: LinesAsked) => sql`
  select i.id as source_id, i.code as source_code, h.day, h.at, (h.amount * 100)::bigint as amount, 0::bigint as fee, i.code as reference,
    i.courier_code as document_no, i.unit_code as counter_account, i.courier_name as counter_name, coalesce(h.deposits, '') as text, i.money_state as status, true as money, h.at as changed_at
  from (${collections(asked)}) i cross join lateral (
    select -sum(p.amount) as amount, max(p.business_date) filter (where p.kind = 'HAND_IN') as day, max(p.at) as at,
        (select string_agg(k.code, ', ' order by k.transaction_id) from cob.deposit_line l join payment.transaction_key k on k.transaction_id = l.transaction_id
          where l.item_id = i.id and l.amount > 0) as deposits
      from cob.position p where p.item_id = i.id and p.id > i.position_id and (p.kind = 'HAND_IN' or p.amount > 0)
  ) h where h.amount > 0`

/**
 * What postmen have collected on the days of a session, against what was handed in of it since, item by item: what misses its other side is not handed in,
 * another amount is handed in only in part, and a hand-in that comes after the days that the configuration allows is late. Nothing is posted: each is
 * put right by a hand-in.
 */
export const ldpReconciliationPlug = (recordPath: string): ReconciliationPlug => ({
  ...ldpPlug,
  partnerKinds: [],
  ourLines: (asked) => linesWithin(collected(asked)),
  theirLines: (asked) => linesWithin(handedIn(asked)),
  changedSince: (asked, since) => sql`
    ${changedWithin(ldpPlug.key, asked, since, { side: 'O', lines: collected(asked) })}
    union all (${changedWithin(ldpPlug.key, asked, since, { side: 'T', lines: handedIn(asked) })})`,
  recordPath,
  actions: {},
})
