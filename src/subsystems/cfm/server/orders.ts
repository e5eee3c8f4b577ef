import { sql } from 'kysely'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Text } from '#kernel/language.ts'
import type { Hundredths } from '#kernel/money.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cfmErrors } from '../contract/errors.ts'

/** What stands of a payment of an order, by the state of its slip. */
const CLAIM_STATES: Readonly<Record<string, Text>> = {
  CLAIMED: { vi: 'đang được trả', en: 'is being paid' },
  UNKNOWN: { vi: 'có lượt trả chưa rõ kết quả', en: 'has a payment whose result is not known' },
}
const PAID: Text = { vi: 'đã trả', en: 'was paid' }

interface OrderClaim {
  externalRef: string
  partnerId: string
  office: string
  at: Date
  slipStatus: string
}

/** What CFM-008 says of the payment that an order has. */
export function claimedFacts(order: string, { office, at, slipStatus }: Pick<OrderClaim, 'office' | 'at' | 'slipStatus'>) {
  return { order, office, at: showTimestamp(isoLocal(at)), state: CLAIM_STATES[slipStatus] ?? PAID }
}

export interface HeldPayment {
  code: string
  made: boolean
}

/** Why nothing is paid beside it. */
export const refusedBeside = (order: string, { code, made }: HeldPayment): AppError =>
  new AppError(made ? cfmErrors.paidAfterAll : cfmErrors.paymentDisputed, { order, transaction: code })

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
  claim: OrderClaim | undefined
  /** What somebody reports to have paid of it otherwise than was owed: it is paid to nobody until two people have looked at that. */
  doubt: { code: string; office: string } | undefined
  /** What is reported of its sending contradicts what stands, or two people have found that it was not sent: it is paid to nobody. */
  disputed: boolean
  /** A payment of it of which reports contradict each other; `made`: two people have found that it was made, so it owes nothing any more. */
  heldPayment: HeldPayment | undefined
}

interface Stored extends Omit<OrderRow, 'amount' | 'returnAmount' | 'claim' | 'doubt' | 'heldPayment'> {
  amount: string
  returnAmount: string
  claimRef: string | null
  claimPartner: string | null
  claimOffice: string | null
  claimAt: Date | null
  claimStatus: string | null
  doubtCode: string | null
  doubtOffice: string | null
  heldCode: string | null
  heldMade: boolean | null
}

/**
 * What is reported of the sending of the order `o` contradicts what stands. An order that goes back to its sender owes them what they paid, also once two
 * people have found that it was sent.
 */
export const SENDING_DISPUTED = sql<boolean>`exists (
  select from outcome.settlement_hold h where h.transaction_id = o.transaction_id and not (h.booked and o.status = 'RETURNING'))`

/** The payment of the order `o` that holds it, one that was made before any other. */
export const HELD_PAYMENT = sql`lateral (
  select f.code, f.booked from cash.disputed_slip f where f.source_kind = 'MONEY_ORDER_PAYOUT' and f.source_id = o.code order by f.booked desc, f.code limit 1)`

/** Orders by code, locked in one order until the commit, so that of any number of payments one wins. */
export async function lockOrders(tx: Tx, codes: readonly string[]): Promise<Map<string, OrderRow>> {
  await sql`select from cash.money_order where code = any(${codes}::text[]) order by id for no key update`.execute(tx)
  const { rows } = await sql<Stored>`
    select o.id, o.code, o.status, o.amount, o.return_amount as "returnAmount", o.sender_identity_number as "senderIdentity",
      o.receiver_identity_number as "receiverIdentity", o.secret_hash as "secretHash", k.partner_id || ' ' || k.external_ref as "secretOf",
      o.wrong_tries as "wrongTries", o.unit_id as "unitId", c.external_ref as "claimRef", c.partner_id as "claimPartner", u.name as "claimOffice", s.occurred_at as "claimAt", s.status as "claimStatus",
      d.code as "doubtCode", d.office as "doubtOffice", ${SENDING_DISPUTED} as disputed,
      f.code as "heldCode", f.booked as "heldMade"
    from cash.money_order o
    join payment.transaction_key k on k.transaction_id = o.transaction_id
    left join payment.transaction_key c on c.transaction_id = o.payout_transaction_id
    left join cash.slip s on s.transaction_id = o.payout_transaction_id
    left join organisation.unit u on u.id = s.unit_id
    left join lateral (
      select d.code, n.name as office from cash.order_doubts(o.code, o.cleared_slips) d join organisation.unit n on n.id = d.unit_id order by d.slip_id limit 1
    ) d on true
    left join ${HELD_PAYMENT} f on true
    where o.code = any(${codes}::text[])
  `.execute(tx)
  return new Map(
    rows.map(({ claimRef, claimPartner, claimOffice, claimAt, claimStatus, doubtCode, doubtOffice, heldCode, heldMade, ...row }) => [
      row.code,
      {
        ...row,
        amount: parseMoney(row.amount),
        returnAmount: parseMoney(row.returnAmount),
        claim:
          claimRef === null
            ? undefined
            : {
                externalRef: claimRef,
                partnerId: claimPartner ?? '',
                office: claimOffice ?? '',
                at: claimAt ?? new Date(0),
                slipStatus: claimStatus ?? 'CLAIMED',
              },
        doubt: doubtCode === null ? undefined : { code: doubtCode, office: doubtOffice ?? '' },
        heldPayment: heldCode === null ? undefined : { code: heldCode, made: heldMade === true },
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
