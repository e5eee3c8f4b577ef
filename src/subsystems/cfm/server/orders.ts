import { sql } from 'kysely'
import type { Hundredths } from '#kernel/money.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** A money order as its payment needs to know it, locked. */
export interface OrderRow {
  id: string
  code: string
  status: string
  amount: Hundredths
  returnAmount: Hundredths
  senderIdentity: string
  receiverIdentity: string | null
  secretHash: Buffer
  /** What its secret is bound to. */
  secretOf: string
  wrongTries: number
  unitId: string
  /** The payment that it has, claimed or made: of which report, where and since when. */
  claim: { externalRef: string; partnerId: string; office: string; at: Date } | undefined
  /** What somebody reports to have paid of it otherwise than was owed: it is paid to nobody until two people have looked at that. */
  doubt: { code: string; office: string } | undefined
  /** What is reported of its sending contradicts what stands, or two people have found that it was not sent: it is paid to nobody. */
  disputed: boolean
  /** Two people have found that a payment that had failed was made: it owes nothing any more. */
  madeAfterAll: boolean
}

interface Stored extends Omit<OrderRow, 'amount' | 'returnAmount' | 'claim' | 'doubt'> {
  amount: string
  returnAmount: string
  claimRef: string | null
  claimPartner: string | null
  claimOffice: string | null
  claimAt: Date | null
  doubtCode: string | null
  doubtOffice: string | null
}

/**
 * What is reported of the sending of the order `o` contradicts what stands. An order that goes back to its sender owes them what they paid, also once two
 * people have found that it was sent.
 */
export const SENDING_DISPUTED = sql<boolean>`exists (
  select from outcome.settlement_hold h where h.transaction_id = o.transaction_id and not (h.booked and o.status = 'RETURNING'))`

/** Orders by code, locked in one order until the commit, so that of any number of payments one wins. */
export async function lockOrders(tx: Tx, codes: readonly string[]): Promise<Map<string, OrderRow>> {
  await sql`select from cash.money_order where code = any(${codes}::text[]) order by id for no key update`.execute(tx)
  const { rows } = await sql<Stored>`
    select o.id, o.code, o.status, o.amount, o.return_amount as "returnAmount", o.sender_identity_number as "senderIdentity",
      o.receiver_identity_number as "receiverIdentity", o.secret_hash as "secretHash", k.partner_id || ' ' || k.external_ref as "secretOf",
      o.wrong_tries as "wrongTries", o.unit_id as "unitId", c.external_ref as "claimRef", c.partner_id as "claimPartner", u.name as "claimOffice", s.occurred_at as "claimAt",
      d.code as "doubtCode", d.office as "doubtOffice", ${SENDING_DISPUTED} as disputed,
      exists (select from cash.disputed_slip f where f.source_kind = 'MONEY_ORDER_PAYOUT' and f.source_id = o.code and f.booked) as "madeAfterAll"
    from cash.money_order o
    join payment.transaction_key k on k.transaction_id = o.transaction_id
    left join payment.transaction_key c on c.transaction_id = o.payout_transaction_id
    left join cash.slip s on s.transaction_id = o.payout_transaction_id
    left join organisation.unit u on u.id = s.unit_id
    left join lateral (
      select d.code, n.name as office from cash.order_doubts(o.code, o.cleared_slips) d join organisation.unit n on n.id = d.unit_id order by d.slip_id limit 1
    ) d on true
    where o.code = any(${codes}::text[])
  `.execute(tx)
  return new Map(
    rows.map(({ claimRef, claimPartner, claimOffice, claimAt, doubtCode, doubtOffice, ...row }) => [
      row.code,
      {
        ...row,
        amount: parseMoney(row.amount),
        returnAmount: parseMoney(row.returnAmount),
        claim: claimRef === null ? undefined : { externalRef: claimRef, partnerId: claimPartner ?? '', office: claimOffice ?? '', at: claimAt ?? new Date(0) },
        doubt: doubtCode === null ? undefined : { code: doubtCode, office: doubtOffice ?? '' },
      },
    ]),
  )
}

/** Keeps the numbers of wrong secrets. */
export async function keepTries(tx: Tx, orders: readonly Pick<OrderRow, 'id' | 'wrongTries'>[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update cash.money_order o set wrong_tries = r.tries, version = o.version + 1, updated_at = now(), step_by = 'system' from json_to_recordset(${JSON.stringify(orders.map(({ id, wrongTries }) => ({ id, tries: wrongTries })))}::json) as r (id bigint, tries smallint)
    where o.id = r.id
  `.execute(tx)
}
